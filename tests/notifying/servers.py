"""Real servers on this machine that tests send to: mail servers of several tempers, and one for pushes."""

import asyncio
import ipaddress
import json
import ssl
import threading
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

Serve = Callable[[], Awaitable[asyncio.AbstractServer]]


class Background:
    """A server in a thread with a loop of its own, for ``with``; ``port`` is where it listens."""

    def __init__(self, serve: Serve) -> None:
        self._serve = serve
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self.port = 0

    def __enter__(self) -> "Background":
        self._thread.start()
        self._server = self.run(self._started())
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def _started(self) -> asyncio.AbstractServer:
        return await self._serve()

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Something done in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    def _transports(self) -> list[asyncio.Transport]:
        """The connections that are open still; the loop keeps them by their sockets."""
        return list(getattr(self._loop, "_transports", {}).values())

    def __exit__(self, *_: object) -> None:
        async def end() -> None:
            self._server.close()
            tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for transport in self._transports():
                transport.abort()
            await asyncio.sleep(0.01)  # in which they are closed

        self.run(end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@dataclass
class Inbox:
    """What a mail server does with what it gets; takes everything unless it is told otherwise."""

    messages: list[EmailMessage] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    encrypted: list[bool] = field(default_factory=list)
    rcpt_answer: str = "250 OK"
    data_answer: str = "250 OK"
    hangs_after_data: bool = False

    async def handle_RCPT(
        self, server: Any, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.rcpt_answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.rcpt_answer

    async def handle_DATA(self, server: Any, session: Session, envelope: Envelope) -> str:
        content = envelope.content
        assert isinstance(content, bytes)
        if self.data_answer.startswith("250"):
            parsed = BytesParser(policy=policy.default).parsebytes(content)
            assert isinstance(parsed, EmailMessage)
            self.messages.append(parsed)
            self.recipients += envelope.rcpt_tos
            self.encrypted.append(server.transport.get_extra_info("sslcontext") is not None)
        if self.hangs_after_data:
            await asyncio.sleep(3600)
        return self.data_answer


def mail_server(
    inbox: Inbox,
    *,
    tls: ssl.SSLContext | None = None,
    starttls: ssl.SSLContext | None = None,
    password: str | None = None,
) -> Background:
    """A mail server on 127.0.0.1: plain, encrypted from the start, or after a greeting."""

    def authenticate(
        server: Any, session: Any, envelope: Any, mechanism: str, data: Any
    ) -> AuthResult:
        return AuthResult(success=data.password == (password or "").encode())

    def protocol() -> SMTP:
        return SMTP(
            inbox,
            hostname="mail.test",
            tls_context=starttls,
            require_starttls=starttls is not None,
            authenticator=None if password is None else authenticate,
            auth_required=password is not None,
            auth_require_tls=tls is None,
            loop=asyncio.get_running_loop(),
        )

    async def serve() -> asyncio.AbstractServer:
        return await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", 0, ssl=tls)

    return Background(serve)


def silent_server(connections: list[object]) -> Background:
    """Something that takes connections and never says a word."""

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.append(writer)
        try:
            await reader.read()
        finally:
            writer.close()

    async def serve() -> asyncio.AbstractServer:
        return await asyncio.start_server(listen, "127.0.0.1", 0)

    return Background(serve)


@dataclass
class Requests:
    """What an HTTP server was asked, and what it answers: a status with headers, or drop by drop, or nothing."""

    heads: list[str] = field(default_factory=list)
    bodies: list[Any] = field(default_factory=list)
    answer: bytes = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
    drips: bool = False
    hangs: bool = False


def http_server(requests: Requests, *, tls: ssl.SSLContext | None = None) -> Background:
    """An HTTP server on 127.0.0.1 that stands for an ntfy."""

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = next(
                int(line.split(":")[1])
                for line in head.split("\r\n")
                if line.lower().startswith("content-length:")
            )
            requests.heads.append(head)
            requests.bodies.append(json.loads(await reader.readexactly(length)))
            if requests.hangs:
                await asyncio.sleep(3600)
            if requests.drips:
                writer.write(b"HTTP/1.1 200 OK\r\n")
                while True:
                    writer.write(b"X-More: 1\r\n")
                    await writer.drain()
                    await asyncio.sleep(0.05)
            writer.write(requests.answer)
            await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()

    async def serve() -> asyncio.AbstractServer:
        return await asyncio.start_server(listen, "127.0.0.1", 0, ssl=tls)

    return Background(serve)


@dataclass(frozen=True)
class Certificate:
    """A certificate for names on this machine, that nobody but the holder of its file trusts."""

    file: Path

    @property
    def server(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.file)
        return context

    @property
    def client(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.file))


def new_certificate(folder: Path, *names: str) -> Certificate:
    """A self-signed certificate for these names (and for 127.0.0.1 as an address)."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "tests")])
    # The certificate's time is the machine's own: TLS knows no other clock.
    now = datetime.fromtimestamp(folder.stat().st_mtime, UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=2))
        .add_extension(
            x509.SubjectAlternativeName(
                [
                    *(x509.DNSName(one) for one in names),
                    x509.IPAddress(ipaddress.ip_address("127.0.0.1")),
                ]
            ),
            critical=False,
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    file.write_bytes(
        certificate.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return Certificate(file)
