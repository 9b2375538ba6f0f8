"""Starting a match: a title is enough, everything else stands sensibly already.

Choosing another game or preset is a GET of the same page that brings along what has been typed, so that
nothing is lost and no script is needed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import JsonValue
from starlette.datastructures import FormData

from referee.schedule import PRESETS
from referee.schedule.national_holidays import countries
from referee.services.access import Key
from referee.services.context import Context
from referee.services.errors import Invalid, NotFound, Refusal
from referee.services.matches import NewMatch, create_match
from referee.services.reading import game_list
from referee.services.reading_models import GameRead, StatusVisibility
from referee.services.schedules import Foretold, foretell
from referee.web.auth import keep_key
from referee.web.dependencies import Address, Ctx, Limits
from referee.web.errors import headers_of, status_of
from referee.web.option_forms import PREFIX as OPTION_PREFIX
from referee.web.option_forms import option_inputs, read_options
from referee.web.pages.closing_forms import (
    CLOSING_FIELDS,
    TypedClosing,
    closing_filled_by,
    typed_closing,
    wanted_closing,
)
from referee.web.pages.pace_forms import (
    PACE_FIELDS,
    WEEKDAY_NAMES,
    TypedPace,
    filled_by,
    is_filled_by,
    pace_or,
    preset_named,
    wanted_schedule,
)
from referee.web.pages.seat_rule_forms import (
    OPEN_SEAT,
    SEAT_RULE_FIELDS,
    TypedSeatRules,
    seat_rules_filled_by,
    typed_seat_rules,
    wanted_seat_rules,
)
from referee.web.pages.sent import Sent, SentForm
from referee.web.pages.templating import page
from referee.web.pages.zones import zone_names

router = APIRouter(prefix="/new")

VISIBILITIES: Final[tuple[tuple[StatusVisibility, str, str], ...]] = (
    ("hidden", "Nobody", "Not even the referee. Nobody can tell who waits for whom."),
    ("count", "How many", "“5 of 8 have sent”, for everybody."),
    ("names", "Who", "Everybody sees by name who has sent. What they sent stays sealed."),
)


@dataclass(frozen=True, slots=True)
class Typed:
    """What stands in the form, as it was typed."""

    pace: TypedPace
    title: str = ""
    zone: str = "UTC"
    zone_chosen: bool = False
    max_seats: str = ""
    closing: TypedClosing = field(default_factory=TypedClosing)
    seat_rules: TypedSeatRules = field(default_factory=TypedSeatRules)
    status_visibility: str = "hidden"

    @property
    def opens_more(self) -> bool:
        """Whether anything in the folded part differs from what stands there at first."""
        return bool(self.max_seats or self.status_visibility != "hidden")

    @property
    def preset(self) -> str | None:
        """The pace that these fields amount to; None if it is somebody's own."""
        for one in PRESETS:
            if (
                self.closing == closing_filled_by(one)
                and self.seat_rules == seat_rules_filled_by(one)
                and is_filled_by(self.pace, one)
            ):
                return one.slug
        return None


@router.get("")
def show_new(request: Request, ctx: Ctx) -> Response:
    """The form, with whatever the address brings along."""
    sent = Sent(FormData([*request.query_params.multi_items()]))
    game = _game(ctx, sent)
    preset = sent.text("preset")
    chosen = next((one for one in game.presets if one.name == preset), None)
    options: Mapping[str, JsonValue] = read_options(game.options_schema, sent)
    if chosen is not None:
        options = chosen.options
    typed = _typed(sent)
    try:
        wanted = wanted_schedule(typed.pace, typed.zone)
        coming = foretell(wanted, has_choices=game.has_choices, now=ctx.clock())
    except Refusal as refusal:
        return _new_response(ctx, game, typed, options, refusal=refusal)
    return _new_response(ctx, game, typed, options, coming=coming)


