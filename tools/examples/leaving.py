"""Examples of leaving: clocks, leaving a deal and returning, resigning."""

from uuid import UUID

from tests.keys import key_of
from tests.seeding import commitment_of, seed_of
from tools.examples.cast import DURAK, TWO, Cast, Table, at
from workers.turns import play_bots

TURN = 60
BANK = 300


def play(cast: Cast) -> tuple[str, str]:
    """One player is late, a table is closed, one player leaves and one resigns; the last two
    tokens.
    """
    _be_late(cast)
    _close(cast)
    return _leave(cast), _resign(cast)


def list_notices(cast: Cast, left: tuple[str, str]) -> None:
    """The notices of these two callers, once the events are logged."""
    cast.show("listNotices", left[0])
    cast.show("listNotices", left[1])


def _to_act(cast: Cast, table: Table) -> str:
    """The token of the seat on turn."""
    shown = cast.client.get(f"/v1/deals/{table.deal}", table.tokens[0])
    seat: int = shown["to_act"]
    return table.tokens[seat]


def _move(cast: Cast, table: Table) -> dict[str, object]:
    """The first move of the seat on turn."""
    return {"move": cast.client.moves(table.deal, _to_act(cast, table))[0]["move"]}


def _be_late(cast: Cast) -> None:
    """A player runs out of time, so a bot plays for them until they return."""
    timed = {"turn_limit": TURN, "time_bank": BANK, "abandon": "bot", "stand_in": "medium"}
    table = cast.open(**DURAK, seats=TWO, **timed)
    late, body, deal = _to_act(cast, table), _move(cast, table), at(deal=table.deal)
    cast.show("getDeal", late, **deal)
    cast.recorder.runtime.pass_time(TURN + BANK)
    cast.refuse("makeMove", "time-over", late, body=body, **deal)
    cast.show("getDeal", late, **deal)
    cast.show("listEvents", late, query={"after": 0}, **deal)
    cast.refuse("returnToDeal", "time-over", late, **deal)
    play_bots(cast.client.context, UUID(table.deal))
    cast.show("returnToDeal", late, **deal)
    cast.refuse("leaveDeal", "not-allowed", late, **deal)


def _leave(cast: Cast) -> str:
    """A player leaves, and may do nothing at the table but come back; returns the token."""
    table = cast.open(**DURAK, seats=TWO)
    gone, body, deal = _to_act(cast, table), _move(cast, table), at(deal=table.deal)
    cast.refuse("returnToDeal", "not-allowed", gone, **deal)
    cast.show("leaveDeal", gone, **deal)
    cast.refuse("makeMove", "away", gone, body=body, **deal)
    cast.refuse("resign", "away", gone, **deal)
    return gone


def _resign(cast: Cast) -> str:
    """A player gives up, which ends the series, and plays again; returns the token."""
    table = cast.open(**DURAK, seats=TWO, abandon="forfeit")
    loser, deal = table.tokens[0], at(deal=table.deal)
    cast.refuse("openRematch", "no-rematch", loser, body={}, table=table.id)
    cast.show("resign", loser, **deal)
    for name in ("leaveDeal", "returnToDeal", "resign"):
        cast.refuse(name, "deal-over", loser, **deal)
    cast.client.record(table.deal)
    cast.show("getDeal", loser, **deal)
    cast.show("getSeries", loser, table=table.id)
    cast.refuse("closeTable", "series-over", cast.owner, table=table.id)
    again = {"commits": True, "key": key_of(0), "seats": "same"}
    made = cast.show("openRematch", loser, body=again, table=table.id)["table"]
    [seat] = [each["seat"] for each in made["seats"] if each["name"] is None]
    body = {"commitment": commitment_of(made["next_deal"]["id"], seat)}
    cast.show("openRematch", table.tokens[1], body=body, table=table.id)
    return loser


def _close(cast: Cast) -> None:
    """A table is closed while its deal waits for a seed."""
    adding = [{"name": "Ann", "commits": True}, {"name": "Bob"}]
    table = cast.open(**DURAK, seats=adding)
    following, ann = table.deal, table.tokens[0]
    request = {"deal": following, "commitment": commitment_of(following, 0)}
    cast.show("commitSeed", ann, body=request, table=table.id, seat=0)
    cast.show("closeTable", cast.owner, table=table.id)
    seed = {"seed": seed_of(following, 0)}
    cast.refuse("showSeed", "deal-abandoned", ann, body=seed, deal=following)
    cast.refuse("getTranscript", "deal-abandoned", ann, deal=following)
    cast.show("getSeries", ann, table=table.id)
