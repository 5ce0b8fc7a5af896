"""Play a deal of Goat with the client that openapi-python-client has generated."""

import sys
import time

from attrs_client import AuthenticatedClient
from attrs_client.api.deals import get_deal, make_move
from attrs_client.api.tables import open_table
from attrs_client.models import (
    Bot,
    Deal,
    GoatSeatRequest,
    GoatTableRequest,
    MoveRequest,
    MoveResult,
    NewTable,
)

url, key = sys.argv[1:]
bots = [GoatSeatRequest(bot=Bot.EASY) for _ in range(3)]
seats = [GoatSeatRequest(name="Ann"), *bots]
body = GoatTableRequest(game="goat", name="Generated", seats=seats)
opened = open_table.sync(client=AuthenticatedClient(url, key), body=body)
assert isinstance(opened, NewTable), opened
seat = AuthenticatedClient(url, opened.tokens[0].token)
assert opened.table.deal is not None
while True:
    deal = get_deal.sync(opened.table.deal.id, client=seat)
    assert isinstance(deal, Deal), deal
    if deal.status == "over":
        break
    moves = [each.move for each in deal.legal_moves if not each.early]
    if moves:
        made = make_move.sync(deal.id, client=seat, body=MoveRequest(move=moves[0]))
        assert isinstance(made, MoveResult), made
    else:
        time.sleep(0.05)
print(deal.status.value)
