"""Every route of the application, found and not named, so that a new one is covered by itself."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.routing import Mount

SAFE = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True)
class Route:
    """One method of one address; ``path`` has its parameters in braces."""

    method: str
    path: str

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def parameters(self) -> tuple[str, ...]:
        return tuple(re.findall(r"{(\w+)(?::\w+)?}", self.path))

    @property
    def is_safe(self) -> bool:
        return self.method in SAFE

    @property
    def is_api(self) -> bool:
        return self.path.startswith("/api/")

    @property
    def is_stream(self) -> bool:
        return self.path.endswith("/live")

    def addresses(self, values: Mapping[str, Sequence[Any]]) -> Iterator[str]:
        """The addresses with every combination of these values for its parameters.

        A parameter that nobody has given values for fails the test that asks: say what it may be.
        """
        unknown = set(self.parameters) - set(values)
        assert not unknown, f"{self} has parameters that this test has no values for: {unknown}"
        for chosen in product(*(values[name] for name in self.parameters)):
            path = self.path
            for name, value in zip(self.parameters, chosen, strict=True):
                path = re.sub(rf"{{{name}(:\w+)?}}", str(value), path)
            yield path


def routes(app: FastAPI) -> list[Route]:
    """The application's routes, in a fixed order; mounted static files have none of their own."""
    found = set()
    for context in iter_route_contexts(app.router.routes):
        if isinstance(context.original_route, Mount):
            continue
        assert context.path is not None, "a route without an address is covered by no test"
        found |= {
            Route(method, context.path) for method in context.methods or () if method != "HEAD"
        }
    assert len(found) > 40
    return sorted(found, key=lambda route: (route.path, route.method))
