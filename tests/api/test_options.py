"""Options for each seat: how they are shown, and how a table may require them."""

from dataclasses import dataclass, replace
from typing import Any, Final

import jsonschema_rs
import pytest

from domain.games import GAMES
from domain.kernel.options import number
from languages.catalogue import IN_ENGLISH
from service.api.contract.games import (
    options_of_any_table,
    options_schema,
    part,
    seat_request_name,
    table_request_schema,
)
from service.games.representation import game_line
from tests.api.playing import PERSONS, Client
from tests.domain.toy import TOY


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    deals: int = number(12, low=1, high=40, per_seat=True)
    """How long it goes on."""

    loss: int = number(2, low=1, high=3)


SHARED: Final = replace(TOY, seats=(3, 4), options=Options, target="deals")


def test_a_game_says_which_options_are_for_each_seat() -> None:
    line: Any = game_line(SHARED, IN_ENGLISH)["options"]
    assert line["deals"] == {
        "default": 12,
        "minimum": 1,
        "maximum": 40,
        "per_seat": True,
        "title": "deals",
    }
    assert line["loss"] == {"default": 2, "minimum": 1, "maximum": 3, "title": "loss"}


@pytest.mark.parametrize("seats", [3, 4])
def test_the_contract_bounds_them_for_every_number_of_seats(seats: int) -> None:
    deals = options_schema(SHARED, seats)["properties"]["deals"]
    low, high, default = seats, 40 * seats, 12 * seats
    bounds = {"minimum": low, "maximum": high, "multipleOf": seats, "default": default}
    assert deals == {"type": "integer", "description": "How long it goes on.", **bounds}
    assert options_schema(SHARED, seats) in options_of_any_table(SHARED)["anyOf"]


@pytest.mark.parametrize(
    ("seats", "deals", "fits"),
    [(0, 3, True), (3, 12, True), (3, 8, False), (3, 160, False), (4, 8, True), (4, 3, False)],
)
@pytest.mark.parametrize("named", ["target", "options"])
def test_a_request_for_a_table_has_the_bounds_of_its_seats(
    named: str, seats: int, deals: int, *, fits: bool
) -> None:
    shape = {"properties": {"name": {}, "seats": {}, "stand_in": {}}, "required": ["game"]}
    name = f"{part(SHARED)}Options"
    known = {name: options_schema(SHARED, *SHARED.seats), seat_request_name(SHARED): {}}
    schema = {"components": {"schemas": known}, **table_request_schema(SHARED, shape)}
    value = deals if named == "target" else {"deals": deals}
    body: Any = {"game": SHARED.key, "seats": [{}] * seats, named: value}
    assert jsonschema_rs.validator_for(schema).is_valid(body) is fits


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [({"options": {"deals": 10}}, "/options/deals"), ({"target": 10}, "/target")],
)
@pytest.mark.parametrize("seats", [3, 4])
def test_a_table_has_a_multiple_of_its_seats(
    seats: int,
    fields: dict[str, Any],
    pointer: str,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("service.tables.creation.GAMES", {**GAMES, SHARED.key: SHARED})
    body = {"game": SHARED.key, "name": "yard", "seats": PERSONS[:seats], **fields}
    answer = client.send("POST", "/v1/tables", client.key(), json=body)
    assert answer.status_code == 422
    sent_as = pointer.rpartition("/")[2]
    words = f"{sent_as}: must be a multiple of {seats} from {seats} to {40 * seats}."
    (error,) = answer.json["errors"]
    assert (error["pointer"], error["detail"]) == (pointer, words)
    assert error["key"] == "form-option-multiple"
