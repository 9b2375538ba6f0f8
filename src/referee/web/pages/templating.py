"""Templates: one environment, everything escaped, and the few words that pages say about time.

Templates get finished read models and say nothing of their own about rules.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context as TemplateContext
from markupsafe import Markup
from pydantic import JsonValue

from referee.core.documents import Document
from referee.core.moments import clock_words, utc_text, zone_words
from referee.schedule import length_words
from referee.services.context import Context
from referee.services.drawing import (
    card_face,
    icon_sprite,
    playing_face,
    shield,
    shield_sprite,
)
from referee.services.reading_models import MatchPage
from referee.services.rendering import render_html

STATIC = Path(__file__).parent.parent / "static"


def page(
    ctx: Context,
    template: str,
    values: Mapping[str, Any] | None = None,
    *,
    status: int = 200,
) -> HTMLResponse:
    """A page from its template. ``now`` and ``nonce`` (a fresh form nonce per call) are always there.

    A link may be made from a form's nonce (`services.link_requests`), so a page that has one is stored
    by no cache.
    """
    nonces: list[str] = []

    def nonce() -> str:
        nonces.append(ctx.new_token())
        return nonces[-1]

    html = (
        _environment()
        .get_template(template)
        .render(
            **{
                "now": ctx.clock(),
                "nonce": nonce,
                "base_url": ctx.base_url,
                "here": "",
                "drawings": _drawings(ctx, values or {}),
                **(values or {}),
            }
        )
    )
    headers = {"Cache-Control": "no-store"} if nonces else None
    return HTMLResponse(html, status_code=status, headers=headers)


def _drawings(ctx: Context, values: Mapping[str, Any]) -> Markup:
    """What the page's shields, cards and pictures refer to; a match's page has its game's own too."""
    match = values.get("match") or getattr(values.get("page"), "match", None)
    return shield_sprite() + icon_sprite(ctx, match.game if match else "")


def drawn(
    ctx: Context, document: Document | None, match: MatchPage | None, *, level: int = 2
) -> Markup:
    """A document as HTML for a template; nothing for none. ``level`` is what its own title becomes."""
    if document is None:
        return Markup("")
    # The renderer escapes whatever anybody typed; its HTML is safe as it is.
    return Markup(render_html(ctx, document, match, level=level))  # noqa: S704


def local_text(at: datetime, zone: str, *, zone_too: bool = True, seconds: bool = False) -> str:
    """The moment for people in a zone: "Tue 1 Dec 2026, 20:00 (Berlin)"."""
    there = at.astimezone(ZoneInfo(zone))
    words = clock_words(there, seconds=seconds)
    return f"{words} ({zone_words(zone)})" if zone_too else words


def left_text(due_at: datetime, now: datetime) -> str:
    """How long until a moment: "5 h 12 min left", "any moment now" once it has passed."""
    seconds = int((due_at - now).total_seconds())
    return f"{length_text(-(-seconds // 60))} left" if seconds > 0 else "any moment now"


def length_text(minutes: int) -> str:
    """A length for people: "45 min", "5 h 12 min", "1 day 3 h"; from a day on minutes are dropped."""
    days, rest = divmod(minutes, 1440)
    hours, odd = divmod(rest, 60)
    if days:
        told = f"{days} day{'' if days == 1 else 's'}"
        return f"{told} {hours} h" if hours else told
    if hours:
        return f"{hours} h {odd} min" if odd else f"{hours} h"
    return f"{odd} min"


def json_text(value: JsonValue) -> str:
    """JSON on one line, letters as they are."""
    return json.dumps(value, ensure_ascii=False)


@cache
def static_url(name: str) -> str:
    """Where a static file is fetched; the address changes with its content, so that it may be kept."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?v={digest}"


@pass_context
def _ruling_url(context: TemplateContext, ref: str) -> str:
    match = context.get("match")
    game = getattr(match, "game", None)
    return f"/games/{game}/rules#{ref}" if game else f"#{ref}"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("referee.web"),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        card_face=card_face,
        playing_face=playing_face,
        ruling_url=_ruling_url,
        shield=shield,
        static=static_url,
    )
    environment.filters.update(
        city=zone_words,
        json=json_text,
        left=left_text,
        spoken=length_words,
        local=local_text,
        utc=utc_text,
    )
    return environment
