"""Options for each seat: how they are shown, and how a table may require them."""

from dataclasses import dataclass, replace
from typing import Any, Final

import pytest

from domain.games import GAMES
from domain.kernel.options import number
from service.api.contract.games import options_of_any_table, options_schema, table_request_schema
from service.languages.catalogue import IN_ENGLISH
from service.play.games import game_line
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
    shape = {"properties": {"seats": {}, "stand_in": {}}, "required": ["game"]}
    schema = table_request_schema(SHARED, shape, seats)
    assert schema["properties"]["target"].items() >= {"type": "integer", **bounds}.items()
    sitting = schema["properties"]["seats"]
    assert (sitting["minItems"], sitting["maxItems"]) == (4 if seats == 4 else 0, seats)
    assert ("seats" in schema["required"]) == (seats == 4)
    assert options_schema(SHARED, seats) in options_of_any_table(SHARED)["anyOf"]


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
    monkeypatch.setattr("service.play.tables.GAMES", {**GAMES, SHARED.key: SHARED})
    body = {"game": SHARED.key, "name": "yard", "seats": PERSONS[:seats], **fields}
    answer = client.send("POST", "/v1/tables", client.key(), json=body)
    assert answer.status_code == 422
    sent_as = pointer.rpartition("/")[2]
    words = f"{sent_as}: must be a multiple of {seats} from {seats} to {40 * seats}."
    (error,) = answer.get_json()["errors"]
    assert (error["pointer"], error["detail"]) == (pointer, words)
    assert error["key"] == "form-option-multiple"
