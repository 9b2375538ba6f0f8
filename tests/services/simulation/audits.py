"""Whether the database says what the accounts say: every phase, every move, every entry of the record."""

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from datetime import datetime, timedelta
from typing import Any

from referee.games import GAMES_BY_SLUG
from referee.services.exporting import export_match, format_export
from referee.services.verifying import verify
from tests.services.simulation.accounts import MatchAccount
from tests.services.simulation.diary import Did, Look, Mailed, Race
from tests.services.simulation.evidence import Evidence, gathered
from tests.services.simulation.mail_audits import MailAudit
from tests.services.simulation.month import Month
from tests.services.simulation.stories import PhaseStory, Told
from tests.storage.rows import rows_of

BEAT = timedelta(seconds=10)


def audit(month: Month) -> dict[str, MatchAccount]:
    """Account for the whole month, and compare. Returns the accounts; raises AssertionError."""
    found = gathered(month.doings.processes[0])
    accounts: dict[str, MatchAccount] = {}
    mail = MailAudit(rows_of(month.doings.processes[0], "outbox"))
    beat: datetime | None = None
    for entry in month.doings.diary:
        match entry:
            case Did():
                _did(accounts, found, entry)
                mail.asked(entry)
            case Mailed():
                mail.mailed(entry, accounts)
            case Look() | Race():
                lost = None if beat is None else entry.at - beat
                if lost is not None and lost <= month.limit:
                    lost = None
                if isinstance(entry, Race):
                    _race(accounts, entry, lost)
                else:
                    for match_id, account in accounts.items():
                        with _Named(match_id, account):
                            account.look(entry.at, lost)
                            _keep_up(account, entry.at)
                if beat is None or lost is not None or entry.at - beat >= BEAT:
                    beat = entry.at
    assert set(accounts) == set(found), "matches"
    for did in _receipts(month):
        _kept(did, found[did.act.match_id])
    for match_id, account in accounts.items():
        with _Named(match_id, account):
            _compare(account, found[match_id])
            _verify(month, match_id, account)
    return accounts


def _receipts(month: Month) -> Iterator[Did]:
    """Everything for which somebody was given a receipt."""
    for entry in month.doings.diary:
        for did in entry.did if isinstance(entry, Race) else (entry,):
            if isinstance(did, Did) and did.act.kind in ("send", "withdraw") and did.answer == "ok":
                yield did


def _kept(did: Did, evidence: Evidence) -> None:
    """What a receipt was given for is in the result, unless something later in time took its place."""
    place, receipt = (did.act.phase, did.act.seat), did.got
    if evidence.phases[did.act.phase]["status"] != "closed":
        return
    counted = json.loads(evidence.results[did.act.phase][0]["moves"])
    mine = [one["commitment"] for one in counted if one["seat"] == did.act.seat]
    is_replaced = any(
        (row["phase"], row["seat"]) == place
        and not row["late"]
        and row["version"] > receipt.version
        for row in evidence.submissions
    )
    if not is_replaced:
        assert mine == ([receipt.commitment] if did.act.kind == "send" else []), (did, counted)
    else:
        assert receipt.commitment not in mine, (did, counted)


class _Named:
    """Whatever fails inside says which match it was, and how it went."""

    def __init__(self, match_id: str, account: MatchAccount) -> None:
        self._match_id, self._account = match_id, account

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, AssertionError):
            error.add_note(f"match {self._match_id}: {self._account.wish}")
            error.add_note(f"seats: {self._account.seats}")
            for phase in self._account.phases[-2:]:
                error.add_note(f"{phase}")
            for entry in self._account.evidence.acts[: self._account.compared + 5]:
                error.add_note(f"{entry['at']} {entry['by']}: {_short(entry['act'])}")


def _short(act: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in act.items() if isinstance(value, str | int)}


def _did(accounts: dict[str, MatchAccount], found: Mapping[str, Evidence], did: Did) -> None:
    match_id = did.act.match_id
    if did.act.kind == "start":
        accounts[match_id] = MatchAccount(did.act.given["wish"], found[match_id])
        accounts[match_id].start(did.at)
        return
    account = accounts[match_id]
    with _Named(match_id, account):
        expected = account.act(did.act, did.at)
        assert did.answer == expected, (did, account.phase)
        _keep_up(account, did.at)


def _race(accounts: dict[str, MatchAccount], race: Race, lost: timedelta | None) -> None:
    """Whoever races is first or second: the one of both that agrees with the answer and the record."""
    racing = {did.act.match_id: did for did in race.did}
    for match_id, account in list(accounts.items()):
        did = racing.get(match_id)
        if did is None:
            account.look(race.at, lost, is_race=True)
            continue
        fitting = [
            one
            for is_first in (True, False)
            if (one := _after_race(account, did, lost, is_first=is_first)) is not None
        ]
        with _Named(match_id, account):
            assert fitting, (did, account.phase)
        accounts[match_id] = fitting[0]


