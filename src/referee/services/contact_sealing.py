"""A contact's address at rest: sealed like a move, together with the token of the link that stops it."""

from dataclasses import dataclass, field

from referee.sealing import SEALED_PREFIX, Place, Unreadable, sealed_by
from referee.services.context import Context
from referee.storage import contacts


@dataclass(frozen=True, slots=True)
class Reached:
    """Where a contact is reached, and the token with which it confirms and stops."""

    address: str = field(repr=False)
    token: str = field(repr=False)


def sealed_contact(ctx: Context, contact_id: str, reached: Reached) -> bytes:
    """An address and its token as they are stored."""
    payload = {"address": reached.address, "token": reached.token}
    return ctx.sealer.seal(_place(contact_id), payload, nonce=ctx.new_seed())


def opened_contact(ctx: Context, contact_id: str, sealed: bytes) -> Reached:
    """An address and its token as they were. Raises `sealing.Unreadable`."""
    payload = ctx.sealer.unseal(_place(contact_id), sealed)
    return Reached(address=str(payload["address"]), token=str(payload["token"]))


def secrets_of_contacts(ctx: Context) -> dict[str | None, int]:
    """How many addresses each secret has sealed, by its name; None for a form that is not known."""
    with ctx.store.read() as connection:
        found = contacts.sealed_prefixes(connection, SEALED_PREFIX)
    counts: dict[str | None, int] = {}
    for _, prefix in found:
        name = sealed_by(prefix)
        counts[name] = counts.get(name, 0) + 1
    return counts


def seal_contacts_anew(ctx: Context) -> int:
    """Seal by the present secret what older ones have sealed, so that those can go; says how many.

    A contact may last as long as a match, and its address is no round's secret that ends with the round.
    """
    with ctx.store.read() as connection:
        found = contacts.sealed_prefixes(connection, SEALED_PREFIX)
    older = [
        contact_id
        for contact_id, prefix in found
        if sealed_by(prefix) in ctx.sealer.names and sealed_by(prefix) != ctx.sealer.name
    ]
    done = 0
    for contact_id in older:
        with ctx.store.write() as connection:
            row = contacts.contact_row(connection, contact_id)
            if row is None or row.sealed is None:
                continue
            try:
                reached = opened_contact(ctx, contact_id, row.sealed)
            except Unreadable:
                continue
            sealed = sealed_contact(ctx, contact_id, reached)
            done += contacts.seal_anew(connection, contact_id, before=row.sealed, sealed=sealed)
    return done


def _place(contact_id: str) -> Place:
    """No match has such an id, no phase this number."""
    return Place(match=f"contact {contact_id}", phase=0, seat=0, version=0)
