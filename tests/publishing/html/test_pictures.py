"""Flow, series, meters: what the pictures say, that they fit, and that they say it in words too."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from referee.core.documents import Arrow, Flow, Meter, Meters, Name, Series, SeriesLine, line
from referee.core.seats import Seat
from tests.publishing.html.documents import drawn, read

NAMES = [f"Player {number}" for number in range(1, 17)]
SEATS = tuple(Seat(name) for name in NAMES)
STYLES = ("harm", "stopped", "gift", "take", "watch")


def _picture(html: str, kind: str) -> ElementTree.Element:
    found = re.search(rf'<svg class="{kind}\b.*?</svg>', html, flags=re.DOTALL)
    assert found
    return ElementTree.fromstring(found[0])


def _flow(*arrows: Arrow, seats: tuple[Seat, ...] = SEATS[:4]) -> str:
    return drawn(Flow(title="Round 1", seats=seats, arrows=arrows), names=NAMES)


def _arrow(source: int, target: int, **more: object) -> Arrow:
    return Arrow.model_validate(
        {"source": SEATS[source], "target": SEATS[target], "label": "Lunge", "value": 5} | more
    )


def _width(picture: ElementTree.Element) -> float:
    return max(float(path.get("stroke-width", 0)) for path in picture.iter("path"))


def test_an_arrow_is_as_wide_as_its_value() -> None:
    widths = [
        _width(_picture(_flow(_arrow(0, 1, value=value)), "flow-picture")) for value in (0, 3, 11)
    ]
    assert widths == sorted(set(widths))


@pytest.mark.parametrize(
    ("style", "sign"),
    [
        ("harm", "head"),
        ("stopped", "bar"),
        ("gift", "l-gift"),
        ("take", "l-take"),
        ("watch", "eye"),
    ],
)
def test_each_kind_of_deed_has_a_line_of_its_own(style: str, sign: str) -> None:
    picture = _picture(_flow(_arrow(0, 1, style=style)), "flow-picture")
    classes = {each.get("class") for each in picture.iter()}
    assert sign in classes
    assert ("bar" in classes) == (style == "stopped")


def test_a_take_points_at_whoever_takes() -> None:
    def tip(style: str) -> tuple[float, float]:
        picture = _picture(_flow(_arrow(0, 2, style=style)), "flow-picture")
        (head,) = [p for p in picture.iter("path") if p.get("class") == "head"]
        x, y = re.match(r"M([\d.]+) ([\d.]+)", head.get("d", "")).groups()  # type: ignore[union-attr]
        return float(x), float(y)

    assert tip("take")[1] < tip("harm")[1]  # seat 1 stands at the top, seat 3 at the bottom


def test_what_was_negated_is_struck_through_in_picture_and_words() -> None:
    html = _flow(_arrow(0, 1, negated=True))
    assert 'class="strike"' in html
    assert "<s>Lunge at " in html
    assert "in vain" in read(html).text
    assert ": 5" not in read(html).text


def test_a_game_may_say_in_its_own_words_what_lines_mean_and_deeds_come_to() -> None:
    arrows = (
        _arrow(0, 1, told="power 5"),
        _arrow(1, 2, label="Build 4", told=""),
        _arrow(2, 3, style="take"),
    )
    flow = Flow(title="Round 1", seats=SEATS[:4], arrows=arrows, key={"harm": "an attack"})
    text = read(drawn(flow, names=NAMES)).text
    assert "Lunge at Player 2: power 5" in text
    assert "Build 4 at Player 3" in text
    assert "Build 4 at Player 3:" not in text
    assert "an attack" in text
    assert "harm" not in text
    assert "taken" in text


def test_arrows_of_one_pair_never_lie_on_each_other() -> None:
    html = _flow(*[_arrow(0, 2) for _ in range(3)], *[_arrow(2, 0) for _ in range(3)])
    paths = re.findall(r'<path class="l-harm" stroke-width="[\d.]+" d="([^"]+)"', html)
    assert len(set(paths[:6])) == 6


def test_a_deed_to_oneself_is_a_loop_and_is_told_as_such() -> None:
    html = _flow(_arrow(0, 0, label="Mend", style="gift"))
    assert "Mend for themselves: 5" in read(html).text


def test_the_words_under_a_picture_say_every_arrow() -> None:
    html = _flow(_arrow(0, 1), _arrow(1, 2, style="stopped", value=0), _arrow(1, 3, style="take"))
    text = read(html).text
    assert "Lunge at Player 2: 5" in text
    assert "Lunge at Player 3: 0, stopped" in text
    assert "Lunge from Player 4: 5" in text


def test_a_quiet_round_has_a_picture_and_says_that_nothing_happened() -> None:
    html = _flow()
    assert "Nobody did anything to anybody." in html
    assert _picture(html, "flow-picture") is not None


def test_an_arrow_from_somebody_outside_the_ring_is_told_though_not_drawn() -> None:
    html = _flow(_arrow(9, 0), seats=SEATS[:2])
    assert "Player 10" in read(html).text
    assert 'class="head"' not in html


@pytest.mark.parametrize("count", range(1, 17))
def test_everything_stays_inside_the_picture(count: int) -> None:
    arrows = [_arrow(at, other) for at in range(count) for other in range(count) if other >= at]
    picture = _picture(_flow(*arrows[:60], seats=SEATS[:count]), "flow-picture")
    _, _, width, height = (float(part) for part in picture.attrib["viewBox"].split())
    for shape in picture.iter():
        if "x" not in shape.attrib:
            continue
        x, y = float(shape.attrib["x"]), float(shape.attrib["y"])
        assert 0 <= x <= width - float(shape.get("width", 0)) + 0.1
        assert 0 <= y <= height - float(shape.get("height", 0)) + 0.1


def test_labels_keep_clear_of_each_other_in_an_ordinary_round() -> None:
    arrows = [_arrow(at, (at + 3) % 8) for at in range(8)] + [
        _arrow(2, at, label="Assail", value=at) for at in range(8)
    ]
    picture = _picture(_flow(*arrows, seats=SEATS[:8]), "flow-picture")
    boxes = [
        tuple(float(r.attrib[k]) for k in ("x", "y", "width", "height"))
        for r in picture.iter("rect")
    ]
    assert len(boxes) == len(arrows)
    for at, (x, y, w, h) in enumerate(boxes):
        for x2, y2, w2, h2 in boxes[at + 1 :]:
            assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y


def test_one_deed_at_many_is_drawn_thin_and_counted_once() -> None:
    hits = [_arrow(0, at, label="Assail", value=1) for at in range(8)]
    hits[5] = _arrow(0, 5, label="Assail", value=3)
    picture = _picture(_flow(*hits, _arrow(4, 0), seats=SEATS[:8]), "flow-picture")
    numbers = ["".join(one.itertext()) for one in picture.iter("g") if _is(one, "flow-number")]
    assert sorted(numbers) == ["1 each", "3", "5"]
    thin = [one for one in picture.iter("g") if _is(one, "fan")]
    assert len(thin) == 7
    assert {one.get("stroke-width") for fan in thin for one in fan if one.get("stroke-width")} == {
        "1"
    }


def test_three_alike_are_told_one_by_one_and_what_was_negated_is_in_no_fan() -> None:
    few = [_arrow(0, at, value=1) for at in range(1, 4)]
    spared = [_arrow(1, at, value=1, negated=at == 4) for at in (0, 2, 3, 4)]
    picture = _picture(_flow(*few, *spared, seats=SEATS[:8]), "flow-picture")
    assert [one for one in picture.iter("g") if _is(one, "fan")] == []


def test_when_everybody_hits_everybody_each_has_one_number_and_all_are_legible() -> None:
    arrows = [_arrow(at, to, label="Assail", value=1) for at in range(8) for to in range(8)]
    picture = _picture(_flow(*arrows, seats=SEATS[:8]), "flow-picture")
    boxes = list(picture.iter("rect"))
    assert len(boxes) == 8
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            assert not _overlap(one, other)


def _is(one: ElementTree.Element, name: str) -> bool:
    return name in one.get("class", "").split()


def _overlap(one: ElementTree.Element, other: ElementTree.Element) -> bool:
    (x, y, w, h), (x2, y2, w2, h2) = (
        tuple(float(box.attrib[name]) for name in ("x", "y", "width", "height"))
        for box in (one, other)
    )
    return x + w > x2 and x2 + w2 > x and y + h > y2 and y2 + h2 > y


def test_a_grand_melee_of_a_hundred_and_twenty_arrows_stays_under_sixty_kilobytes() -> None:
    arrows = [
        _arrow(at % 16, (at * 7 + at // 16) % 16, value=at % 12, style=STYLES[at % 5])
        for at in range(120)
    ]
    assert len(_flow(*arrows, seats=SEATS).encode()) < 60_000


def _series(rounds: int, seats: int) -> Series:
    return Series(
        title="Life by round",
        unit="life",
        labels=("Start", *(str(number) for number in range(1, rounds + 1))),
        lines=tuple(
            SeriesLine(
                seat=seat, values=tuple((at * at * (place + 3)) % 23 for at in range(rounds + 1))
            )
            for place, seat in enumerate(SEATS[:seats])
        ),
    )


def test_a_chart_of_a_hundred_rounds_and_eight_seats_stays_under_fifteen_kilobytes() -> None:
    assert len(drawn(_series(100, 8), names=NAMES).encode()) < 15_000


def test_a_hundred_rounds_have_few_labels_and_the_last_is_among_them() -> None:
    picture = _picture(drawn(_series(100, 2), names=NAMES), "series-chart")
    (moments,) = [group for group in picture.iter("g") if group.get("class") == "moments"]
    labels = [each.text for each in moments]
    assert 3 <= len(labels) <= 9
    assert (labels[0], labels[-1]) == ("Start", "100")


@pytest.mark.parametrize("rounds", [0, 1, 3, 40])
@pytest.mark.parametrize("seats", [1, 2, 8, 16])
def test_labels_at_the_lines_ends_never_touch(rounds: int, seats: int) -> None:
    picture = _picture(drawn(_series(rounds, seats), names=NAMES), "series-chart")
    (ends,) = [group for group in picture.iter("g") if group.get("class") == "ends"]
    heights = sorted(float(text.attrib["y"]) for text in ends.iter("text"))
    assert len(heights) == seats
    assert all(after - before > 14 for before, after in pairwise(heights))
    assert heights[0] > 10
    assert heights[-1] < float(picture.attrib["viewBox"].split()[3])


def test_a_line_that_ends_early_ends_in_a_cross() -> None:
    def chart(*values: int | None) -> str:
        block = Series(
            title="Life",
            unit="life",
            labels=("Start", "1", "2"),
            lines=(SeriesLine(seat=SEATS[0], values=values),),
        )
        return drawn(block, names=NAMES)

    assert 'class="ended"' in chart(20, 0, None)
    assert 'class="ended"' not in chart(20, 3, 1)


def test_the_numbers_of_a_chart_are_there_as_text() -> None:
    text = read(drawn(_series(3, 1), names=NAMES)).text
    assert "Life, Start to 3:" in text
    assert "Player 1: 0, 3, 12, 4" in text


def test_a_chart_without_a_number_draws_nothing_and_breaks_nothing() -> None:
    block = Series(
        title="Life", unit="life", labels=(), lines=(SeriesLine(seat=SEATS[0], values=()),)
    )
    assert '<svg class="series-chart' not in drawn(block)


@pytest.mark.parametrize(
    ("value", "now", "width"), [(12, "12", "60"), (31, "20", "100"), (0, "0", "0"), (-3, "0", "0")]
)
def test_a_meter_above_its_maximum_is_full_and_the_words_tell(
    value: int, now: str, width: str
) -> None:
    meter = Meter(label=line(Name(seat=SEATS[0])), value=value, maximum=20, unit="life")
    html = drawn(Meters(meters=(meter,)), names=NAMES)
    reader = read(html)
    (bar,) = [svg for svg in reader.all("svg") if svg.get("role") == "meter"]
    assert (bar["aria-valuenow"], bar["aria-valuemax"]) == (now, "20")
    assert bar["aria-valuetext"] == f"{value} of 20 life"
    assert bar["aria-label"] == "Player 1"
    assert reader.all("rect")[1]["width"] == width
    assert f"{value} of 20 life" in reader.text
