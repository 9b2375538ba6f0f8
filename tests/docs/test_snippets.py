"""Code shown in the documentation is code."""

import json

import pytest
import yaml

from tests.docs.pages import ROOT, Page, pages, tracked_files


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_python_json_and_yaml_blocks_can_be_read(page: Page) -> None:
    for line, text in page.blocks("python"):
        compile(text, f"{page.name}:{line}", "exec")
    for _, text in page.blocks("json"):
        json.loads(text)
    for _, text in page.blocks("yaml"):
        yaml.safe_load(text)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_every_path_and_every_test_a_page_names_exists(page: Page) -> None:
    tops = {name.split("/")[0] for name in tracked_files()}
    missing = [
        code
        for code in (token.content for token in page.tokens() if token.type == "code_inline")
        if code.split("/")[0] in tops and "/" in code and " " not in code and "…" not in code
        if not _exists(code)
    ]
    assert missing == []


def _exists(code: str) -> bool:
    """Whether there is such a path (it may hold wildcards), and such a test in it (``path::test``)."""
    path, _, test = code.partition("::")
    found = list(ROOT.glob(path.rstrip("/")))
    if not test:
        return bool(found)
    return any(f"def {test.split('[')[0]}(" in file.read_text("utf-8") for file in found)
