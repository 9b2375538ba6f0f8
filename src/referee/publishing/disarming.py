"""What makes text harmless: the text people typed, and the traps that our own words could spring.

Two devices carry it all (both tried against the parsers of many forums): U+2060 WORD JOINER, invisible and
without width, put where a forum would otherwise see a tag, a link or a mention; and in Markdown a numeric
entity for every ASCII punctuation character.
"""

import re
import unicodedata
from string import punctuation

from referee.publishing.columns import clipped

WJ = "\u2060"
LRM = "\u200e"

NAME_COLUMNS = 40
TYPED_COLUMNS = 200
"""A match's title or a reason is a sentence, not a name in a table: it may be longer."""

_KEPT_FORMAT = frozenset("\u200c\u200d")
"""The joiners that Persian, Indic scripts and emoji are spelled with."""

_MARKS_ON_ONE_LETTER = 4

_DOTS = ".\u3002\uff0e\uff61"
_WWW = re.compile(r"(?i)www")
_DOT_BETWEEN = re.compile(rf"(?<=\w)(?=[{_DOTS}]\w)")
_SMILEY = re.compile(
    r"(?<=[:;])(?=[^\s\d\u2060])|(?<=[8Bb])(?=-?\))|(?<=O)(?=0)|(?<=\?)(?=\?)|(?<=\^)(?=-)"
)
_BRACKETED_SIGN = re.compile(r"(?<=\()(?=(?:c|r|tm)\))", re.IGNORECASE)


def cleaned(text: str, columns: int = TYPED_COLUMNS) -> str:
    """One line of visible text in NFC, at most so many columns wide; spaces trimmed and collapsed.

    Control, bidi, private-use and other format characters are dropped, line breaks become spaces, and
    marks piled high on one letter are cut down.
    """
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        category = unicodedata.category(char)
        if char in "\t\n\r\x0b\x0c\x85" or category[0] == "Z":
            kept.append(" ")
        elif _is_dropped(char, category):
            continue
        else:
            marks = marks + 1 if category[0] == "M" else 0
            if marks <= _MARKS_ON_ONE_LETTER:
                kept.append(char)
    return clipped(unicodedata.normalize("NFC", " ".join("".join(kept).split())), columns)


def _is_dropped(char: str, category: str) -> bool:
    if category in ("Cc", "Cs", "Co"):
        return True
    if category == "Cf":
        return char not in _KEPT_FORMAT
    is_noncharacter = ord(char) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(char) <= 0xFDEF
    return is_noncharacter or char == "\ufffc"


def cleaned_name(name: str) -> str:
    """A seat's name for print, never empty, and never turning round what follows it.

    A name that ends right-to-left is followed by U+200E, or the number after it would change places.
    """
    kept = cleaned(name, NAME_COLUMNS) or "?"
    for char in reversed(kept):
        direction = unicodedata.bidirectional(char)
        if direction in ("R", "AL"):
            return kept + LRM
        if direction == "L":
            break
    return kept


def disarmed_bbcode(text: str) -> str:
    """Cleaned text in which no BBCode forum finds a tag, a link, a mention, a smiley or an action."""
    text = text.replace("[", f"[{WJ}")
    text = re.sub(r"([:;@=^])", rf"\1{WJ}", text)
    text = re.sub(r"\A/", f"/{WJ}", text)
    return _joined(text)


def disarmed_markdown(text: str) -> str:
    """Cleaned text whose every ASCII punctuation character is an entity, joined like BBCode's."""
    text = re.sub(r"([:;@=^#/<])", rf"\1{WJ}", text)
    return "".join(f"&#{ord(char)};" if char in punctuation else char for char in _joined(text))


def _joined(text: str) -> str:
    text = _WWW.sub(lambda found: found.group() + WJ, text)
    text = _DOT_BETWEEN.sub(WJ, text)
    return without_traps(text)


def without_traps(text: str) -> str:
    """The text with a joiner inside what forums turn into smilies or signs: "8)", ":P", "(c)".

    Only inside a word: a colon before a space or a digit is left alone.
    """
    text = _SMILEY.sub(WJ, text)
    return _BRACKETED_SIGN.sub(WJ, text)
