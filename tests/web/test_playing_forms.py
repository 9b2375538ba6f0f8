"""Forms of playing cards, and of fields that stand chosen at first."""

from referee.core.decisions import Choice, Decision, Field
from referee.web.forms import SHORT_NOTE, field_inputs, missing_answers

SEVEN = Choice(value="7D", label="7♦", rank="7", icon="diamonds", spoken="seven of diamonds")


def form_of(field: Field, **answers: str):
    return field_inputs(Decision(title="?", fields=(field,), default="!"), answers)[0]


def card_field(**how: object) -> Field:
    return Field(path=("card",), label="Card", look="cards", choices=(SEVEN,)).model_copy(
        update=how
    )


def test_a_field_with_a_rank_among_its_choices_is_one_of_playing_cards() -> None:
    assert form_of(card_field()).is_playing
    assert not form_of(card_field(choices=(Choice(value="lunge", label="Lunge"),))).is_playing


def test_cards_lie_close_together_unless_there_is_more_to_say_than_fits_under_one() -> None:
    short = SEVEN.model_copy(update={"note": "x" * SHORT_NOTE})
    long = SEVEN.model_copy(update={"note": "x" * (SHORT_NOTE + 1)})
    assert not form_of(card_field(choices=(short,))).has_long_notes
    assert form_of(card_field(choices=(short, long))).has_long_notes


def test_what_stands_chosen_at_first_gives_way_to_an_answer() -> None:
    ask, highest = Choice(value="ask", label="Ask me"), Choice(value="highest", label="Highest")
    field = Field(path=("x",), label="If", choices=(ask, highest), least=0, initial="ask")
    assert [item.chosen for item in form_of(field).inputs] == [True, False]
    assert [item.chosen for item in form_of(field, x="highest").inputs] == [False, True]


def test_what_stands_chosen_at_first_is_not_an_answer_by_itself() -> None:
    field = card_field(initial="7D")
    decision = Decision(title="?", fields=(field,), default="!")
    assert [problem.code for problem in missing_answers(decision, {})] == ["choice-missing"]


def test_choosing_nothing_is_called_as_the_field_calls_it() -> None:
    assert form_of(card_field(least=0)).inputs[-1].label == "None of these"
    assert form_of(card_field(least=0, nothing="Nobody")).inputs[-1].label == "Nobody"
