"""Examples of tournaments: opened, joined, played by bots, directed, closed."""

from typing import Any
from unittest.mock import patch

from domain.kernel.event import Digest, Id
from domain.tournaments import lots
from service.proof import bundles as evidence
from service.ratings.deriving import derive_ratings
from service.tournaments import direction
from tools.examples.cast import Cast
from tools.examples.deals import TERMS
from workers.sweep import sweep

EVENING: dict[str, Any] = {
    "game": "durak",
    "name": "Club evening",
    "format": "swiss",
    "options": {"both_out": "draw"},
    "seats": 2,
    "target": 1,
    "rounds": 2,
    "scoring": "matchpoints",
    "most": 32,
    "joining": "anyone",
    "visibility": "public",
    "fill": "easy",
    "reveal_seconds": 60,
    "break_seconds": 300,
    "starts": [],
    "round_seconds": 3600,
    "test": False,
    "table_terms": {name: TERMS[name] for name in direction.OF_TABLES},
    "ref": "evening-7",
    "metadata": {"club": "North"},
}
PAIRS: dict[str, Any] = {"game": "goat", "name": "Pairs", "format": "fixed", "seats": 4}
BOARDS: dict[str, Any] = {
    "game": "durak",
    "name": "Duplicate",
    "format": "lot",
    "rounds": 1,
    "boards": 1,
    "scoring": "mean",
    "starts": ["2026-06-01T19:00:00Z"],
}
SEED = "ab" * 32
OTHER = {"name": "Emil", "reason": "Dan is ill", "ref": "user-5"}
NOWHERE: dict[str, Any] = {"tournament": "f0000000-0000-8000-8000-000000000000"}
MOST_SWEEPS = 40


def play(cast: Cast) -> None:
    """An evening of a club."""
    owner, other = cast.owner, cast.other
    shown = cast.show("openTournament", owner, body=EVENING)
    place: dict[str, Any] = {"tournament": shown["id"]}
    unfit = {**EVENING, "game": "skat", "seats": 3, "target": 9, "options": {}}
    cast.refuse("openTournament", "invalid", owner, body=unfit)
    with patch.object(direction, "MOST_ON", 0):
        cast.refuse("openTournament", "limit-reached", owner, body=EVENING)
    eve = _join(cast, place)
    _call(cast, place, eve, _seeds(Id(shown["id"]))[1])
    shown = cast.show("getTournament", owner, **place)
    cast.show("getTable", owner, table=shown["played"][0]["tables"][0]["table"])
    cast.client.sequence()
    noted = {"tournament_ref": "evening-7", "metadata": "club=North"}
    within = {"since": "2026-01-01T00:00:00Z", "until": "2027-01-01T00:00:00Z"}
    wanted = {"owner": "me", "game": "durak", "status": "playing", "limit": 2, **within, **noted}
    cast.show("listTournaments", owner, query=wanted)
    cast.show("listTournaments", owner, query={"ref": "user-42"})
    cast.show("listTournamentEvents", owner, query={"after": 1, "limit": 4}, **place)
    cast.show("getMe", eve)
    cast.show("getTournamentEvidence", eve, query={"deals": "false"}, cut=_line_begin, **place)
    cast.refuse("getTournamentEvidence", "not-allowed", other, **place)
    with patch.object(evidence, "LONGEST", 0):
        cast.refuse("getTournamentEvidence", "limit-reached", owner, **place)
    fixed = {"round": 1, "player": 1, "points": -1, "reason": "Late for the first deal"}
    cast.refuse("correctScore", "not-allowed", other, body=fixed, **place)
    cast.show("correctScore", owner, body=fixed, **place)
    cast.refuse("withdrawFromTournament", "not-allowed", eve, player=2, **place)
    cast.show("withdrawFromTournament", eve, player=1, **place)
    cast.refuse("eraseTournamentPlayer", "not-allowed", other, player=1, **place)
    cast.show("eraseTournamentPlayer", owner, player=1, **place)
    cast.refuse("closeTournament", "not-allowed", other, **place)
    cast.show("closeTournament", owner, **place)
    _ratings(cast)
    _seat_pairs(cast)
    _play_boards(cast)
    _miss(cast, eve, fixed)


def _line_begin(lines: str) -> str:
    """The beginning of a line."""
    return lines.partition(',"bundle":')[0] + ',"bundle":{}}\n'


def _join(cast: Cast, place: dict[str, Any]) -> str:
    named = Id(place["tournament"])
    person = {"name": "Eve", "commitment": _seeds(named)[0]}
    cast.show("joinTournament", body=person, **place)
    owner = cast.owner
    cast.refuse("joinTournament", "name-taken", owner, body={"name": "EVE"}, **place)
    cast.refuse("joinTournament", "not-allowed", body={"bot": "easy"}, **place)
    for level in ("easy", "medium", "easy"):
        cast.show("joinTournament", owner, body={"bot": level}, **place)
    other = {"name": "Emil", "reason": "Eve is ill", "commitment": person["commitment"]}
    taken: str = cast.show("substitutePlayer", owner, body=other, player=1, **place)["token"]
    return taken


