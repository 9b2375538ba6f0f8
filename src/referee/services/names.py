"""What a seat or a match may be called.

A display name goes into forum posts, tables, links and other people's eyes, so it has a gate at entry:
an allow-list of characters, and a look that nobody else in the match has. (The exit has its own:
`publishing.disarming`.)
"""

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache

from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped]

from referee.services.errors import Conflict, Invalid

NAME_LENGTH = 32
TITLE_LENGTH = 80

_LONGEST_READ = 1_000
"""Input longer than this is not even normalised."""

_MARKS_ON_ONE_LETTER = 4
"""Enough for every living script, too few to climb into the line above."""

_PUNCTUATION = frozenset("_-.'")
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\uff07", "'"))

_INVISIBLE = frozenset(
    map(
        chr,
        (
            *(0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0),
            *(*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)),
        ),
    )
)
"""Letters and marks by category that nobody can see."""

_EMOJI_JOINERS = "\u200c\u200d\ufe0f"
"""What phones put into emoji: harmless in a title."""

_RESERVED = ("referee", "the referee", "operator", "nobody", "no one", "everyone", "everybody")
"""Words that would read as somebody else's in a post ("Nobody is left", "the referee says")."""

_LOOK_ALIKE = (
    ("0", "o"),
    ("1", "l"),
    ("|", "l"),
    ("rn", "m"),
    ("vv", "w"),
    ("cl", "d"),
    ("i", "l"),
)
"""In this order: "cl" is taken for "d", but "ci" is not."""


def checked_name(name: str, taken: Iterable[str]) -> str:
    """The display name as it will be kept, or a refusal that says what to change.

    Kept means: NFC, trimmed, runs of spaces made one, typographic apostrophes made plain. ``taken`` are
    the names of the match's other seats as kept.

    Raises `Invalid` (name-empty, name-too-long, name-invalid, name-reserved) and `Conflict`
    (name-taken, name-lookalike).
    """
    kept = _tidy(name, NAME_LENGTH, code="name", what="name", field="name")
    _refuse_bad_character(kept)
    looks = _looks(kept)
    if "" in looks:
        raise Invalid("name-empty", "A name needs at least one letter or digit.", field="name")
    if any(looks & _looks(word) for word in _RESERVED):
        raise Invalid(
            "name-reserved",
            f"“{kept}” would read like somebody else's words in a post. Choose another name.",
            field="name",
        )
    for other in taken:
        if unicodedata.normalize("NFC", other).casefold() == kept.casefold():
            raise Conflict(
                "name-taken",
                f"The name “{other}” is already taken in this match. Choose another one.",
                field="name",
            )
        if looks & _looks(other):
            raise Conflict(
                "name-lookalike",
                f"“{kept}” looks too much like “{other}”, who is already in this match. "
                "Choose a name that nobody can mistake for it.",
                field="name",
            )
    return kept


def checked_title(title: str) -> str:
    """A match's title as it will be kept: NFC, trimmed, spaces collapsed, 1 to 80 characters.

    Raises `Invalid` (title-empty, title-too-long, title-invalid): control, bidi and invisible
    characters are refused, everything else may stand.
    """
    kept = _tidy(title, TITLE_LENGTH, code="title", what="title", field="title")
    for char in kept:
        if char not in " " + _EMOJI_JOINERS and (
            unicodedata.category(char)[0] in "CZ" or char in _INVISIBLE
        ):
            raise Invalid(
                "title-invalid",
                f"A title cannot hold {_described(char)}. Leave it out.",
                field="title",
            )
    if all(unicodedata.category(char)[0] in "CMZ" for char in kept):
        raise Invalid("title-empty", "A title needs at least one visible character.", field="title")
    return kept


