"""The commands of `docs/check-a-receipt.md`, run on a round that was really played."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable

import pytest

from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.exporting import phase_record
from tests.databases import NewDatabase
from tests.docs.pages import pages
from tests.services.playing import running_table


@pytest.fixture
def page() -> str:
    """The page's text."""
    return next(page.text for page in pages() if page.name.endswith("check-a-receipt.md"))


@pytest.fixture
def played(new_context: Callable[[str], Context], new_sqlite_url: NewDatabase) -> tuple[str, str]:
    """A round's record.json, and what Ann's receipt says."""
    table = running_table(new_context(new_sqlite_url()))
    table.sent(1, "lunge", "Bob")
    receipt = table.sent(1, "block", "Cal")
    table.sent(2, "dodge", "Ann")
    close_phase(table.ctx, table.desk, table.match_id, 1)
    record = phase_record(table.ctx, table.match_id, 1)
    return record.model_dump_json(indent=1), receipt.commitment


@pytest.mark.skipif(not (shutil.which("jq") and shutil.which("sha256sum")), reason="no jq here")
def test_the_one_command_prints_what_the_receipt_says(page: str, played: tuple[str, str]) -> None:
    command = re.search(r"record\.json \|\n(.*?)\n```", page, re.DOTALL)
    assert command
    said = subprocess.run(
        ["sh", "-c", command[1]], input=played[0].encode(), capture_output=True, check=True
    )
    assert said.stdout.split()[0].decode() == played[1]


def test_the_command_without_other_tools_prints_it_for_every_seat(
    page: str, played: tuple[str, str]
) -> None:
    command = re.search(r"python3 -c '(.*?)' < record\.json", page, re.DOTALL)
    assert command
    said = subprocess.run(
        [sys.executable, "-c", command[1]],
        input=played[0].encode(),
        capture_output=True,
        check=True,
    ).stdout.decode()
    ann, bob = said.splitlines()
    assert ann.startswith(f"{played[1]} Ann ")
    assert "'card': 'dodge'" in bob
