"""The facts of a round add up: every number is the sum of its parts, and no counter appears or vanishes."""

from typing import Any

from hypothesis import HealthCheck, given, settings

from tests.games.crossing_swords.situations import resolved, situations

many = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def of_kind(answer: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [event for event in answer["events"] if event["kind"] == kind]


@many
@given(situations())
def test_every_damage_is_the_sum_of_its_parts(given_situation: dict[str, Any]) -> None:
    for damage in of_kind(resolved(given_situation), "damage"):
        assert sum(part["change"] for part in damage["parts"]) == damage["amount"] >= 0
        assert damage["parts"][0]["reason"] == "normal"
        assert damage["rulings"]


@many
@given(situations())
def test_every_tally_leads_from_the_state_before_to_the_state_after(
    given_situation: dict[str, Any],
) -> None:
    answer = resolved(given_situation)
    before = {p["name"]: p for p in given_situation["state"]["players"]}
    after = {p["name"]: p for p in answer["state"]["players"]}
    tallies = {t["seat"]: t for t in of_kind(answer, "tally")}
    assert list(tallies) == [name for name, player in before.items() if player["life"]]
    for name, tally in tallies.items():
        assert (tally["life_before"], tally["vp_before"]) == (
            before[name]["life"],
            before[name]["vp"],
        )
        assert (tally["life"], tally["vp"]) == (after[name]["life"], after[name]["vp"])
        left = max(0, tally["life_before"] + tally["mended"] - tally["damage"])
        assert left == tally["life"] + tally["kept"]
        assert tally["vp"] == (
            tally["vp_before"]
            + tally["scored"]
            + tally["mend_vp"]
            + tally["stolen"]
            - tally["robbed"]
            + tally["kept"]
        )


@many
@given(situations())
def test_counters_are_real(given_situation: dict[str, Any]) -> None:
    """What is there afterwards is what was there, plus the bank's, minus what is said to be lost."""
    answer = resolved(given_situation)
    before = sum(p["life"] + p["vp"] for p in given_situation["state"]["players"])
    after = sum(p["life"] + p["vp"] for p in answer["state"]["players"])
    bank = sum(mend["amount"] + mend["vp"] for mend in of_kind(answer, "mended"))
    lost = sum(event["lost"] for event in of_kind(answer, "overkill"))
    lost += sum(event["scored"] - event["cap"] for event in of_kind(answer, "capped"))
    # Under "full" attackers score more than there was to take: the one way counters can appear.
    minted = sum(
        sum(share["score"] for share in event["shares"]) - event["counters"] + event["lost"]
        for event in of_kind(answer, "overkill")
    )
    assert after == before + bank - lost + minted
    if given_situation["options"].get("overkill") != "full":
        assert minted == 0


@many
@given(situations())
def test_every_share_is_within_one_counter_of_the_exact_one(
    given_situation: dict[str, Any],
) -> None:
    for event in of_kind(resolved(given_situation), "overkill"):
        assert event["damage"] == sum(share["damage"] for share in event["shares"])
        if event["rule"] == "share":
            for share in event["shares"]:
                exact = share["damage"] * event["counters"] / event["damage"]
                assert exact - 1 < share["score"] < exact + 1
