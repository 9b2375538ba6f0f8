"""The wheel is complete: away from the clone, it makes a database and knows its pages and rules."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.docs.pages import ROOT


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds nothing but what the wheel holds."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "dist")],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = (folder / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "installed")
    return folder / "installed"


def referee(installed: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the wheel's command in an empty folder, with no settings but these."""
    code = (
        "import sys, referee, referee.cli; "
        f"assert referee.__file__.startswith({str(installed)!r}); "
        "sys.argv[0] = 'referee'; referee.cli.main()"
    )
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")},
        "PYTHONPATH": str(installed),
    }
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )


def test_the_wheel_brings_its_migrations(installed: Path, tmp_path: Path) -> None:
    done = referee(installed, tmp_path, "db", "upgrade")
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.glob("data/*.sqlite3"))


def test_every_file_of_the_package_is_in_the_wheel(installed: Path) -> None:
    missing = [
        path.relative_to(ROOT / "src")
        for path in (ROOT / "src/referee").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
        if not (installed / path.relative_to(ROOT / "src")).exists()
    ]
    assert missing == []


def test_the_wheel_describes_its_api(installed: Path, tmp_path: Path) -> None:
    done = referee(installed, tmp_path, "openapi")
    assert done.returncode == 0, done.stderr
    assert '"/api/matches/{match}/close"' in done.stdout
