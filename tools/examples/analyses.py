"""Examples of analyses: one that is running, one that is done, and refusals."""

from unittest.mock import patch
from uuid import UUID

from bots import core
from service.analyses import use_cases
from tools.examples.cast import DURAK, TWO, Cast, at


def play(cast: Cast) -> None:
    """One player plays a card and the other one resigns."""
    table = cast.open(**DURAK, seats=TWO)
    deal = at(deal=table.deal)
    cast.refuse("requestAnalysis", "deal-on", cast.owner, **deal)
    cast.refuse("getAnalysis", "deal-on", cast.owner, **deal)
    turn = cast.client.get(f"/v1/deals/{table.deal}", table.tokens[0])["to_act"]
    body = {"move": cast.client.moves(table.deal, table.tokens[turn])[0]["move"]}
    cast.show("makeMove", table.tokens[turn], body=body, **deal)
    cast.show("resign", table.tokens[1 - turn], **deal)
    cast.show("getAnalysis", cast.owner, **deal)
    with patch.object(use_cases, "MOST", 0):
        cast.refuse("requestAnalysis", "queue-full", cast.owner, **deal)
    cast.show("requestAnalysis", table.tokens[turn], **deal)
    use_cases.advance(cast.client.context, UUID(table.deal))
    cast.show("requestAnalysis", cast.owner, **deal)
    cast.show("getAnalysis", cast.owner, **deal)
    with patch.object(core, "is_available", return_value=False):
        cast.refuse("requestAnalysis", "level-not-available", cast.owner, **deal)
