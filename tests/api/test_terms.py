"""A field of a table is written once: everything else follows from the event that declares it."""

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.clients import typescript

ROOT = Path(__file__).parents[2]
DECLARED = '''
import json
from typing import Annotated

from domain.kernel.event import Text, event
from domain.table import events
from domain.table.fields import ALL, FieldAudience, Term

Former = events.TableOpened


@event("toy.opened")
class TableOpened(Former):
    """A toy table was opened."""

    pace: Annotated[int, Term("How fast it is played.", "The pace.", low=1, high=9)] = 3
    """How fast it is played."""
    motto: Annotated[Text | None, Term("What is on the wall.", longest=50)] = None
    """What is on the wall."""


events.TableOpened = TableOpened
'''
"""A toy: the table's own event with two fields more, before anything else knows of the event."""

FOUND = """
from uuid import UUID

from domain.table.series import begin
from events.record import Recorded
from service.api.contract.document import bare_contract, contract, contract_yaml
from service.api.schemas.requests import CreateTableRequest
from service.tables import creation
from service.tables.representation import table_json
from service.tables.representation import table_event_json
from tools.shapes import shapes
from verifier.tables import event_form

body = {"game": "durak", "name": "The bench", "pace": 7, "motto": " Play on. "}
loaded = CreateTableRequest().load(body)
loaded["seats"] = []
refused = CreateTableRequest().validate({**body, "pace": 10, "motto": "x" * 51})
new = creation.NewTable(**loaded)
opened = creation.new_table(UUID(int=1), "0" * 36, new, {})[0]
slower = creation.NewTable(**{**loaded, "pace": 3})
silent = creation.new_table(UUID(int=1), "0" * 36, slower, {})[0]
table = begin(opened)
envelope = {"type": opened.TYPE, "at": 0, "actor": "key:1"}
record = Recorded(UUID(int=1), 1, 0, b"", b"", envelope, ())
shown = table_json(table, version=1, head=b"", created_at=0, next_deal=UUID(int=2))
bare = bare_contract()
schemas = bare["components"]["schemas"]
print(json.dumps({
    "event": [opened.pace, opened.motto],
    "refused": refused,
    "shown": shown["pace"],
    "seen": table_event_json(record, opened, readership={ALL})["data"]["pace"],
    "request": schemas["DurakTableRequest"]["properties"]["pace"],
    "answer": schemas["Table"]["properties"]["pace"],
    "form": event_form(TableOpened)["fields"]["pace"],
    "python": shapes(bare),
    "contract": contract_yaml(),
}))
"""


@pytest.fixture(scope="module")
def found() -> Mapping[str, Any]:
    done = subprocess.run(
        [sys.executable, "-c", DECLARED + FOUND],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_it_is_in_the_event_and_bounded(found: Mapping[str, Any]) -> None:
    assert found["event"] == [7, "Play on."]
    assert found["refused"].keys() == {"pace", "motto"}


def test_it_is_in_the_request(found: Mapping[str, Any]) -> None:
    assert found["request"] == {
        "type": "integer",
        "default": 3,
        "minimum": 1,
        "maximum": 9,
        "description": "How fast it is played.",
    }


def test_it_is_in_the_answer(found: Mapping[str, Any]) -> None:
    assert found["answer"] == {"type": "integer", "description": "The pace."}
    assert found["shown"] == 7


def test_readers_of_the_events_are_shown_it(found: Mapping[str, Any]) -> None:
    assert found["seen"] == 7


def test_it_is_in_the_form_for_javascript(found: Mapping[str, Any]) -> None:
    assert found["form"] == "int"


def test_it_is_in_the_types_of_the_python_client(found: Mapping[str, Any]) -> None:
    types: dict[str, Any] = {}
    exec(found["python"], types)  # noqa: S102 - what the generator wrote
    assert types["Table"].__annotations__["pace"] is int
    assert "pace" in types["DurakTableRequest"].__optional_keys__


@pytest.mark.long
def test_it_is_in_the_types_of_the_typescript_client(
    found: Mapping[str, Any], tmp_path: Path
) -> None:
    client = typescript.built()
    shutil.copy(client / "package.json", tmp_path)
    (tmp_path / "openapi.yaml").write_text(found["contract"], "utf-8")
    done = subprocess.run(
        [
            *(client / "node_modules" / ".bin" / "openapi-typescript", tmp_path / "openapi.yaml"),
            "--default-non-nullable=false",
        ],
        cwd=client,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.count("pace?: ") >= 1
    assert done.stdout.count("pace: number") == 1
