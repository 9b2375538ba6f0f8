"""The architecture page names what is there: every layer, every service, every file it speaks of."""

import re
import tomllib

from tests.docs.pages import ROOT

PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
SOURCES = ROOT / "src/referee"


def part(title: str) -> str:
    """What stands under a heading."""
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_the_layers_are_those_that_are_held_to_and_lie_where_the_page_says() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = (
        one for one in settings["tool"]["importlinter"]["contracts"] if one["type"] == "layers"
    )
    layers = part("The layers")
    assert f"`{' > '.join(contract['layers'])}`" in layers
    told = re.findall(r"^  ([a-z_]+(?:/|\.py)) ", layers, re.MULTILINE)
    assert all((SOURCES / name).exists() for name in told)
    names = {name.removesuffix("/").removesuffix(".py") for name in told}
    assert names == set(re.findall(r"\w+", " ".join(contract["layers"])))


def test_every_service_is_told() -> None:
    services = {path.stem for path in (SOURCES / "services").glob("*.py")} - {"__init__"}
    assert set(re.findall(r"`([a-z_]+)`", part("Which service is where"))) == services


def test_every_path_leads_somewhere() -> None:
    paths = re.findall(r"`((?:[\w.]+/)+[\w.]*)`", PAGE)
    assert len(paths) > 10
    lost = [path for path in paths if not ((ROOT / path).exists() or (SOURCES / path).exists())]
    assert lost == []