def _after_race(
    account: MatchAccount, did: Did, lost: timedelta | None, *, is_first: bool
) -> MatchAccount | None:
    """The match after this act and a look, or the other way round; None if it cannot have been so."""
    after = _copied(account)
    try:
        if not is_first:
            after.look(did.at, lost, is_race=True)
        answer = after.act(did.act, did.at)
        if is_first:
            after.look(did.at, lost, is_race=True)
    except AssertionError:
        return None
    return after if answer == did.answer and _agrees(after) else None


def _copied(account: MatchAccount) -> MatchAccount:
    return deepcopy(
        account, {id(account.evidence): account.evidence, id(account.wish): account.wish}
    )


def _agrees(account: MatchAccount) -> bool:
    """Whether what the account tells so far is what the record begins with."""
    acts = account.evidence.acts
    return len(acts) >= len(account.told) and all(
        _is_told(entry, told) for entry, told in zip(acts, account.told, strict=False)
    )


def _keep_up(account: MatchAccount, now: datetime) -> None:
    """The record has what the account tells, and nothing else up to now."""
    acts, told = account.evidence.acts, account.told
    for number in range(account.compared, len(told)):
        assert number < len(acts), ("missing in the record", told[number])
        assert _is_told(acts[number], told[number]), (acts[number], told[number], account.phase)
    account.compared = len(told)
    if len(acts) > len(told):
        following = datetime.fromisoformat(acts[len(told)]["at"])
        # Several acts may come at one moment; a look at the end of the month finds what is left.
        assert following >= now, ("unexplained", acts[len(told)], account.phase)


def _is_told(entry: Mapping[str, Any], told: Told) -> bool:
    act = entry["act"]
    return (datetime.fromisoformat(entry["at"]), entry["by"], act["kind"]) == (
        told.at,
        told.by,
        told.kind,
    ) and all(_plain(act.get(name)) == _plain(value) for name, value in told.values.items())


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value
    if isinstance(value, str) and "T" in value[8:12]:
        try:
            return datetime.fromisoformat(value)
        except ValueError:
            pass
    return value


def _compare(account: MatchAccount, evidence: Evidence) -> None:
    assert evidence.match["status"] == account.status
    assert len(evidence.acts) == len(account.told), evidence.acts[len(account.told) :]
    assert sorted(evidence.phases) == [one.number for one in account.phases]
    for phase in account.phases:
        _compare_phase(account, phase, evidence)
    closed = [one.number for one in account.phases if one.closed_at is not None]
    assert sorted(evidence.results) == [0, *closed]
    assert all(len(results) == 1 for results in evidence.results.values())
    told = sorted(row["post_id"] for row in evidence.posts)
    ends = ["final"] if account.status == "finished" else []
    rounds = [f"phase-{number}" for number in closed]
    assert told == sorted(["recruiting", "opening", *rounds, *ends])
    announced = [
        one["act"]["post_id"] for one in evidence.entries if one["act"]["kind"] == "announced"
    ]
    assert sorted(announced) == told


def _compare_phase(account: MatchAccount, phase: PhaseStory, evidence: Evidence) -> None:
    row = evidence.phases[phase.number]
    status = "closed" if phase.closed_at else "void" if account.status == "cancelled" else "open"
    assert row["status"] == status, (row, phase)
    if status == "void":
        return
    for name in ("opened_at", "due_at", "closed_at", "extensions", "paused_at"):
        assert row[name] == getattr(phase, name), (name, row, phase)
    if status == "open":
        assert row["closes_at"] == phase.closes_at, (row, phase)
    sent = [
        (row["seat"], row["received_at"], row["late"])
        for row in evidence.submissions
        if row["phase"] == phase.number
    ]
    expected = [
        (seat, one.at, one.is_late) for seat, versions in phase.sent.items() for one in versions
    ]
    assert sorted(sent) == sorted(expected), phase
    if phase.closed_at is None:
        return
    counted = [
        (seat, version.at) for seat in phase.owed if (version := phase.counting(seat)) is not None
    ]
    kept = json.loads(evidence.results[phase.number][0]["moves"])
    assert [(one["seat"], datetime.fromisoformat(one["received_at"])) for one in kept] == counted
    for one in kept:
        version = phase.counting(one["seat"])
        assert version is not None
        assert version.move is None or one["move"] == version.move, (one, version)
    made_by = evidence.results[phase.number][0]["made_by"]
    assert made_by == phase.because


def _verify(month: Month, match_id: str, account: MatchAccount) -> None:
    if account.status not in ("finished", "cancelled"):
        return
    text = format_export(export_match(month.doings.processes[1], match_id)).encode()
    found = verify(text, GAMES_BY_SLUG)
    assert found.mismatch is None, found.mismatch
