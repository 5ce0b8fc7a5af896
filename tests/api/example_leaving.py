"""What the examples show of leaving: clocks, who leaves a deal and comes back, who gives up."""

from uuid import UUID

from tests.api.example_cast import DURAK, TWO, Cast, Table, at
from tests.keys import key_of
from tests.seeding import commitment_of, seed_of
from workers.turns import play_bots

TURN = 60
BANK = 300


def play(cast: Cast) -> tuple[str, str]:
    """One is late, a table is closed; one leaves and one resigns: the tokens of these two."""
    _be_late(cast)
    _close(cast)
    return _leave(cast), _resign(cast)


def tell(cast: Cast, left: tuple[str, str]) -> None:
    """What these two are told, once it is logged."""
    cast.asked.show("listNotices", left[0])
    cast.asked.show("listNotices", left[1])


def _to_act(cast: Cast, table: Table) -> str:
    """The token of the seat that is to act."""
    shown = cast.asked.client.get(f"/v1/deals/{table.deal}", table.tokens[0])
    seat: int = shown["to_act"]
    return table.tokens[seat]


def _move(cast: Cast, table: Table) -> dict[str, object]:
    """The first move of the seat that is to act."""
    return {"move": cast.asked.client.moves(table.deal, _to_act(cast, table))[0]["move"]}


def _be_late(cast: Cast) -> None:
    """A player is out of time, so a bot plays for him until he comes back."""
    asked = cast.asked
    timed = {"turn_limit": TURN, "time_bank": BANK, "abandon": "bot", "stand_in": "medium"}
    table = cast.open(**DURAK, seats=TWO, **timed)
    late, body, deal = _to_act(cast, table), _move(cast, table), at(deal=table.deal)
    asked.show("getDeal", late, **deal)
    asked.clock.wait(TURN + BANK)
    asked.refuse("makeMove", "time-over", late, body=body, **deal)
    asked.show("getDeal", late, **deal)
    asked.show("listEvents", late, query={"after": 0}, **deal)
    asked.refuse("returnToDeal", "time-over", late, **deal)
    play_bots(asked.client.context, UUID(table.deal))
    asked.show("returnToDeal", late, **deal)
    asked.refuse("leaveDeal", "not-allowed", late, **deal)


def _leave(cast: Cast) -> str:
    """A player leaves, and may do nothing at the table but come back; his token."""
    asked = cast.asked
    table = cast.open(**DURAK, seats=TWO)
    gone, body, deal = _to_act(cast, table), _move(cast, table), at(deal=table.deal)
    asked.refuse("returnToDeal", "not-allowed", gone, **deal)
    asked.show("leaveDeal", gone, **deal)
    asked.refuse("makeMove", "away", gone, body=body, **deal)
    asked.refuse("resign", "away", gone, **deal)
    return gone


def _resign(cast: Cast) -> str:
    """A player gives up, which ends the series, and plays again; his token."""
    asked = cast.asked
    table = cast.open(**DURAK, seats=TWO, abandon="forfeit")
    loser, deal = table.tokens[0], at(deal=table.deal)
    asked.refuse("openRematch", "no-rematch", loser, body={}, table=table.id)
    asked.show("resign", loser, **deal)
    for name in ("leaveDeal", "returnToDeal", "resign"):
        asked.refuse(name, "deal-over", loser, **deal)
    asked.client.record(table.deal)
    asked.show("getDeal", loser, **deal)
    asked.show("getSeries", loser, table=table.id)
    asked.refuse("closeTable", "series-over", cast.owner, table=table.id)
    again = {"commits": True, "key": key_of(0)}
    made = asked.show("openRematch", loser, body=again, table=table.id)["table"]
    [seat] = [each["seat"] for each in made["seats"] if each["name"] is None]
    body = {"commitment": commitment_of(made["next_deal"]["id"], seat)}
    asked.show("openRematch", table.tokens[1], body=body, table=table.id)
    return loser


def _close(cast: Cast) -> None:
    """A table is closed while its deal waits for a seed."""
    asked = cast.asked
    adding = [{"name": "Ann", "commits": True}, {"name": "Bob"}]
    table = cast.open(**DURAK, seats=adding)
    following, ann = table.deal, table.tokens[0]
    wish = {"deal": following, "commitment": commitment_of(following, 0)}
    asked.show("commitSeed", ann, body=wish, table=table.id, seat=0)
    asked.show("closeTable", cast.owner, table=table.id)
    seed = {"seed": seed_of(following, 0)}
    asked.refuse("showSeed", "deal-abandoned", ann, body=seed, deal=following)
    asked.refuse("getTranscript", "deal-abandoned", ann, deal=following)
    asked.show("getSeries", ann, table=table.id)