def _tidy(text: str, longest: int, *, code: str, what: str, field: str) -> str:
    """Normalised and trimmed; refused when nothing is left or more than ``longest`` characters are."""
    if len(text) > _LONGEST_READ:
        raise Invalid(
            f"{code}-too-long",
            f"A {what} may have at most {longest} characters; this one has {len(text)}.",
            field=field,
        )
    spaced = "".join(" " if unicodedata.category(char) == "Zs" else char for char in text)
    tidy = unicodedata.normalize("NFC", " ".join(spaced.strip().split(" ")))
    tidy = " ".join(part for part in tidy.split(" ") if part)
    if code == "name":
        tidy = tidy.translate(_APOSTROPHES)
    if not tidy:
        raise Invalid(f"{code}-empty", f"The {what} is empty. Type one.", field=field)
    if len(tidy) > longest:
        raise Invalid(
            f"{code}-too-long",
            f"A {what} may have at most {longest} characters; this one has {len(tidy)}.",
            field=field,
        )
    return tidy


def _refuse_bad_character(name: str) -> None:
    """Refuse the first character that is not of the allow-list, or a mark that has nothing to sit on."""
    marks = 0
    previous = " "
    for char in name:
        category = unicodedata.category(char)
        allowed = (
            category[0] in "LM" or category == "Nd" or char == " " or char in _PUNCTUATION
        ) and char not in _INVISIBLE
        if not allowed:
            raise Invalid(
                "name-invalid",
                f"A name cannot hold {_described(char)}. "
                "Use letters, digits, spaces and the signs _ - . '",
                field="name",
            )
        marks = marks + 1 if category[0] == "M" else 0
        if marks and (previous == " " or previous in _PUNCTUATION):
            raise Invalid(
                "name-invalid",
                f"A name cannot hold {_described(char)} where there is no letter to carry it.",
                field="name",
            )
        if marks > _MARKS_ON_ONE_LETTER:
            raise Invalid(
                "name-invalid",
                f"A name cannot pile up more than {_MARKS_ON_ONE_LETTER} marks on one letter.",
                field="name",
            )
        previous = char


def _described(char: str) -> str:
    """A character for a sentence: itself if it can safely be shown, and what Unicode calls it."""
    title = unicodedata.name(char, f"U+{ord(char):04X}")
    shown = unicodedata.category(char)[0] in "LNPS" and char not in _INVISIBLE
    return f"“{char}” ({title.lower()})" if shown else f"the character {title}"


@lru_cache(maxsize=4096)
def _looks(name: str) -> frozenset[str]:
    """What a careless eye keeps of a name: two readings, capitals taken by shape or by letter.

    Two names look alike when they share a reading. Case, accents, spaces and punctuation are dropped,
    twins of other scripts become Latin, and 0/o, 1/l/i, rn/m, vv/w, cl/d become one.
    """
    by_shape = "".join(_shape(char) for char in unicodedata.normalize("NFKC", name))
    return frozenset({_reading(by_shape), _reading(name)})


def _reading(name: str) -> str:
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    shaped = "".join(_shape(char) for char in folded).casefold()
    bare = "".join(
        char for char in _without_accents(unicodedata.normalize("NFD", shaped)) if _counts(char)
    )
    for pair, one in _LOOK_ALIKE:
        bare = bare.replace(pair, one)
    return bare


def _counts(char: str) -> bool:
    return unicodedata.category(char)[0] in "LMNS"


def _without_accents(decomposed: str) -> str:
    """Drop what hangs on a letter without changing it, but keep the vowel signs of other scripts."""
    kept: list[str] = []
    for char in decomposed:
        if unicodedata.category(char)[0] == "M":
            is_point = 10 <= unicodedata.combining(char) <= 36
            is_accent = unicodedata.combining(char) >= 200 or unicodedata.combining(char) == 1
            if is_point or is_accent or (kept and kept[-1].isascii()):
                continue
        kept.append(char)
    return "".join(kept)


@cache
def _shape(char: str) -> str:
    """The plainest character, or pair, that looks like this one, by Unicode's list of confusables."""
    entries = confusables_data.get(char, ())
    if len(entries) != 1 or (char.isascii() and not char.isupper()):
        return char
    twin: str = entries[0]["c"].replace("\u200e", "")
    if len(twin) > 1 or len(confusables_data.get(twin, ())) > 1:
        return twin
    return min(char, twin, key=lambda one: (not one.isascii(), one))
