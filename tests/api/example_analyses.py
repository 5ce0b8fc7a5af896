"""Examples of analyses: one that is running, one that is done, and refusals."""

from unittest.mock import patch
from uuid import UUID

from bots import core
from service.proof import analyses
from tests.api.example_cast import DURAK, TWO, Cast, at


def play(cast: Cast) -> None:
    """One player plays a card and the other one resigns."""
    recorder = cast.recorder
    table = cast.open(**DURAK, seats=TWO)
    deal = at(deal=table.deal)
    recorder.refuse("requestAnalysis", "deal-on", cast.owner, **deal)
    recorder.refuse("getAnalysis", "deal-on", cast.owner, **deal)
    turn = recorder.client.get(f"/v1/deals/{table.deal}", table.tokens[0])["to_act"]
    body = {"move": recorder.client.moves(table.deal, table.tokens[turn])[0]["move"]}
    recorder.show("makeMove", table.tokens[turn], body=body, **deal)
    recorder.show("resign", table.tokens[1 - turn], **deal)
    recorder.show("getAnalysis", cast.owner, **deal)
    with patch.object(analyses, "MOST", 0):
        recorder.refuse("requestAnalysis", "queue-full", cast.owner, **deal)
    recorder.show("requestAnalysis", table.tokens[turn], **deal)
    analyses.advance(recorder.client.context, UUID(table.deal))
    recorder.show("requestAnalysis", cast.owner, **deal)
    recorder.show("getAnalysis", cast.owner, **deal)
    with patch.object(core, "is_available", return_value=False):
        recorder.refuse("requestAnalysis", "level-not-available", cast.owner, **deal)
