"""Tokens and seeds that look random and repeat, so that a test which failed once fails again."""

from base64 import urlsafe_b64encode
from hashlib import sha256
from itertools import count


class Chance:
    """What `secrets` gives a real server, drawn from a name: for one name always the same, in order."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._drawn = count()

    def new_seed(self) -> bytes:
        """The next 32 bytes."""
        return sha256(f"{self._name} {next(self._drawn)}".encode()).digest()

    def new_token(self) -> str:
        """The next token, of 256 bits and as long as a real one."""
        return urlsafe_b64encode(self.new_seed()).rstrip(b"=").decode()
