"""The pages of the documentation, and the pieces of them that tests look at."""

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Page:
    """One Markdown file of the repository; ``name`` is its path from the top."""

    name: str
    text: str

    @property
    def path(self) -> Path:
        return ROOT / self.name

    def tokens(self) -> Iterator[Token]:
        """Every token, inline ones too, in reading order."""
        for token in MarkdownIt().enable("table").parse(self.text):
            yield token
            yield from token.children or ()

    def links(self) -> Iterator[str]:
        """Where links and pictures lead."""
        for token in self.tokens():
            where = token.attrs.get("href" if token.type == "link_open" else "src")
            if token.type in {"link_open", "image"} and isinstance(where, str):
                yield where

    def anchors(self) -> set[str]:
        """What can stand after # in a link to this page: each heading in its usual short form."""
        inside = False
        found: set[str] = set()
        for token in self.tokens():
            if token.type in {"heading_open", "heading_close"}:
                inside = token.type == "heading_open"
            elif inside and token.type == "inline":
                words = re.sub(r"[^\w\- ]", "", token.content.lower())
                found.add(words.replace(" ", "-"))
        return found

    def blocks(self, language: str) -> Iterator[tuple[int, str]]:
        """Fenced blocks of one language: the line they begin at, and their text."""
        for token in self.tokens():
            if token.type == "fence" and token.info.split()[:1] == [language]:
                yield (token.map or [0])[0] + 1, token.content

    def code(self) -> Iterator[str]:
        """Everything set as code: each line of a shell or unmarked block, and each span."""
        for token in self.tokens():
            if token.type == "code_inline":
                yield token.content
            elif token.type in {"fence", "code_block"} and token.info in {"", "sh", "console"}:
                yield from token.content.splitlines()


def tracked_files() -> list[str]:
    """Every file of the repository, by its path from the top; also those about to be added."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    return sorted(name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file())


def pages() -> list[Page]:
    """README, CHANGELOG and everything under docs/."""
    return [
        Page(name, (ROOT / name).read_text("utf-8"))
        for name in tracked_files()
        if name.endswith(".md") and (name.startswith("docs/") or "/" not in name)
    ]
