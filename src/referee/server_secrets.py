"""The server's secrets: where they are kept, how one is made at the first start, and how it is replaced.

The present secret seals; older ones are kept only so that what they have sealed can be opened until its
round closes. They are either set (REFEREE_SECRET, REFEREE_OLD_SECRETS) or lie in the secret file, in hex,
one a line, the present one first.
"""

import hashlib
import os
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import make_url

from referee.sealing import SECRET_LENGTH, secret_name
from referee.settings import Settings


class CannotStart(Exception):
    """The settings do not make a server; says in one sentence what to set."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """What has become of the secrets: the names of those held now, the present one first.

    ``to_set`` is the new secret where it has to be set by hand, because it is not kept in a file.
    """

    names: tuple[str, ...]
    to_set: str | None = None


def server_secrets(settings: Settings) -> tuple[bytes, ...]:
    """The present secret and then the older ones: as set, or from the secret file.

    The file is made at the first start. Raises `CannotStart`.
    """
    older = () if settings.old_secrets is None else settings.old_secrets.get_secret_value().split()
    if settings.secret is not None:
        return tuple(
            _typed("REFEREE_SECRET" if at == 0 else "A secret in REFEREE_OLD_SECRETS", text)
            for at, text in enumerate((settings.secret.get_secret_value(), *older))
        )
    return (
        *_made_or_read(_file(settings)),
        *(_typed("A secret in REFEREE_OLD_SECRETS", text) for text in older),
    )


def replace_secret(settings: Settings) -> Replaced:
    """Put a new secret before the present one, which becomes the first of the older ones.

    Where the secret is set and not kept in a file, nothing changes: what to set is returned. The server
    must not run meanwhile: its processes would go on sealing by the secret they know. Raises `CannotStart`.
    """
    if settings.secret is not None:
        to_set = secrets.token_hex(SECRET_LENGTH)
        held = (_typed("A new secret", to_set), *server_secrets(settings))
        return Replaced(tuple(secret_name(one) for one in held), to_set=to_set)
    file = _file(settings)
    held = (secrets.token_bytes(SECRET_LENGTH), *_made_or_read(file))
    _write(file, held)
    return Replaced(tuple(secret_name(one) for one in held))


def forget_secrets(settings: Settings, names: Collection[str]) -> None:
    """Take these older secrets out of the secret file; the present one stays whatever is said.

    Raises `CannotStart`, also where the secrets are set and not kept in a file.
    """
    if settings.secret is not None:
        raise CannotStart(
            "The secret is set, and not kept in a file: take the old ones out of REFEREE_OLD_SECRETS."
        )
    file = _file(settings)
    present, *older = _made_or_read(file)
    _write(file, [present, *(one for one in older if secret_name(one) not in names)])


def sqlite_file(settings: Settings) -> Path | None:
    """The database's file, if it has one. Raises `CannotStart` if that is no database's address."""
    try:
        url = make_url(settings.database_url)
    except Exception:
        raise CannotStart("REFEREE_DATABASE_URL is not a database's address.") from None
    if url.get_backend_name() != "sqlite" or not url.database:
        return None
    return Path(url.database)


def _typed(what: str, text: str) -> bytes:
    if len(text) < SECRET_LENGTH:
        raise CannotStart(
            f"{what} has {len(text)} characters; it needs at least {SECRET_LENGTH} random ones."
        )
    # Whatever alphabet it was typed in, the keys derive from 32 bytes.
    return hashlib.sha256(text.encode()).digest()


def _file(settings: Settings) -> Path:
    if settings.secret_file is not None:
        return settings.secret_file
    database = sqlite_file(settings)
    if database is None:
        raise CannotStart(
            "With PostgreSQL set REFEREE_SECRET or REFEREE_SECRET_FILE, the same for all processes."
        )
    return database.with_name(f"{database.name}.secret")


def _made_or_read(file: Path) -> tuple[bytes, ...]:
    try:
        # Written whole under another name and then linked: nobody ever reads half a secret, and of two
        # processes that start at once the second finds the first one's.
        if not file.exists():
            draft = _draft(file, [secrets.token_bytes(SECRET_LENGTH)])
            try:
                os.link(draft, file)
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        held = tuple(bytes.fromhex(line) for line in file.read_text(encoding="ascii").split())
    except (OSError, ValueError) as wrong:
        raise CannotStart(
            f"The secret in {file} cannot be read or made: {type(wrong).__name__}."
        ) from None
    if not held or any(len(one) < SECRET_LENGTH for one in held):
        raise CannotStart(f"The secret in {file} is too short; it has been damaged.")
    return held


def _write(file: Path, held: Sequence[bytes]) -> None:
    """Replace the file as a whole: whoever reads it meanwhile reads all of the old or all of the new."""
    try:
        _draft(file, held).replace(file)
    except OSError as wrong:
        raise CannotStart(f"The secret file {file} cannot be written: {wrong.strerror}.") from None


def _draft(file: Path, held: Sequence[bytes]) -> Path:
    draft = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as opened:
        opened.writelines(f"{one.hex()}\n" for one in held)
        opened.flush()
        os.fsync(opened.fileno())
    return draft
