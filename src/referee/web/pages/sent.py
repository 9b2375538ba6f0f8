"""What a form sent, read with care: strings only, trimmed, and a sentence where a number is none."""

from typing import Annotated

from fastapi import Depends, Request
from starlette.datastructures import FormData

from referee.services.errors import Invalid


class Sent:
    """A form's fields by name. Files and repeated names never surprise: the last string counts."""

    def __init__(self, data: FormData) -> None:
        self._data = data

    def getlist(self, key: str) -> list[object]:
        """All values of a name, as they came."""
        return list(self._data.getlist(key))

    def text(self, name: str, default: str = "") -> str:
        """The trimmed text of a field; ``default`` where nothing was sent."""
        values = [value for value in self._data.getlist(name) if isinstance(value, str)]
        return values[-1].strip() if values else default

    def is_set(self, name: str) -> bool:
        """Whether anything but nothing was sent under this name (a ticked box)."""
        return self.text(name) != ""

    def number(self, name: str, what: str) -> int:
        """The whole number in a field. Raises `Invalid`, with ``what`` as the field's name to a person."""
        text = self.text(name)
        try:
            return int(text)
        except ValueError:
            raise Invalid(
                "field-invalid",
                f"{what} must be a whole number; “{text[:64]}” is none.",
                field=name,
            ) from None

    def phase(self) -> int:
        """The number of the phase the form was made for. Raises `Invalid` for a form that is not ours."""
        return self.number("phase", "The form’s round")

    @property
    def request_id(self) -> str:
        """The form's nonce: a form sent twice brings the same."""
        return self.text("request_id")[:100]


async def _sent(request: Request) -> Sent:
    return Sent(await request.form())


SentForm = Annotated[Sent, Depends(_sent)]