@router.post("")
def make_match(ctx: Ctx, form: SentForm, limits: Limits, address: Address) -> Response:
    """Make the match, keep the desk's key in this browser, and lead to the page that shows its link."""
    game = _game(ctx, form)
    options = read_options(game.options_schema, form)
    try:
        limits.count("create", address)
        created = create_match(ctx, _new_match(form, game, options), request_id=form.request_id)
    except Refusal as refusal:
        return _new_response(ctx, game, _typed(form), options, refusal=refusal)
    match = created.match_id
    response = RedirectResponse(f"/matches/{match}/desk/link?new=1", status_code=303)
    keep_key(response, ctx, Key("referee", match, None), created.referee_token)
    return response


def _game(ctx: Context, sent: Sent) -> GameRead:
    games = game_list(ctx)
    wanted = sent.text("game")
    if not wanted:
        return games[0]
    for game in games:
        if game.slug == wanted:
            return game
    raise NotFound("game-not-found", f"There is no game “{wanted[:64]}” here.", field="game")


def _new_match(form: Sent, game: GameRead, options: Mapping[str, JsonValue]) -> NewMatch:
    wanted = form.text("status_visibility")
    visibility: StatusVisibility = next(
        (value for value, _, _ in VISIBILITIES if value == wanted), "hidden"
    )
    return NewMatch(
        game=game.slug,
        title=form.text("title"),
        options=options,
        schedule=wanted_schedule(pace_or(form, filled_by(PRESETS[0])), form.text("zone")),
        max_seats=form.number("max_seats", "The number of seats")
        if form.text("max_seats")
        else None,
        closing=wanted_closing(typed_closing(form)),
        seat_rules=wanted_seat_rules(typed_seat_rules(form)),
        status_visibility=visibility,
    )


def _typed(sent: Sent) -> Typed:
    preset = preset_named(sent.text("pace"))
    plain = Typed(
        pace=filled_by(preset),
        closing=closing_filled_by(preset),
        seat_rules=seat_rules_filled_by(preset),
    )
    if not sent.is_set("filled"):
        return plain
    is_chosen = sent.is_set("pace")
    return Typed(
        pace=plain.pace if is_chosen else pace_or(sent, plain.pace),
        title=sent.text("title"),
        zone=sent.text("zone", plain.zone),
        zone_chosen=True,
        max_seats=sent.text("max_seats"),
        closing=plain.closing if is_chosen else typed_closing(sent),
        seat_rules=plain.seat_rules if is_chosen else typed_seat_rules(sent),
        status_visibility=sent.text("status_visibility", plain.status_visibility),
    )


def _matching_preset(game: GameRead, options: Mapping[str, JsonValue]) -> str | None:
    """The preset that these options amount to; None if they are somebody's own."""
    defaults = {
        one.name.removeprefix(OPTION_PREFIX): one.default
        for one in option_inputs(game.options_schema, {})
    }
    effective = {**defaults, **options}
    for preset in game.presets:
        if {**defaults, **preset.options} == effective:
            return preset.name
    return None


def _new_response(
    ctx: Context,
    game: GameRead,
    typed: Typed,
    options: Mapping[str, JsonValue],
    *,
    coming: Foretold | None = None,
    refusal: Refusal | None = None,
) -> Response:
    is_options = isinstance(refusal, Invalid) and refusal.code == "options-invalid"
    fields = option_inputs(
        game.options_schema, options, refusal.problems if refusal and is_options else ()
    )
    values: dict[str, Any] = {
        "games": game_list(ctx),
        "game": game,
        "preset": _matching_preset(game, options),
        "values": typed,
        "option_fields": fields,
        "changed": sum(one.is_changed for one in fields),
        "zones": zone_names(),
        "paces": PRESETS,
        "weekdays": WEEKDAY_NAMES,
        "countries": countries(),
        "coming": coming,
        "open_pace": refusal is not None and refusal.field in PACE_FIELDS | CLOSING_FIELDS,
        "open_seat": OPEN_SEAT,
        "open_seat_rules": refusal is not None and refusal.field in SEAT_RULE_FIELDS,
        "visibilities": VISIBILITIES,
        "has_choices": game.has_choices,
        "open_more": typed.opens_more or (refusal is not None and refusal.field == "max_seats"),
        "open_options": is_options,
        "refusal": refusal,
        "here": "new",
    }
    response = page(ctx, "new.html", values, status=status_of(refusal) if refusal else 200)
    response.headers.update(headers_of(refusal))
    return response
