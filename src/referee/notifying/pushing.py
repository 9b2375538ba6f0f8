"""Pushes to the targets that players typed: by apprise to services with hosts of their own, and to ntfy.

Apprise is an extra (`pip install 'pbf-referee[notices]'`). Without it only ntfy is offered.
"""

import logging
import time
from collections.abc import Collection, Mapping
from importlib import import_module
from typing import Any

from referee.notifying.hosts import Hosts
from referee.notifying.ntfy import NtfySender
from referee.notifying.target_addresses import SCHEMES, Scheme, read_target
from referee.services.senders import Push, Service, Undelivered, Unsure

_PLUGINS: Mapping[str, tuple[str, str]] = {
    "discord": ("discord", "NotifyDiscord"),
    "tgram": ("telegram", "NotifyTelegram"),
    "slack": ("slack", "NotifySlack"),
    "gchat": ("google_chat", "NotifyGoogleChat"),
    "pover": ("pushover", "NotifyPushover"),
}

CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 10.0


class Targets:
    """Everything that may be typed as a target, limited to the schemes that are offered."""

    def __init__(self, offered: Mapping[str, Scheme], ntfy: NtfySender, hosts: Hosts) -> None:
        self._offered = offered
        self._ntfy = ntfy
        self._hosts = hosts

    @property
    def services(self) -> tuple[Service, ...]:
        """The kinds of target that are offered."""
        return tuple(scheme.service for scheme in self._offered.values())

    def read(self, typed: str) -> str:
        """A target as it is kept, made of nothing but its own parts. Raises `Unusable`."""
        target = read_target(typed, self._offered)
        if target.scheme.open_host:
            self._hosts.require(target.host, target.port)
        return target.kept

    def shown(self, target: str) -> str:
        """A kept target without what is secret in it; it may be of a scheme that is no longer offered."""
        return read_target(target, SCHEMES).shown

    def send(self, target: str, push: Push) -> None:
        """Hand a message over. Raises `Undelivered` or `Unsure`."""
        read = read_target(target, SCHEMES)
        if read.scheme.slug not in self._offered:
            raise Undelivered("no longer offered", again=False, whose="server")
        if read.scheme.open_host:
            self._ntfy.send(read, push)
        else:
            _send_by_apprise(read.kept, push)


def offered_schemes(names: Collection[str]) -> dict[str, Scheme]:
    """The schemes of these names, in our order, as far as they can be sent to here.

    Raises ValueError for a name that there is not.
    """
    unknown = sorted(set(names) - set(SCHEMES))
    if unknown:
        raise ValueError(f"“{unknown[0]}” is none of {', '.join(SCHEMES)}")
    return {
        slug: scheme
        for slug, scheme in SCHEMES.items()
        if slug in names and (scheme.open_host or _apprise() is not None)
    }


def _apprise() -> Any:
    """The library, silenced; None if it is not installed. It and what it uses would log addresses."""
    try:
        import apprise  # noqa: PLC0415 (an extra)
    except ImportError:
        return None
    logging.getLogger("apprise").disabled = True
    logging.getLogger("urllib3").setLevel(logging.CRITICAL)
    return apprise


def _plugin(url: str, asset: Any) -> Any:
    """Apprise's own sender for this address. Asked for by name: apprise itself would load all 200 it has."""
    schema = url.partition(":")[0]
    module, name = _PLUGINS[schema]
    plugin = getattr(import_module(f"apprise.plugins.{module}"), name)
    read = plugin.parse_url(url)
    if not read:
        raise Undelivered("not a target", again=False, whose="recipient")
    return plugin(**{**read, "schema": schema, "asset": asset})


def _send_by_apprise(target: str, push: Push) -> None:
    """Send to a service whose host apprise knows.

    It says only whether it worked. A service that was given up on may still have taken the message; one that
    failed sooner has said no, or was never reached.
    """
    apprise = _apprise()
    if apprise is None:
        raise Undelivered("apprise is not installed", again=False, whose="server")
    asset = apprise.AppriseAsset(
        app_id="Referee",
        app_desc="Referee",
        async_mode=False,
        http_redirects=False,
        image_url_mask="",
        image_path_mask="",
        storage_mode=apprise.PersistentStoreMode.MEMORY,
        plugin_paths=[],
    )
    plugin = _plugin(f"{target}?cto={CONNECT_SECONDS}&rto={ANSWER_SECONDS}", asset)
    began = time.monotonic()
    worked = plugin.notify(
        title=push.title,
        body=f"{push.text}\n{push.url}",
        body_format=apprise.NotifyFormat.TEXT,
    )
    if worked:
        return
    if time.monotonic() - began >= ANSWER_SECONDS:
        raise Unsure("no answer")
    raise Undelivered("refused", again=True, whose="recipient")