def _seeds(tournament: Id) -> tuple[Digest, ...]:
    """The commitment of Eve, and her seed of each round."""
    return lots.chain(tournament, last=Digest(SEED), rounds=int(EVENING["rounds"]))


def _call(cast: Cast, place: dict[str, Any], eve: str, seed: Digest) -> None:
    owner, other = cast.owner, cast.other
    cast.refuse("pauseTournament", "not-allowed", other, body={"reason": "Tea"}, **place)
    cast.show("pauseTournament", owner, body={"reason": "Tea"}, **place)
    cast.refuse("callRound", "not-allowed", owner, body={}, **place)
    cast.refuse("resumeTournament", "not-allowed", other, **place)
    cast.show("resumeTournament", owner, **place)
    cast.show("callRound", owner, body={}, **place)
    cast.refuse("showTournamentSeed", "not-allowed", eve, body={"seed": "cd" * 32}, **place)
    cast.refuse("getEntry", "not-allowed", owner, **place)
    cast.show("showTournamentSeed", eve, body={"seed": seed}, **place)
    for _ in range(MOST_SWEEPS):
        sweep(cast.client.context, overdue=0)
    cast.show("getEntry", eve, **place)


def _ratings(cast: Cast) -> None:
    """A person loses a series to a bot, and both are rated."""
    client, context = cast.client, cast.client.context
    seats = [{"name": "Ann", "ref": "user-17"}, {"bot": "easy"}]
    table = client.open(cast.owner, game="durak", target=1, seats=seats)
    client.send("POST", f"{table.deal_path}/resignation", table.tokens[0])
    client.record(str(table.deal))
    client.sequence()
    while derive_ratings(context.ratings, context.streams):
        pass
    query: dict[str, Any] = {"game": "durak", "limit": 1}
    page = cast.show("listRatings", cast.owner, query=query)
    cast.show("listRatings", cast.owner, query={**query, "cursor": page["next"], "ref": "user-17"})


def _seat_pairs(cast: Cast) -> None:
    """The director seats two pairs."""
    owner = cast.owner
    place = {"tournament": cast.show("openTournament", owner, body=PAIRS)["id"]}
    people = (
        {"name": "Ann", "team": "North", "ref": "user-1"},
        {"name": "Bob", "team": "North", "ref": "user-2", "partner": 1},
        {"name": "Cid", "team": "South", "ref": "user-3"},
        {"name": "Dan", "team": "South", "ref": "user-4", "partner": 3},
    )
    for person in people:
        cast.show("joinTournament", owner, body=person, **place)
    cast.refuse("substitutePlayer", "not-allowed", cast.other, body=OTHER, player=4, **place)
    taken = {**OTHER, "name": "Cid"}
    cast.refuse("substitutePlayer", "name-taken", owner, body=taken, player=4, **place)
    cast.show("substitutePlayer", owner, body=OTHER, player=4, **place)
    cast.show("callRound", owner, body={"tables": [[1, 3, 2, 4]]}, **place)


def _play_boards(cast: Cast) -> None:
    """Bots play a board at two tables."""
    owner = cast.owner
    cast.refuse("openTournament", "invalid", owner, body={**BOARDS, "boards": 500, "rounds": 2})
    place = {"tournament": cast.show("openTournament", owner, body=BOARDS)["id"]}
    for _ in range(4):
        cast.show("joinTournament", owner, body={"bot": "easy"}, **place)
    cast.show("callRound", owner, body={}, **place)
    for _ in range(MOST_SWEEPS):
        sweep(cast.client.context, overdue=0)
    cast.show("getTournament", owner, **place)
    cast.show("getBoard", owner, query={"tables": "1,2"}, number=1, board=1, **place)


def _miss(cast: Cast, eve: str, fixed: dict[str, Any]) -> None:
    """Things that are missing."""
    owner, missing = cast.owner, {**NOWHERE, "player": 1}
    bodies: dict[str, Any] = {
        "joinTournament": {"name": "Eve"},
        "callRound": {},
        "correctScore": fixed,
        "pauseTournament": {"reason": "Tea"},
    }
    for name, body in bodies.items():
        cast.refuse(name, "not-found", owner, body=body, **NOWHERE)
    cast.refuse("substitutePlayer", "not-found", owner, body=OTHER, **missing)
    for name in ("withdrawFromTournament", "eraseTournamentPlayer"):
        cast.refuse(name, "not-found", owner, **missing)
    named = ("getTournament", "listTournamentEvents", "getTournamentEvidence")
    for name in (*named, "resumeTournament", "closeTournament"):
        cast.refuse(name, "not-found", owner, **NOWHERE)
    cast.refuse("getEntry", "not-found", eve, **NOWHERE)
    cast.refuse("getBoard", "not-found", owner, number=1, board=1, **NOWHERE)
    cast.refuse("getBoard", "invalid", query={"tables": "0"}, number=1, board=1, **NOWHERE)
    cast.refuse("showTournamentSeed", "not-found", eve, body={"seed": SEED}, **NOWHERE)
