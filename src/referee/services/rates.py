"""How often somebody may do something, counted for all processes together.

Whoever is counted is named by a keyed hash: the database, its backups and its dumps tell no address.
"""

from datetime import timedelta

from referee.services.context import Context
from referee.storage import rates
from referee.storage.rates import Allowance

__all__ = ["Allowance", "use", "wait"]


def use(ctx: Context, deed: str, who: str, allowance: Allowance) -> timedelta:
    """Count one deed. Nothing if it was allowed; if not, it was not counted: how long to wait for one."""
    key = ctx.sealer.pseudonym(f"rate of {deed}", who)
    with ctx.store.write() as connection:
        now = ctx.clock()
        if rates.use(connection, key, allowance, now):
            rates.sweep(connection, now)
            return timedelta(0)
        return max(rates.wait(connection, key, allowance, now), timedelta(microseconds=1))


def wait(ctx: Context, deed: str, who: str, allowance: Allowance) -> timedelta:
    """How long until one more would be allowed; nothing if it is now. Counts nothing."""
    key = ctx.sealer.pseudonym(f"rate of {deed}", who)
    with ctx.store.read() as connection:
        return rates.wait(connection, key, allowance, ctx.clock())
