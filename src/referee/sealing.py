"""Sealing: what is promised about a move before anybody may read it, and how it lies in the database.

Pure: nothing here reads a clock or makes chance; random bytes are handed in.

A *commitment* is the SHA-256 of the canonical form (RFC 8785) of a submission with a random nonce. The
player has it at once, move and nonce are published when the phase closes, and any SHA-256 tool can tell
whether they belong together.

*At rest* a move is encrypted with AES-256-GCM, under a key of its phase's own, derived by HKDF from the
server's secret. Where it belongs is bound to it, so that a sealed move cannot be passed off as another
seat's or another version's; and all sealed moves are equally long, so that their size tells nothing.

The *record* of a match is a chain: each entry names the hash of the one before, so that no entry can be
changed, left out or put in without changing every hash after it.
"""

import base64
import hashlib
import hmac
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from pydantic import JsonValue

SEALED_LENGTH = 2048
"""Bytes of a sealed payload before encryption: every move is padded to it."""

SECRET_LENGTH = 32
"""The fewest bytes a server's secret may have."""

SHORT_DIGITS = 20
"""Hex digits of a record's hash that people are shown: 80 bits."""

_FORMAT = b"\x01"
_NONCE_LENGTH = 12
_LARGEST_INTEGER = 2**53 - 1


class Place(NamedTuple):
    """Where a submission belongs: match, phase number, seat number, version."""

    match: str
    phase: int
    seat: int
    version: int


class TooLong(ValueError):
    """The payload does not fit the fixed length."""


class Unreadable(ValueError):
    """The sealed bytes are not what was sealed for this place with this secret."""


def canonical(value: JsonValue) -> bytes:
    """The canonical form of RFC 8785: keys in UTF-16 order, no spaces, UTF-8.

    For values without fractions: raises ValueError for a float, for an integer that JavaScript cannot
    hold exactly, and for text that is not Unicode (a lone surrogate).
    """
    return json.dumps(
        _ordered(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False
    ).encode("utf-8")


def _ordered(value: JsonValue) -> JsonValue:
    if isinstance(value, Mapping):
        return {
            key: _ordered(value[key])
            for key in sorted(value, key=lambda key: key.encode("utf-16-be"))
        }
    if isinstance(value, list | tuple):
        return [_ordered(item) for item in value]
    if isinstance(value, float):
        raise ValueError("the canonical form here has no fractions")
    if isinstance(value, int) and abs(value) > _LARGEST_INTEGER:
        raise ValueError("an integer of the canonical form has at most 53 bits")
    return value


def committed_form(place: Place, move: JsonValue, nonce: str) -> dict[str, JsonValue]:
    """What a commitment covers; ``move`` is null for a withdrawal."""
    return {
        "match": place.match,
        "phase": place.phase,
        "seat": place.seat,
        "version": place.version,
        "move": move,
        "nonce": nonce,
    }


def commitment(place: Place, move: JsonValue, nonce: str) -> str:
    """The SHA-256, in hex, of a submission's canonical form."""
    return digest(committed_form(place, move, nonce))


def digest(value: JsonValue) -> str:
    """The SHA-256, in hex, of a value's canonical form."""
    return hashlib.sha256(canonical(value)).hexdigest()


def derived_nonce(seed: bytes, purpose: str) -> str:
    """A nonce in hex that whoever knows the match's seed can make again, and nobody else can guess.

    Its own key for each purpose: knowing some of them tells nothing of the seed or of the others, nor of
    the dice, whose messages begin with other words.
    """
    return hmac.new(seed, f"nonce {purpose}".encode("ascii"), hashlib.sha256).hexdigest()


def short_hash(record: str) -> str:
    """A record's hash as people compare it: its first 80 bits, "3F2A-91C0-77DE-0B14-A5F3"."""
    return "-".join(record[at : at + 4].upper() for at in range(0, SHORT_DIGITS, 4))


class Sealer:
    """Everything that is derived from the server's secret.

    ``secret`` is at least 32 random bytes. Whoever holds it and the database can read every move; whoever
    lacks either cannot.
    """

    def __init__(self, secret: bytes) -> None:
        if len(secret) < SECRET_LENGTH:
            raise ValueError(f"a server's secret has at least {SECRET_LENGTH} bytes")
        self._secret = secret
        self._cipher = lru_cache(maxsize=1024)(self._new_cipher)

    def __repr__(self) -> str:
        return "Sealer(…)"

    def seal(self, place: Place, payload: Mapping[str, JsonValue], *, nonce: bytes) -> bytes:
        """The payload, padded and encrypted. ``nonce`` is at least 12 fresh random bytes.

        Raises `TooLong` if its canonical form has more than `SEALED_LENGTH` bytes.
        """
        plain = canonical(dict(payload))
        if len(plain) > SEALED_LENGTH:
            raise TooLong(
                f"a sealed payload has at most {SEALED_LENGTH} bytes, this one {len(plain)}"
            )
        nonce = nonce[:_NONCE_LENGTH]
        sealed = self._cipher(place.match, place.phase).encrypt(
            nonce, plain.ljust(SEALED_LENGTH, b" "), canonical(list(place))
        )
        return _FORMAT + nonce + sealed

    def unseal(self, place: Place, sealed: bytes) -> dict[str, JsonValue]:
        """The payload that was sealed for this place. Raises `Unreadable` if it is not that."""
        if sealed[:1] != _FORMAT:
            raise Unreadable("this move was sealed in a form that is not known here")
        nonce, body = sealed[1 : 1 + _NONCE_LENGTH], sealed[1 + _NONCE_LENGTH :]
        try:
            plain = self._cipher(place.match, place.phase).decrypt(
                nonce, body, canonical(list(place))
            )
        except (InvalidTag, ValueError) as wrong:
            raise Unreadable(
                "a sealed move does not open: the server's secret has changed, or the row has"
            ) from wrong
        payload: dict[str, JsonValue] = json.loads(plain)
        return payload

    def token(self, purpose: str, request_id: str) -> str:
        """A 256-bit link token that the same request always gets: a form sent twice yields one link.

        The token itself is stored nowhere; it is made again from the request's id, which the one who
        asked has and nobody else.
        """
        message = canonical(["token", purpose, request_id])
        digest = hmac.new(self._secret, message, hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode("ascii")

    def pseudonym(self, purpose: str, who: str) -> str:
        """A name in hex under which somebody can be counted, and from which nobody learns who it is."""
        message = canonical(["pseudonym", purpose, who])
        return hmac.new(self._secret, message, hashlib.sha256).hexdigest()

    def _new_cipher(self, match: str, phase: int) -> AESGCM:
        info = b"sealed move " + canonical([match, phase])
        return AESGCM(HKDF(SHA256(), length=32, salt=None, info=info).derive(self._secret))


def token_hash(token: str) -> str:
    """What is stored of a link's token: its SHA-256 in hex. Tokens are random, so no salt is needed."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
