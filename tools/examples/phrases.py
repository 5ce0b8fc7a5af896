"""Examples of what people say at a table, of who is there, and of reports."""

from service.players.phrase_store import MOST_REPORTS
from tools.examples.cast import DURAK, ROBOT, STREAMS, TWO, Cast, at, besides

PAUSE = 5
HELLO = {"phrase": "hello"}


def play(cast: Cast) -> None:
    """Ann and Bob greet each other, and Bob is in a hurry."""
    cast.show("listPhrases")
    table = cast.open(**DURAK, seats=TWO, phrases="always", visibility="public")
    ann, bob = table.tokens
    here = at(table=table.id)
    cast.show("sayPhrase", ann, body=HELLO, **here)
    cast.refuse("sayPhrase", "too-soon", ann, body={"phrase": "good_luck"}, **here)
    path = f"/v1/tables/{table.id}/phrases"
    for _ in range(MOST_REPORTS):
        besides(cast, "POST", path, bob, {"phrase": "hurry_please"})
        cast.recorder.runtime.pass_time(PAUSE)
    cast.show("getPeople", ann, **here)
    cast.show("getPeople", None, **here)
    cast.refuse("getPeople", "not-found", cast.owner, table=table.deal)
    cast.show("reportPhrase", ann, phrase=2, **here)
    for number in range(3, MOST_REPORTS + 2):
        besides(cast, "POST", f"{path}/{number}/report", ann)
    besides(cast, "POST", path, bob, {"phrase": "sorry"})
    cast.refuse("reportPhrase", "limit-reached", ann, phrase=MOST_REPORTS + 2, **here)
    cast.refuse("reportPhrase", "not-found", ann, phrase=99, **here)
    cast.show("listReports", cast.owner)
    for accept in STREAMS:
        query = {"people": "true", "after": 0}
        cast.show("listTableEvents", ann, query=query, accept=accept, **here)
    silent = cast.open(**DURAK, seats=[TWO[0], ROBOT], phrases="between_deals", visibility="public")
    here, (ann, robot) = at(table=silent.id), silent.tokens
    cast.refuse("sayPhrase", "deal-on", ann, body=HELLO, **here)
    cast.refuse("sayPhrase", "not-allowed", robot, body=HELLO, **here)
    cast.refuse("sayPhrase", "not-found", ann, body=HELLO, table=table.id)
    cast.refuse("reportPhrase", "not-allowed", robot, phrase=1, **here)
    _agree(cast)


def _agree(cast: Cast) -> None:
    """Bob gives up, and wants to play again in the same seats."""
    table = cast.open(**DURAK, seats=TWO, visibility="public")
    besides(cast, "POST", f"/v1/deals/{table.deal}/resignation", table.tokens[1], {})
    cast.client.record(table.deal)
    besides(cast, "POST", f"/v1/tables/{table.id}/rematch", table.tokens[1], {"seats": "same"})
    cast.show("getPeople", table.tokens[0], table=table.id)
