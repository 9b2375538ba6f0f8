"""`make check-migrations`: on SQLite and on PostgreSQL the migrations build exactly the tables the code has.

Each database is new: upgraded to the head, checked, taken down to nothing and upgraded again.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.databases import Postgres, SqliteFolder

ROOT = Path(__file__).parents[1]


def check(name: str, url: str) -> None:
    """Run Alembic's own commands against one empty database; raises CalledProcessError if any fails."""
    for command in (["upgrade", "head"], ["check"], ["downgrade", "base"], ["upgrade", "head"]):
        print(f"{name}: alembic {' '.join(command)}", flush=True)
        subprocess.run(
            [sys.executable, "-m", "alembic", *command],
            cwd=ROOT,
            env={**os.environ, "REFEREE_DATABASE_URL": url},
            check=True,
        )


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="referee-check-") as name:
        folder = Path(name)
        server = Postgres(folder)
        try:
            check("SQLite", SqliteFolder(folder).new_database(template=None))
            check("PostgreSQL", server.new_database(migrated=False))
        except subprocess.CalledProcessError as failed:
            return failed.returncode
        finally:
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
