"""Pushes to an ntfy server, which anybody may run: so the host is the player's to choose, and is checked.

Not by apprise, which would look the host up again after it was checked. Here the connection goes to the very
address that was, with the host's name only in the request and in the certificate that is asked for.
"""

import asyncio
import ssl

import httpx

from referee.notifying.hosts import Hosts
from referee.notifying.target_addresses import Target
from referee.services.senders import Push, Undelivered, Unsure

TIMEOUT = 15.0
"""Seconds for all of it, however slowly the other side talks."""

_NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.UnsupportedProtocol)
_TRY_AGAIN = (408, 425, 429)


class NtfySender:
    """Sends by ntfy's JSON form. ``tls`` is for certificates of an operator's own."""

    def __init__(
        self, hosts: Hosts, *, tls: ssl.SSLContext | None = None, timeout: float = TIMEOUT
    ) -> None:
        self._hosts = hosts
        self._tls = tls or ssl.create_default_context()
        self._timeout = timeout

    def send(self, target: Target, push: Push) -> None:
        """Hand a message over. Raises `Undelivered` or `Unsure`."""
        address = self._hosts.checked(target.host, target.port)
        asyncio.run(self._send(target, address, push))

    async def _send(self, target: Target, address: str, push: Push) -> None:
        scheme = "https" if target.scheme.slug == "ntfys" else "http"
        there = f"[{address}]" if ":" in address else address
        body = {
            "topic": target.parts["topic"],
            "title": push.title,
            "message": push.text,
            "click": push.url,
        }
        try:
            # No proxy, netrc or certificate of this process's environment; nothing leads elsewhere.
            async with (
                asyncio.timeout(self._timeout),
                httpx.AsyncClient(
                    verify=self._tls,
                    trust_env=False,
                    follow_redirects=False,
                    timeout=self._timeout,
                ) as client,
                client.stream(
                    "POST",
                    f"{scheme}://{there}:{target.port}/",
                    json=body,
                    headers={"Host": target.parts["place"], "User-Agent": "Referee"},
                    extensions={"sni_hostname": target.host},
                ) as response,
            ):
                status = response.status_code
        except _NEVER_SENT as failed:
            raise Undelivered(type(failed).__name__, again=True, whose="recipient") from None
        except (httpx.HTTPError, OSError, TimeoutError, ValueError) as failed:
            raise Unsure(type(failed).__name__) from None
        if not 200 <= status < 300:
            again = status in _TRY_AGAIN or status >= 500
            raise Undelivered(f"refused ({status})", again=again, whose="recipient")
