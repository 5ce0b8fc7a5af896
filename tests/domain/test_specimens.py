"""Every event that was ever stored can be read for ever.

A specimen ``<type>@<schema>.json`` holds the data of an event as it was stored (its secrets
closed), and the openings. Specimens are never changed; a new schema gets a new one beside the old.
"""

import json
from pathlib import Path
from typing import Any

import pytest

import domain.table.series
from domain.kernel.event import FULL, PUBLIC, Event, Json, event_classes, redact, to_data, to_json
from domain.kernel.stored import from_data
from domain.tournaments import tournament  # noqa: F401 - declares its events

assert domain.table.series, "the import registers every event of the domain"

SPECIMENS = Path(__file__).parents[1] / "specimens"
FILES = sorted(SPECIMENS.glob("*.json"))
OWN = [kind for kind in event_classes() if kind.__module__.startswith("domain.")]

every_specimen = pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])


def read(path: Path) -> tuple[str, int, dict[str, Any]]:
    """Type, schema and content of a specimen."""
    name, schema = path.stem.split("@")
    return name, int(schema), json.loads(path.read_text("utf-8"))


def opened(value: Any, secrets: dict[str, Json], slot: str) -> Any:
    """The stored data with every secret opened."""
    if slot in secrets:
        return secrets[slot]
    if isinstance(value, list):
        return [opened(item, secrets, f"{slot}/{at}") for at, item in enumerate(value)]
    return value


@every_specimen
def test_it_loads_closed_and_opened(path: Path) -> None:
    name, schema, held = read(path)
    closed = from_data(name, schema, held["data"])
    whole = from_data(name, schema, _open_all(held))
    assert closed.TYPE == whole.TYPE == name
    assert closed == (redact(whole, PUBLIC) if schema >= whole.HIDES_FROM else whole)
    assert redact(whole, FULL) == whole
    assert (closed != whole) == bool(held["secrets"])


def _open_all(held: dict[str, Any]) -> dict[str, Any]:
    return {name: opened(value, held["secrets"], name) for name, value in held["data"].items()}


@pytest.mark.parametrize("kind", OWN, ids=lambda kind: kind.TYPE)
def test_every_event_has_a_specimen_of_every_schema(kind: type[Event]) -> None:
    wanted = {f"{kind.TYPE}@{schema}" for schema in range(1, kind.VERSION + 1)}
    assert wanted <= {path.stem for path in FILES}


@pytest.mark.parametrize("kind", OWN, ids=lambda kind: kind.TYPE)
def test_todays_specimen_is_what_would_be_stored_today(kind: type[Event]) -> None:
    path = SPECIMENS / f"{kind.TYPE}@{kind.VERSION}.json"
    name, schema, held = read(path)
    event = from_data(name, schema, _open_all(held))
    assert to_json(event) == _open_all(held)
    closed = to_data(event, seal=lambda _value, _seat, count: {"count": count, "sha256": "…"})
    assert _without_digests(closed) == _without_digests(held["data"])


def _without_digests(value: Any) -> Any:
    if isinstance(value, dict) and "sha256" in value:
        return value["count"]
    if isinstance(value, list):
        return [_without_digests(item) for item in value]
    return (
        {name: _without_digests(item) for name, item in value.items()}
        if isinstance(value, dict)
        else value
    )


def test_every_specimen_is_of_a_known_event() -> None:
    known = {kind.TYPE for kind in OWN}
    assert {read(path)[0] for path in FILES} == known
