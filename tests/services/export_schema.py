"""The published schema of exports, as it stands in `docs/export.schema.json`; run to write it anew."""

import json
from pathlib import Path

from referee.services.export_models import Export

FILE = Path(__file__).parents[2] / "docs" / "export.schema.json"


def schema_text() -> str:
    """The schema as the file has it."""
    schema = Export.model_json_schema(mode="serialization")
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Export of a match, format 1",
    }
    return (
        json.dumps({**head, **schema, "title": head["title"]}, indent=2, ensure_ascii=False) + "\n"
    )


if __name__ == "__main__":
    FILE.write_text(schema_text(), "utf-8")
