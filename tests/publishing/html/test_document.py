"""Documents as HTML: meaning kept, outline kept."""

from datetime import UTC, datetime

import pytest

from referee.core.documents import (
    Block,
    Column,
    Document,
    Heading,
    Instant,
    Link,
    List,
    Name,
    Paragraph,
    Ruling,
    Spoiler,
    Table,
    Typed,
    line,
)
from referee.core.seats import Seat
from referee.publishing.html import render
from tests.publishing.html.documents import drawn, read, scene_of
from tests.publishing.specimen import specimen


@pytest.mark.parametrize("block", specimen().blocks, ids=lambda block: block.kind)
def test_every_block_renders_to_balanced_html(block: Block) -> None:
    reader = read(drawn(block))
    assert reader.elements
    assert reader.text.strip()


def test_a_documents_headings_start_where_the_page_says() -> None:
    document = Document(
        blocks=(Heading(level=1, content=line("Round 3")), Heading(level=3, content=line("Sums")))
    )
    assert render(document, scene_of([]), level=2) == "<h2>Round 3</h2>\n<h4>Sums</h4>"


def test_a_title_the_page_says_already_is_left_out() -> None:
    document = Document(
        blocks=(Heading(level=1, content=line("Round 3")), Heading(level=2, content=line("Sums")))
    )
    assert render(document, scene_of([]), titled=False) == "<h2>Sums</h2>"


def test_only_the_documents_own_title_is_left_out() -> None:
    document = Document(blocks=(Heading(level=2, content=line("Sums")),))
    assert render(document, scene_of([]), titled=False) == "<h2>Sums</h2>"


def test_a_name_has_its_seats_shield_beside_it() -> None:
    html = drawn(Paragraph(content=line(Name(seat=Seat("Bob")))))
    assert [use["href"] for use in read(html).all("use")] == ["#shield-2"]


def test_a_name_that_is_no_seat_of_the_match_goes_without_a_shield() -> None:
    html = drawn(Paragraph(content=line(Name(seat=Seat("Zoe")))))
    assert read(html).text == "Zoe"
    assert "shield" not in html


def test_a_ruling_leads_to_its_place_on_the_rules_page() -> None:
    (link,) = read(drawn(Paragraph(content=line(Ruling(ref="CS-22"))))).all("a")
    assert link["href"] == "/games/crossing-swords/rules#CS-22"


def test_rulings_keep_a_space_from_the_words_before_them_and_from_each_other() -> None:
    cited = line("5 (Focus)", Ruling(ref="CS-20"), Ruling(ref="CS-22"), ", ", Ruling(ref="CS-23"))
    assert read(drawn(Paragraph(content=cited))).text == "5 (Focus) CS-20 CS-22, CS-23"


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "//elsewhere.example", "/\\elsewhere.example", "data:text/html,x"],
)
def test_a_link_that_leads_nowhere_good_is_only_words(url: str) -> None:
    reader = read(drawn(Paragraph(content=line(Link(text="here", url=url)))))
    assert reader.text == "here"
    assert reader.all("a") == []


def test_a_moment_is_told_in_the_matchs_zone_and_in_utc_and_read_by_machines() -> None:
    at = datetime(2026, 7, 1, 23, 30, tzinfo=UTC)
    reader = read(drawn(Paragraph(content=line(Instant(at=at, zone="Europe/Berlin")))))
    assert reader.text == "Thu 2 Jul 2026, 01:30 (Berlin; Wed 23:30 UTC)"
    assert reader.all("time") == [
        {"datetime": "2026-07-01T23:30:00Z", "data-zone": "Europe/Berlin"}
    ]


def test_a_tables_seats_head_its_rows_and_its_numbers_stand_to_the_end() -> None:
    table = Table(
        caption="Final standings",
        columns=(
            Column(title="Rank", align="end"),
            Column(title="Player"),
            Column(title="VP", align="end"),
        ),
        rows=((line("1"), line(Name(seat=Seat("Ann"))), line("30")),),
    )
    reader = read(drawn(table))
    scopes = [(cell["scope"], cell.get("class")) for cell in reader.all("th")]
    assert scopes == [("col", "num"), ("col", None), ("col", "num"), ("row", None)]
    assert [cell.get("class") for cell in reader.all("td")] == ["num", "num"]
    assert "caption" in [tag for tag, _ in reader.elements]


def test_a_wide_table_can_be_scrolled_with_the_keyboard_and_says_what_it_is() -> None:
    table = Table(caption="Life", columns=(Column(title="Player"),), rows=((line("x"),),))
    container = read(drawn(table)).all("div")[0]
    assert (container["tabindex"], container["role"], container["aria-label"]) == (
        "0",
        "group",
        "Life",
    )


def test_a_spoiler_is_folded_away_until_asked_for() -> None:
    html = drawn(Spoiler(title="Sums", blocks=(Paragraph(content=line("1 + 1")),)))
    assert html.startswith('<details class="spoiler"><summary>Sums</summary>')


def test_a_list_without_items_is_still_a_list() -> None:
    assert drawn(List(items=())) == "<ul></ul>"


def test_what_people_typed_may_run_the_other_way_without_turning_the_rest() -> None:
    assert drawn(Paragraph(content=line(Typed(text="שלום")))) == "<p><bdi>שלום</bdi></p>"
