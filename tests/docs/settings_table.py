"""The table of settings in docs/operating.md; `python -m tests.docs.settings_table` writes it anew."""

import re

from pydantic_core import PydanticUndefined

from referee.settings import Settings
from tests.docs.pages import ROOT

PAGE = ROOT / "docs/operating.md"
HEAD = "| variable | default | what it is |\n|---|---|---|\n"


def settings_table() -> str:
    """One row for each setting, in the order of the class, with its own description."""
    rows = []
    for name, field in Settings.model_fields.items():
        default = "" if field.default in (None, PydanticUndefined) else f"`{field.default}`"
        rows.append(f"| `REFEREE_{name.upper()}` | {default} | {field.description} |\n")
    return HEAD + "".join(rows)


def rewritten(page: str) -> str:
    """The page with the table as it should be."""
    return re.sub(re.escape(HEAD) + r"(?:\|.*\n)*", lambda _: settings_table(), page)


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text("utf-8")), "utf-8")
