"""Nothing in the repository names the machine it was written on or where that machine gets packages."""

import re
import subprocess
import sys
from pathlib import Path

from tests.docs.pages import ROOT, tracked_files

# Not written out, or this file would be its own first finding.
REGISTRIES = [".".join(parts) for parts in (
    ("pypi", "org"), ("files", "pythonhosted", "org"), ("registry", "npmjs", "org"), ("deb", "debian", "org"),
)]  # fmt: skip


def configured_hosts() -> set[str]:
    """The hosts that this machine's pip is set to, if any."""
    config = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    )
    return set(re.findall(r"https?://(?:[^/@\s'\"]*@)?([^/:\s'\"]+)", config.stdout))


def test_no_file_names_a_package_registry_or_a_path_of_this_machine() -> None:
    paths = {f"{path}/" for path in (ROOT.parent, Path.home()) if len(path.parts) > 1}
    forbidden = re.compile("|".join(map(re.escape, [*REGISTRIES, *configured_hosts(), *paths])))
    found = [
        f"{name}:{number}: {match[0]}"
        for name in tracked_files()
        for number, line in enumerate(_lines(ROOT / name), start=1)
        for match in forbidden.finditer(line)
    ]
    assert found == []


def test_pins_are_exact_and_name_no_place() -> None:
    pins = [line for line in _lines(ROOT / "constraints.txt") if not line.startswith("#")]
    assert [pin for pin in pins if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+]+", pin)] == []
    assert pins == sorted(pins, key=str.lower)


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8").splitlines()
    except UnicodeDecodeError:
        return []
