"""Mail by SMTP, one message a connection, with a limit to how long the other side may take.

Everything up to the message itself can fail without harm: then it was certainly not taken. Once the message
is on its way, only the server's answer tells; if none comes, it may have been (`Unsure`).
"""

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from email import policy
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path
from typing import Literal

from aiosmtplib import (
    SMTP,
    SMTPDataError,
    SMTPException,
    SMTPRecipientRefused,
    SMTPResponseException,
)

from referee.services.senders import Mail, Undelivered, Unsure, Whose

Security = Literal["starttls", "tls", "none"]

_POLICY = policy.SMTP.clone(max_line_length=998)
"""Lines as long as RFC 5322 allows: in shorter ones a long link would be encoded in pieces, and be no link."""

_PATIENCE = 2
"""How many times as long as one step the whole may take."""


@dataclass(frozen=True, slots=True)
class Relay:
    """The mail server that takes our mail, and how it is spoken to; ``sender`` is what stands under From.

    ``timeout`` are seconds for each step.
    """

    host: str
    port: int
    security: Security
    sender: str
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    ca_file: Path | None = None
    timeout: float = 20


class SmtpMailer:
    """Hands mail to a relay. Safe to use from several threads; each message has a connection of its own."""

    def __init__(self, relay: Relay, *, base_url: str) -> None:
        """Raises ValueError if the relay's sender is no address."""
        self._relay = relay
        self._name, self._address = sender_parts(relay.sender)
        self._is_https = base_url.startswith("https:")
        self._tls = ssl.create_default_context(cafile=relay.ca_file)

    def send(self, mail: Mail) -> None:
        """Hand a message over. Raises `Undelivered` or `Unsure`."""
        message = self.message(mail).as_bytes(policy=_POLICY)
        asyncio.run(self._send(mail.to, message))

    def message(self, mail: Mail) -> EmailMessage:
        """The message as it is sent. No header can hold a line break: `EmailMessage` refuses one."""
        domain = self._address.rpartition("@")[2]
        message = EmailMessage(policy=_POLICY)
        message["From"] = Address(display_name=self._name, addr_spec=self._address)
        message["To"] = Address(addr_spec=mail.to)
        message["Subject"] = mail.subject
        message["Date"] = mail.at
        message["Message-ID"] = f"<{mail.message_id}@{domain}>"
        message["Auto-Submitted"] = "auto-generated"
        message["List-Unsubscribe"] = f"<{mail.leave_url}>"
        if self._is_https:
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(mail.text, cte="quoted-printable")
        return message

    async def _send(self, to: str, message: bytes) -> None:
        relay = self._relay
        client = SMTP(
            hostname=relay.host,
            port=relay.port,
            use_tls=relay.security == "tls",
            start_tls=False,
            timeout=relay.timeout,
            tls_context=self._tls,
            # Left out, this machine's own name would be looked up, and told to the relay.
            local_hostname=self._address.rpartition("@")[2],
        )
        is_under_way = is_taken = False
        transport = None
        try:
            async with asyncio.timeout(relay.timeout * _PATIENCE):
                await _definitely(client.connect, whose="server")
                transport = client.transport
                if relay.security == "starttls":
                    await _definitely(client.starttls, whose="server")
                    transport = client.transport
                if relay.user is not None:
                    user, password = relay.user, relay.password or ""
                    await _definitely(lambda: client.login(user, password), whose="server")
                await _definitely(lambda: client.mail(self._address), whose="server")
                await _definitely(lambda: client.rcpt(to), whose="recipient")
                is_under_way = True
                await _handed_over(client, message)
                is_taken = True
                with suppress(SMTPException, OSError):
                    await client.quit()
        except TimeoutError:
            if is_taken:
                return
            if is_under_way:
                raise Unsure("the relay did not answer") from None
            raise Undelivered("the relay did not answer", again=True, whose="server") from None
        finally:
            await _hang_up(client, transport)


async def _hang_up(client: SMTP, transport: asyncio.BaseTransport | None) -> None:
    """Let the connection go at once: whoever does not answer is not waited for to say goodbye either."""
    client.close()
    if isinstance(transport, asyncio.Transport):
        transport.abort()
        await asyncio.sleep(0)  # once for the encryption, once for the connection under it
        await asyncio.sleep(0)


async def _definitely(step: Callable[[], Awaitable[object]], *, whose: Whose) -> None:
    """A step before the message: if it fails, nothing was taken. What is refused for good is not tried again."""
    try:
        await step()
    except SMTPResponseException as refused:
        is_final = 500 <= refused.code < 600 and whose == "recipient"
        raise Undelivered(f"refused ({refused.code})", again=not is_final, whose=whose) from None
    except (SMTPException, OSError) as failed:
        # A relay that went away in the middle is not the recipient's fault.
        raise Undelivered(type(failed).__name__, again=True, whose="server") from None


async def _handed_over(client: SMTP, message: bytes) -> None:
    """The message itself. The relay's refusal is certain; its silence is not."""
    try:
        await client.data(message)
    except (SMTPDataError, SMTPRecipientRefused) as refused:
        is_final = 500 <= refused.code < 600
        raise Undelivered(
            f"refused ({refused.code})", again=not is_final, whose="recipient"
        ) from None
    except (SMTPException, OSError) as failed:
        raise Unsure(type(failed).__name__) from None


def sender_parts(sender: str) -> tuple[str, str]:
    """The name and the address of a From line: "Referee <referee@games.example>". Raises ValueError."""
    name, address = parseaddr(sender)
    if "@" not in address or any(char in sender for char in "\r\n"):
        raise ValueError("a sender looks like Referee <referee@games.example>")
    Address(display_name=name, addr_spec=address)
    return name, address
