"""Play a deal of Goat with the client that openapi-generator has generated."""

import sys
import time

from pydantic_client import ApiClient, Configuration, DealsApi, TablesApi
from pydantic_client.models import (
    Bot,
    CreateTableRequest,
    GoatSeatRequest,
    GoatTableRequest,
    MoveRequest,
)

url, key = sys.argv[1:]
bots = [GoatSeatRequest(bot=Bot.EASY) for _ in range(3)]
goat = GoatTableRequest(game="goat", name="Generated", seats=[GoatSeatRequest(name="Ann"), *bots])
with ApiClient(Configuration(host=url, access_token=key)) as api:
    opened = TablesApi(api).open_table(CreateTableRequest(goat))
assert opened.table.deal is not None
with ApiClient(Configuration(host=url, access_token=opened.tokens[0].token)) as api:
    deals = DealsApi(api)
    while (deal := deals.get_deal(opened.table.deal.id)).status != "over":
        moves = [each.move for each in deal.legal_moves if not each.early]
        if moves:
            deals.make_move(deal.id, MoveRequest(move=moves[0]))
        else:
            time.sleep(0.05)
print(deal.status.value)
