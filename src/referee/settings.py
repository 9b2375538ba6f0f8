"""Everything an operator can set: environment variables that begin with REFEREE_, or a file .env."""

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """One server's settings."""

    model_config = SettingsConfigDict(
        env_prefix="REFEREE_", env_file=".env", extra="ignore", frozen=True
    )

    database_url: str = Field(
        default="sqlite:///data/referee.sqlite3",
        description="Where everything is kept: sqlite:///FILE, or postgresql://USER:PASSWORD@HOST/DATABASE.",
    )
    base_url: str = Field(
        default="http://127.0.0.1:8000",
        description="The address under which people reach the server, as it stands in links and posts.",
    )
    secret: SecretStr | None = Field(
        default=None,
        description=(
            "At least 32 random characters from which the keys are made that seal moves. All processes on "
            "one database need the same. Without it one is made and kept in the secret file."
        ),
    )
    secret_file: Path | None = Field(
        default=None,
        description=(
            "The file that keeps the secret when none is set. Beside the SQLite file by default; with "
            "PostgreSQL there is no default, so that two machines do not each make their own."
        ),
    )
    old_secrets: SecretStr | None = Field(
        default=None,
        description=(
            "Secrets used before, separated by spaces: what they have sealed can still be opened. See "
            "`referee rotate-secret`."
        ),
    )
    host: str = Field(default="127.0.0.1", description="The address to listen on.")
    port: int = Field(default=8000, ge=0, le=65535, description="The port to listen on.")
    trusted_proxies: str = Field(
        default="127.0.0.1",
        description=(
            "Addresses of reverse proxies, separated by commas, whose word about a visitor's address is taken."
        ),
    )
    worker: bool = Field(
        default=True,
        description="Whether `referee serve` closes what is due by itself, or leaves it to `referee worker`.",
    )
    poll_seconds: float = Field(
        default=1.0, gt=0, le=60, description="How often the worker looks for what is due."
    )
    downtime_minutes: int = Field(
        default=15,
        ge=1,
        le=60 * 24 * 60,
        description=(
            "After so many minutes without a worker no deadline closes a round; first the rounds it concerns "
            "get the lost time back, and at least an hour."
        ),
    )
    mail_host: str | None = Field(
        default=None,
        description="The mail server that takes notices to players. Without one none go by mail.",
    )
    mail_port: int = Field(default=587, ge=1, le=65535, description="Its port.")
    mail_security: Literal["starttls", "tls", "none"] = Field(
        default="starttls",
        description="How the connection to it is encrypted: after a greeting, from the start (port 465), or not.",
    )
    mail_user: str | None = Field(
        default=None, description="The name to log in with there, if it asks for one."
    )
    mail_password: SecretStr | None = Field(default=None, description="The password to that name.")
    mail_password_file: Path | None = Field(
        default=None, description="A file that holds the password, where it is not set."
    )
    mail_from: str | None = Field(
        default=None,
        description="What stands under From, such as Referee <referee@games.example>. Needed with a mail server.",
    )
    mail_ca_file: Path | None = Field(
        default=None,
        description="Certificates to trust of a mail server of your own, in PEM; those of the system if left out.",
    )
    mail_timeout_seconds: float = Field(
        default=20.0, gt=0, le=30, description="How long one step of sending a mail may take."
    )
    targets: str = Field(
        default="discord,ntfys,tgram,slack,gchat,pover",
        description=(
            "What players may have notices sent to beside mail, separated by commas: discord, ntfys, ntfy (not "
            "encrypted), tgram (Telegram), slack, gchat, pover (Pushover). All but ntfy need the extra `notices`. "
            "Empty for none."
        ),
    )
    target_hosts: str = Field(
        default="",
        description=(
            "Hosts of ntfy servers that players may name although they are not on the open internet, as HOST or "
            "HOST:PORT, separated by commas."
        ),
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="The least that is logged. Links and moves never are."
    )
    log_format: Literal["text", "json"] = Field(
        default="text", description="Logs for people, or one JSON object a line."
    )

    @field_validator("base_url")
    @classmethod
    def _no_slash_at_the_end(cls, url: str) -> str:
        if not url.startswith(("http://", "https://")):
            raise ValueError("an address begins with http:// or https://")
        return url.rstrip("/")
