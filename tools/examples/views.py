"""Examples of views in other answers: with a move, on a page of events, and expanded."""

from random import Random
from typing import Any

from tests.api.playing import choice
from tools.examples.cast import THREE, Cast, Table, at


def play(cast: Cast) -> None:
    """Bid in Skat, then play Goat until a trick has been taken."""
    bidding = cast.open(game="skat", name="Values", target=3, seats=THREE)
    deal = at(deal=bidding.deal)
    cast.show("getDeal", _turn(cast, bidding), query={"legal": "both"}, **deal)
    table = cast.open(game="goat", name="Views", seats=[*THREE, {"name": "Dan"}])
    deal, chance = at(deal=table.deal), Random(1)
    while True:
        token = _turn(cast, table)
        query = {"legal": "compact", "expand": "table,series,events"}
        shown = cast.show("getDeal", token, query=query, **deal)
        if shown["last_trick"] is not None:
            break
        body = {"move": choice(cast.client.moves(table.deal, token), chance)}
        prefer = "return=representation"
        cast.show("makeMove", token, body=body, prefer=prefer, **deal)
    query = {"views": "true", "after": shown["at"] - 1}
    cast.show("listEvents", cast.owner, query=query, **deal)


def _turn(cast: Cast, table: Table) -> str:
    """The token of the seat that is to act."""
    shown: Any = cast.client.get(f"/v1/deals/{table.deal}", table.tokens[0])
    seat: int = shown["to_act"]
    return table.tokens[seat]
