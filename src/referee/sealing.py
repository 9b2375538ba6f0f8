"""Sealing: what is promised about a move before anybody may read it, and how it lies in the database.

Pure: nothing here reads a clock or makes chance; random bytes are handed in.

A *commitment* is the SHA-256 of the canonical form (RFC 8785) of a submission with a random nonce. The
player has it at once, move and nonce are published when the phase closes, and any SHA-256 tool can tell
whether they belong together.

*At rest* a move is encrypted with AES-256-GCM, under a key of its phase's own, derived by HKDF from the
server's secret. Where it belongs is bound to it, so that a sealed move cannot be passed off as another
seat's or another version's; and all sealed moves are equally long, so that their size tells nothing. What
is stored says by which secret it was sealed: one byte for the form, eight for the secret's name, twelve of
nonce, then the ciphertext. So a secret can be replaced by a new one while phases are open.

The *record* of a match is a chain: each entry names the hash of the one before, so that no entry can be
changed, left out or put in without changing every hash after it.
"""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
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

SEALED_PREFIX = 9
"""How many of a sealed move's first bytes say by which secret it was sealed."""

_FORMAT = b"\x01"
_NAME_LENGTH = 8
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


class SecretMissing(Unreadable):
    """The move was sealed by a secret that the server does not hold; ``name`` is that secret's."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"This was sealed by the server's secret {name}, which the server does not hold."
        )
        self.name = name


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


def secret_name(secret: bytes) -> str:
    """What a secret is called, 16 hex digits: it tells secrets apart and nothing of what they are."""
    return _derived(secret, b"name", _NAME_LENGTH).hex()


def sealed_by(sealed: bytes) -> str | None:
    """The name of the secret that sealed this; its first `SEALED_PREFIX` bytes will do.

    None if it was sealed in a form that is not known here.
    """
    if sealed[:1] != _FORMAT or len(sealed) < SEALED_PREFIX:
        return None
    return sealed[1:SEALED_PREFIX].hex()


class Sealer:
    """Everything that is derived from the server's secret.

    ``secret`` is at least 32 random bytes. Whoever holds it and the database can read every move; whoever
    lacks either cannot. ``older`` are secrets that were used before: what they sealed can still be opened,
    and nothing is sealed by them any more.
    """

    def __init__(self, secret: bytes, older: Iterable[bytes] = ()) -> None:
        held = (secret, *older)
        if any(len(one) < SECRET_LENGTH for one in held):
            raise ValueError(f"a server's secret has at least {SECRET_LENGTH} bytes")
        self._secret = secret
        self._by_name = {secret_name(one): one for one in held}
        self.name = secret_name(secret)
        self._cipher = lru_cache(maxsize=1024)(self._new_cipher)

    def __repr__(self) -> str:
        return "Sealer(…)"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all secrets held, the present one first."""
        return tuple(self._by_name)

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
        sealed = self._cipher(self.name, place.match, place.phase).encrypt(
            nonce, plain.ljust(SEALED_LENGTH, b" "), canonical(list(place))
        )
        return _FORMAT + bytes.fromhex(self.name) + nonce + sealed

    def unseal(self, place: Place, sealed: bytes) -> dict[str, JsonValue]:
        """The payload that was sealed for this place.

        Raises `SecretMissing` if the secret that sealed it is not held, `Unreadable` if it is not that.
        """
        name = sealed_by(sealed)
        if name is None:
            raise Unreadable("this move was sealed in a form that is not known here")
        if name not in self._by_name:
            raise SecretMissing(name)
        body = sealed[SEALED_PREFIX + _NONCE_LENGTH :]
        nonce = sealed[SEALED_PREFIX : SEALED_PREFIX + _NONCE_LENGTH]
        try:
            plain = self._cipher(name, place.match, place.phase).decrypt(
                nonce, body, canonical(list(place))
            )
        except (InvalidTag, ValueError) as wrong:
            raise Unreadable("a sealed move does not open: it has been changed") from wrong
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

    def _new_cipher(self, name: str, match: str, phase: int) -> AESGCM:
        info = b"sealed move " + canonical([match, phase])
        return AESGCM(_derived(self._by_name[name], info, 32))


def _derived(secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length=length, salt=None, info=info).derive(secret)


def token_hash(token: str) -> str:
    """What is stored of a link's token: its SHA-256 in hex. Tokens are random, so no salt is needed."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
