"""Deals with seeds of seats: disputed, branched and voided ones."""

from random import Random
from typing import Any
from uuid import UUID

import pytest

from service.play import seeds
from tests.api.playing import Client, Opened
from tests.api.test_branches import branch, everybody, full
from tests.api.test_branches import opened as branched
from tests.api.test_disputes import CLAIM, disputed
from tests.api.test_seeds import dealt, opened
from tests.simulation.runtime import RUNTIME

SHUFFLE = 4
"""Its position: before it stand the seeds of two seats."""


@pytest.fixture(scope="module")
def together(client: Client) -> Opened:
    """A finished deal with seeds of two seats."""
    table = dealt(client)
    client.play(table, Random(3))
    return table


def test_its_evidence_holds(client: Client, together: Opened) -> None:
    disputed(client, together, at=SHUFFLE)
    shown = client.get(f"/v1/deals/{together.deal}/audit", client.guest(together, "auditor"))
    assert (shown["findings"], shown["deck"]) == ([], "seed")
    assert shown["decided"]["at"] >= SHUFFLE
    assert shown["choices"] == [
        {"at": SHUFFLE, "move_at": None, "seat": None, "move": None, "state": None, "seats": []}
    ]


@pytest.mark.parametrize("cards", ["true", "resample"])
def test_its_branch_begins_with_the_shuffle(client: Client, together: Opened, cards: str) -> None:
    made = branched(client, together, at=SHUFFLE + 6, deal=cards, seats=everybody(together))
    source, deal = full(client, together), full(client, made)
    assert [event.TYPE for event in deal.events[1:8]] == [
        event.TYPE for event in source.events[SHUFFLE - 1 : SHUFFLE + 6]
    ]
    assert (deal.events[1].deck == source.events[SHUFFLE - 1].deck) is (cards == "true")


def test_nothing_vouches_for_the_deck_of_a_branch(client: Client, together: Opened) -> None:
    made = branched(client, together, at=1, seats=everybody(together))
    for who in (*made.tokens.values(), made.owner):
        shown = client.get(f"/v1/deals/{made.deal}", who)["fairness"]
        assert "made by hand" in shown["guarantee"]
        assert (shown["seats"], shown["waiting"]) == ([], [])
        assert client.get(f"/v1/deals/{made.deal}/openings", who)["openings"] == []


def test_no_seat_adds_a_seed_to_a_branch(client: Client, together: Opened) -> None:
    seats = [{"name": name, "commits": True} for name in ("Ann", "Bob", "Cid", "Dan")]
    made = branched(client, together, at=1, seats=seats)
    assert made.deal is not None
    client.play(made, Random(1))


def test_of_a_voided_deal_there_is_nothing_to_dispute(client: Client) -> None:
    table = opened(client)
    RUNTIME.pass_time(3_600)
    assert seeds.void_late_deal(client.context, UUID(str(table.deal)))
    path = f"/v1/deals/{table.deal}"
    answers: list[Any] = [
        client.send("POST", f"{path}/disputes", table.tokens[0], json={**CLAIM, "at": 1}),
        client.send("GET", f"{path}/audit", table.owner),
        client.send("GET", f"{path}/disputes", table.tokens[1]),
        branch(client, table, at=1),
    ]
    codes = [each.refusal for each in answers]
    assert codes == [(409, "deal-voided")] * 4
