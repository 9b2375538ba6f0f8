"""Which hosts a server may be sent to by what a player typed: those of the open internet, and no others.

A name is looked up, and every address it has must be a public one; whoever connects then connects to one of
the addresses that were checked, never to the name, which could lead elsewhere by then. What the operator
has allowed by name (an ntfy of their own, say) is taken as it is.
"""

import ipaddress
import socket
from collections.abc import Callable, Collection

from referee.services.senders import Undelivered, Unusable

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Lookup = Callable[[str, int], list[str]]
"""The addresses of a host, in the order of preference. Raises OSError if there are none."""

PORTS = frozenset({80, 443, 8080, 8443})
"""Ports that speak HTTP; on any other a request could be taken for something else."""

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


def system_lookup(host: str, port: int) -> list[str]:
    """What the system says, by its hosts file or by DNS."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def is_public(address: Address) -> bool:
    """Whether an address belongs to the open internet, and so does any other that is wrapped in it."""
    if isinstance(address, ipaddress.IPv6Address) and address.is_site_local:
        return False
    inner = _wrapped(address)
    if inner is not None:
        return is_public(inner)
    return (
        address.is_global
        and not address.is_multicast
        and not address.is_reserved
        and not address.is_loopback
        and not address.is_link_local
        and not address.is_unspecified
    )


def _wrapped(address: Address) -> Address | None:
    """The IPv4 address inside an IPv6 one that leads to it: mapped, 6to4, Teredo, NAT64."""
    if isinstance(address, ipaddress.IPv4Address):
        return None
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address.teredo is not None:
        return address.teredo[1]
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return None


class Hosts:
    """Judges hosts; ``allowed`` are those, as HOST or HOST:PORT, that the operator vouches for."""

    def __init__(self, allowed: Collection[str] = (), lookup: Lookup = system_lookup) -> None:
        self._allowed = frozenset(one.lower() for one in allowed)
        self._lookup = lookup

    def is_allowed(self, host: str, port: int) -> bool:
        """Whether the operator vouches for this host."""
        return host in self._allowed or f"{host}:{port}" in self._allowed

    def require(self, host: str, port: int) -> None:
        """Refuse a host as it is typed. Raises `Unusable`."""
        if self.is_allowed(host, port):
            return
        if port not in PORTS:
            ports = ", ".join(str(one) for one in sorted(PORTS))
            raise Unusable(f"Only the ports {ports} will do.")
        try:
            addresses = self._lookup(host, port)
        except OSError:
            addresses = []
        # The same words for a host that is not there: nobody is to try out names of the inside.
        if not addresses or not all(_is_public_text(one) for one in addresses):
            raise Unusable(
                f"“{host}” is not on the open internet. Whoever runs this server can allow it by name."
            )

    def checked(self, host: str, port: int) -> str:
        """An address of the host to connect to now. Raises `Undelivered`."""
        try:
            addresses = self._lookup(host, port)
        except OSError:
            raise Undelivered("no such host", again=True, whose="recipient") from None
        is_good = self.is_allowed(host, port) or (
            port in PORTS and all(_is_public_text(one) for one in addresses)
        )
        if not addresses or not is_good:
            raise Undelivered("a host that is not public", again=False, whose="recipient")
        return addresses[0]


def _is_public_text(address: str) -> bool:
    try:
        return is_public(ipaddress.ip_address(address.partition("%")[0]))
    except ValueError:
        return False
