"""Documents drawn as HTML, and a reader that takes the HTML apart."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser

from referee.core.documents import Block, Document
from referee.core.seats import Seat
from referee.publishing.html import render
from referee.publishing.scene import Scene
from tests.publishing.specimen import specimen

VOID = {"br", "hr", "img", "input", "meta", "link", "wbr"}


def scene_of(names: Sequence[str]) -> Scene:
    return Scene(
        seats=tuple(Seat(name) for name in names),
        game="crossing-swords",
        base_url="https://games.example",
        zone="Europe/Berlin",
    )


@dataclass
class Reader(HTMLParser):
    """What a browser would see: elements with their attributes, and the text."""

    elements: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    text: str = ""
    depth: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.depth.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.depth, f"</{tag}> closes nothing"
        assert self.depth.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.depth == [], "something stays open"
    return reader


def specimen_drawn(names: Sequence[str], typed: str) -> str:
    """The document with every block, about seats of these names, full of what somebody typed."""
    scene = scene_of(names)
    return render(specimen(scene.seats, typed), scene)


def drawn(*blocks: Block, names: Sequence[str] = ("Ann", "Bob")) -> str:
    return render(Document(blocks=blocks), scene_of(names))
