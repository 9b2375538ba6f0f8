"""Looking for words in bytes that somebody may have encoded: hex, base64, compressed, UTF-16, one in another."""

import base64
import codecs
import re
import zlib
from collections.abc import Iterator

DEEPEST = 3
"""How many encodings lie in one another at most."""

_HEX = re.compile(rb"(?:[0-9a-fA-F]{2}){4,}")
_BASE64 = re.compile(rb"[A-Za-z0-9+/_-]{6,}")
_COMPRESSED = re.compile(rb"\x1f\x8b\x08|\x78[\x01\x5e\x9c\xda]")
_LARGEST = 1 << 20


def holds(haystack: bytes, word: str, *, deepest: int = DEEPEST) -> bool:
    """Whether the word stands in these bytes, in either case of letters, however they are encoded."""
    spelled = [form.lower() for form in _spelled(word)]
    return any(
        any(form in view for form in spelled)
        for view in (view.lower() for view in _views(haystack, deepest))
    )


def holds_at_sight(haystack: bytes, word: str) -> bool:
    """The same for very many bytes, and encodings that can be told without decoding them."""
    forms = list(_spelled(word))
    for form in tuple(forms):
        forms += [form.hex().encode(), form.hex().upper().encode()]
        for before in range(3):
            coded = base64.b64encode(b"\0" * before + form)
            # What depends on the neighbours falls away.
            forms.append(
                coded[-(-before * 8 // 6) : len(coded) - 4 if coded[-1:] == b"=" else None]
            )
    return any(form in haystack for form in forms)


def _spelled(word: str) -> Iterator[bytes]:
    for text in (word, word[::-1], codecs.encode(word, "rot13")):
        yield text.encode()
    yield word.encode("utf-16-le")
    yield word.encode("utf-16-be")


def _views(haystack: bytes, deepest: int) -> Iterator[bytes]:
    """The bytes, and whatever can be decoded from pieces of them."""
    yield haystack
    if not deepest:
        return
    for piece in _decoded(haystack):
        yield from _views(piece, deepest - 1)


def _decoded(haystack: bytes) -> Iterator[bytes]:
    for run in _HEX.findall(haystack):
        yield bytes.fromhex(run.decode())
        yield bytes.fromhex(run[1:-1].decode())
    for run in _BASE64.findall(haystack):
        plain = run.translate(bytes.maketrans(b"-_", b"+/"))
        for offset in range(4):
            piece = plain[offset : offset + (len(plain) - offset) // 4 * 4]
            yield base64.b64decode(piece)
    for found in _COMPRESSED.finditer(haystack):
        reader = zlib.decompressobj(wbits=zlib.MAX_WBITS | 32)
        try:
            yield reader.decompress(haystack[found.start() :], _LARGEST)
        except zlib.error:
            continue
