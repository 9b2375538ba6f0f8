"""Commands named in the documentation, the container files and the Makefile's users exist."""

import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from referee.cli import app
from tests.docs.pages import ROOT, Page, pages


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE))


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_every_make_target_a_page_names_exists(page: Page) -> None:
    named = {
        word
        for code in page.code()
        for words in re.findall(r"(?:^|[\s`;&])make((?: [a-z][a-z-]*)+)", code)
        for word in words.split()
    }
    assert named <= make_targets()


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_every_referee_command_a_page_names_exists(page: Page) -> None:
    wrong = [command for code in page.code() for command in commands_in(code) if problem(command)]
    assert wrong == []


def test_a_command_that_does_not_exist_would_be_noticed() -> None:
    assert problem("referee frobnicate")
    assert problem("referee serve --frobnicate")
    assert problem("referee db frobnicate")
    assert not problem("referee resolve --explain situations.jsonl")


def commands_in(code: str) -> Iterator[str]:
    """The `referee …` commands in one line of shell: behind a prompt, in a pipe, in a container."""
    for part in re.split(r"\||&&|;|\$ ", code):
        match = re.search(r"(?:^|[\s/])referee(?= [a-z-])(?P<rest>[^#>]*)", part)
        if match and not re.search(r"(?:systemctl|useradd|chown|createdb|createuser) ", part):
            yield "referee" + match["rest"].rstrip()


def problem(command: str) -> str | None:
    """What is wrong with a command line, without running it."""
    where: Any = typer.main.get_command(app)
    words = shlex.split(command)[1:]
    while words and hasattr(where, "commands") and not words[0].startswith("-"):
        if words[0] not in where.commands:
            return f"{command}: no command {words[0]}"
        where, words = where.commands[words[0]], words[1:]
    options = {
        name
        for parameter in where.params
        for name in (*parameter.opts, *parameter.secondary_opts, "--help")
    }
    unknown = [
        word for word in words if word.startswith("--") and word.split("=")[0] not in options
    ]
    return f"{command}: no option {unknown}" if unknown else None
