"""The container files, looked at where no Docker runs: their form, and that what they call is there."""

import json
import re
import tomllib
from typing import Any

import jsonschema
import pytest
import yaml

from referee.settings import Settings
from tests.docs.pages import ROOT
from tests.docs.test_commands import problem

HERE = ROOT / "tests/deployment"
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))


def instructions(name: str) -> list[str]:
    """The arguments of each instruction of the Dockerfile, continued lines joined."""
    joined = DOCKERFILE.replace("\\\n", " ")
    return [match[1].strip() for match in re.finditer(rf"^\s*{name} (.+)$", joined, re.MULTILINE)]


def test_the_compose_file_keeps_to_the_compose_specification() -> None:
    schema = json.loads((HERE / "compose-spec.json").read_text("utf-8"))
    jsonschema.validators.validator_for(schema)(schema).validate(COMPOSE)


def test_a_misspelt_key_in_the_compose_file_would_be_noticed() -> None:
    schema = json.loads((HERE / "compose-spec.json").read_text("utf-8"))
    wrong = {**COMPOSE, "services": {"web": {"imagine": "referee"}}}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validators.validator_for(schema)(schema).validate(wrong)


def test_what_the_services_run_are_commands_of_the_image() -> None:
    (entry_point,) = instructions("ENTRYPOINT")
    commands = [json.loads(instructions("CMD")[-1])]
    commands += [
        service["command"] for service in COMPOSE["services"].values() if "command" in service
    ]
    assert len(commands) == 4
    assert [problem(" ".join(json.loads(entry_point) + command)) for command in commands] == [
        None
    ] * 4


def test_what_the_services_set_are_settings() -> None:
    known = {f"REFEREE_{name.upper()}" for name in Settings.model_fields}
    used = {
        name
        for service in COMPOSE["services"].values()
        for name in service["environment"]
        if name.startswith("REFEREE_")
    }
    assert used
    assert used <= known


def test_services_wait_only_for_services_that_are_there() -> None:
    services = COMPOSE["services"]
    named = {other for service in services.values() for other in service.get("depends_on", {})}
    assert named <= services.keys()


def test_what_is_copied_into_the_image_exists_and_is_all_the_wheel_needs() -> None:
    copied = {
        name.removeprefix("./")
        for line in instructions("COPY")
        if not line.startswith("--from")
        for name in line.split()[:-1]
    }
    assert [name for name in copied if not (ROOT / name).exists()] == []
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert copied == {line[1:] for line in ignored if line.startswith("!")}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {*wheel["force-include"], project["project"]["readme"], "LICENSE", "pyproject.toml"}
    assert needed <= copied


def test_the_image_runs_as_nobody_in_particular_and_says_how_it_is() -> None:
    assert instructions("USER")[-1] == "referee"
    assert "/health" in instructions("HEALTHCHECK")[0]
