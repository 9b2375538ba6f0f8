"""Operators find every setting, with its real default, on one page."""

import re

from referee.settings import Settings
from tests.docs.pages import pages
from tests.docs.settings_table import PAGE, settings_table

OF_THE_TESTS = {
    "REFEREE_REQUIRE_BROWSER",
    "REFEREE_RACES",
    "REFEREE_SIMULATED_MATCHES",
    "REFEREE_SIMULATION_SEED",
}
"""What tests read, and no server."""


def test_the_table_of_settings_is_the_settings() -> None:
    """`python -m tests.docs.settings_table` writes it anew."""
    assert settings_table() in PAGE.read_text("utf-8")


def test_every_setting_has_a_description() -> None:
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []


def test_every_setting_that_a_page_names_exists() -> None:
    known = {f"REFEREE_{name.upper()}" for name in Settings.model_fields}
    named = {
        (page.name, name)
        for page in pages()
        for name in re.findall(r"\bREFEREE_[A-Z_]+\b", page.text)
        if name not in OF_THE_TESTS
    }
    assert {(page, name) for page, name in named if name not in known} == set()
