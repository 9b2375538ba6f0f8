"""The command line: serve, resolve a situation, and what an operator needs now and then.

Whatever is heavy is imported where it is used, so that `referee resolve` starts as fast as it runs.
"""

from referee.cli.beginning import app

# In the order in which the help lists them.
# isort: off
from referee.cli import serving
from referee.cli import resolving
from referee.cli import records
from referee.cli import operating
# isort: on

__all__ = ["app", "main", "operating", "records", "resolving", "serving"]


def main() -> None:
    """The console script `referee`."""
    app()
