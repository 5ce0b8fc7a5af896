"""One move of a deal, as its viewer may see it."""

from random import Random
from typing import Any

from tests.api.playing import PERSONS, Client


def test_a_move_has_its_number_its_seat_its_clause_and_its_time(client: Client) -> None:
    table = client.open(game="skat", seats=PERSONS[:3])
    client.play(table, Random(3))
    events = client.get(f"{table.deal_path}/events?view=full", table.owner)["events"]
    moves = moves_of(events)
    for number, event in enumerate(moves, start=1):
        shown = client.get(f"{table.deal_path}/moves/{number}?view=full", table.owner)
        assert shown["event"] == event
        assert (shown["number"], shown["view"]) == (number, "full")
        assert (f"seat:{shown['seat']}", shown["at"]) == (event["actor"], event["at"])
        assert shown["clause"] is not None
    over = f"{table.deal_path}/moves/{len(moves) + 1}"
    assert client.send("GET", over, table.owner).status_code == 404


def test_what_the_viewer_may_not_know_is_null(client: Client) -> None:
    table = client.open()
    client.play(table, Random(5), moves=12)
    moves = moves_of(client.get(f"{table.deal_path}/events", table.owner)["events"])
    hidden = [number for number, each in enumerate(moves, 1) if None in each["data"]["cards"]]
    assert hidden
    for number in hidden:
        shown = client.get(f"{table.deal_path}/moves/{number}", table.owner)
        assert shown["event"] == moves[number - 1]


def moves_of(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The moves among events, without what followed from them."""
    return [
        each
        for each in events
        if each["actor"].startswith("seat:") and each["command"] == each["position"]
    ]
