"""The script of the contract's examples: one entry for each operation, and one for each refusal.

A new operation needs ``recorder.show("itsName", credential, …)`` in one of the acts below, or in an
act of its own (such as `example_keys` or `example_leaving`). Each refusal that not all operations
share needs ``recorder.refuse("itsName", "the-code", …)``. Then run `make examples`.
"""

from collections.abc import Callable
from dataclasses import replace
from unittest.mock import patch
from uuid import UUID

import psycopg

from bots import core
from domain.games import GAMES
from domain.kernel.cards import PACK_36
from service.access import keys
from service.health import Heartbeat
from service.play import what_if
from tests.api import (
    example_acts,
    example_analyses,
    example_archive,
    example_breaks,
    example_deals,
    example_guests,
    example_hints,
    example_keys,
    example_leaving,
    example_lobby,
    example_news,
    example_seeds,
    example_views,
)
from tests.api.example_cast import DURAK, ROBOT, STREAMS, THREE, TWO, Cast, Table, at
from tests.api.recording import Recorder
from tests.contexts import opened_context
from tests.keys import key_of


def play(recorder: Recorder, url: str) -> None:
    """Play the whole script.

    Args:
        recorder: Sends and records requests.
        url: The database, for changes that only its owner can make.
    """
    cast = Cast(
        recorder, recorder.client.key("Ann's client"), recorder.client.key("Another client")
    )
    recorder.narrow = keys.create_key(
        recorder.client.context.credentials, name="x", scopes=frozenset()
    )
    _games(cast)
    _lobby(cast)
    example_keys.play(cast)
    hook = example_news.listen(cast)
    live = _moves(cast)
    over = _finished(cast)
    _disputes(cast, over)
    example_guests.play(cast, over)
    _what_if(cast, over)
    example_analyses.play(cast)
    example_seeds.play(cast)
    example_hints.play(cast)
    left = example_leaving.play(cast)
    example_acts.play(cast)
    _evidence(cast, live, over, size=_show_log(cast, over))
    _people(cast, over)
    example_lobby.play(cast)
    example_news.play(cast, hook)
    example_leaving.list_notices(cast, left)
    _service(cast)
    _altered(cast, live, url)
    _problems(cast)
    example_deals.play(cast)
    example_views.play(cast)
    example_breaks.play(cast, url)
    example_archive.play(cast, url)
    _play_now(recorder)


# --- Games and tables ---------------------------------------------------------------------------


def _games(cast: Cast) -> None:
    cast.recorder.show("listLanguages")
    cast.recorder.show("listGames")
    cast.recorder.show("listBots")
    cast.recorder.show("getGame", game="durak")


def _lobby(cast: Cast) -> None:
    recorder, owner = cast.recorder, cast.owner
    request = {**DURAK, "target": 3, "visibility": "public"}
    request["seats"] = [{"name": "Ann", "ref": "user-17", "metadata": {"rating": "1640"}}]
    request |= {"ref": "match-204", "metadata": {"round": "3"}}
    table = recorder.show("openTable", owner, body=request)["table"]["id"]
    recorder.elder = _auditor(cast, table)
    recorder.refuse("openTable", "not-allowed", recorder.elder, body=request)
    recorder.refuse(
        "admitAuditor", "not-allowed", recorder.elder, body={"name": "Eve"}, table=table
    )
    seat = at(table=table, seat=1)
    recorder.refuse("takeSeat", "name-taken", owner, body={"name": "ANN"}, **seat)
    sitting = {"name": "Bob", "commits": False, "ref": "user-18", "metadata": {"rating": "1580"}}
    taken = recorder.show("takeSeat", owner, body=sitting, **seat)
    begun = at(table=table, seat=0)
    recorder.refuse("takeSeat", "seat-taken", owner, body={"name": "Eve"}, **begun)
    recorder.refuse("takeSeat", "not-allowed", taken["token"], body={"name": "Eve"}, **begun)
    recorder.refuse("leaveSeat", "table-started", owner, **begun)
    recorder.refuse("leaveSeat", "not-allowed", cast.other, **begun)
    recorder.refuse("closeTable", "not-allowed", cast.other, table=table)
    recorder.show("getTable", owner, table=table)
    recorder.show("issueSeatToken", owner, **seat)
    recorder.refuse("issueSeatToken", "not-allowed", cast.other, **seat)
    recorder.refuse("issueSeatToken", "not-found", owner, **at(table=table, seat=9))
    recorder.refuse("moveClock", "not-allowed", owner, body={"forward_seconds": 60}, table=table)
    _sandbox(cast)
    recorder.refuse("erasePerson", "not-allowed", cast.other, **seat)
    recorder.refuse("erasePerson", "not-found", owner, **at(table=table, seat=9))
    recorder.show("erasePerson", owner, **seat)
    recorder.show("erasePeople", owner, body={"ref": "user-17"})
    left = cast.open(**DURAK, seats=[ROBOT], options={"both_out": "draw"})
    recorder.show("leaveSeat", owner, table=left.id, seat=0)
    recorder.show("closeTable", owner, table=left.id)
    _a_table_of_each_other_game(cast)
    full = recorder.elsewhere(replace(recorder.client.context, open_tables=1))
    full.refuse("openTable", "too-many-tables", owner, body=request)
    request = {**DURAK, "seats": [{"name": "Ann"}, {"bot": "hard"}]}
    with patch.object(core, "is_available", return_value=False):
        recorder.refuse("openTable", "level-not-available", owner, body=request)


def _play_now(recorder: Recorder) -> None:
    """A service that offers it to one person at a time."""
    offering = recorder.elsewhere(replace(recorder.client.context, house_tables=1))
    body, page = (
        {"game": "durak", "level": "easy", "name": "Ann", "target": 5},
        {"Origin": "http://localhost"},
    )
    offering.refuse("playNow", "not-allowed", body=body)
    offering.show("playNow", body=body, headers=page)
    offering.refuse("playNow", "too-many-tables", body=body, headers=page)


def _a_table_of_each_other_game(cast: Cast) -> None:
    """Games that lack a level of bots have a request for a seat of their own."""
    ann = {
        **ROBOT,
        "commits": True,
        "key": key_of(0),
        "ref": "user-17",
        "metadata": {"rating": "9"},
    }
    for game in (each for each in GAMES if each != DURAK["game"]):
        cast.open(game=game, name="The bench", seats=[ann, {"bot": "easy"}])


def _sandbox(cast: Cast) -> None:
    """A test table with a given deck, whose clock is moved."""
    recorder, owner, forward = cast.recorder, cast.owner, {"forward_seconds": 3_600}
    request = {**DURAK, "seats": TWO, "test": True, "decks": [list(PACK_36)]}
    table = cast.open(**request).id
    recorder.show("moveClock", owner, body=forward, table=table)
    recorder.show("closeTable", owner, table=table)
    recorder.refuse("moveClock", "series-over", owner, body=forward, table=table)


def _auditor(cast: Cast, table: str) -> str:
    body = {"name": "The elder", "expires_in": 86_400}
    token: str = cast.recorder.show("admitAuditor", cast.owner, body=body, table=table)["token"]
    return token


# --- A running deal -------------------------------------------------------------------------------


def _moves(cast: Cast) -> Table:
    recorder, table = cast.recorder, cast.open(**DURAK, seats=TWO, spectators=False)
    deal, path = at(deal=table.deal), f"/v1/deals/{table.deal}"
    shown = recorder.client.get(path, table.tokens[0])
    turn = table.tokens[shown["to_act"]]
    waiting = table.tokens[1 - shown["to_act"]]
    recorder.show("getDeal", turn, **deal)
    recorder.refuse("getDeal", "view-not-allowed", turn, query={"view": "full"}, **deal)
    recorder.refuse("getFrames", "view-not-allowed", turn, query={"view": "full"}, **deal)
    move = recorder.client.moves(table.deal, turn)[0]["move"]
    wrong = {"move": {"type": "beat", "card": move["card"]}}
    recorder.refuse("makeMove", "illegal-move", turn, body=wrong, **deal)
    recorder.refuse("makeMove", "not-allowed", cast.owner, body={"move": move}, **deal)
    stale = {"move": move, "expected_version": 2}
    recorder.refuse("makeMove", "stale-version", turn, body=stale, **deal)
    body = {"move": move, "expected_version": shown["version"]}
    made = recorder.show("makeMove", turn, body=body, **deal)
    key = {"Idempotency-Key": recorder.last_key}
    recorder.refuse("makeMove", "idempotency-key-reused", turn, body=wrong, headers=key, **deal)
    recorder.show("listEvents", waiting, query={"after": made["version"] - 1, "limit": 10}, **deal)
    query = {"view": "public", "wait": 0}
    recorder.show("listEvents", waiting, query=query, **deal)
    query = {"after": made["version"] - 1}
    for form in STREAMS:
        recorder.show("listEvents", waiting, query=query, accept=form, **deal)
    recorder.refuse("listEvents", "view-not-allowed", cast.other, **deal)
    recorder.refuse("getTranscript", "deal-on", cast.owner, **deal)
    recorder.refuse("getAudit", "deal-on", cast.owner, **deal)
    recorder.refuse("listDisputes", "deal-on", cast.owner, **deal)
    recorder.refuse("openBranch", "deal-on", cast.owner, body={"at": 3, "deal": "true"}, **deal)
    recorder.show("listOpenings", turn, query={"view": f"seat:{shown['to_act']}"}, **deal)
    recorder.refuse("listOpenings", "view-not-allowed", turn, query={"view": "full"}, **deal)
    return table


# --- A finished deal: three players of Skat pass --------------------------------------------------


def _finished(cast: Cast) -> Table:
    recorder = cast.recorder
    table = cast.open(game="skat", name="Three deals", target=3, seats=THREE)
    path = f"/v1/deals/{table.deal}"
    first = recorder.client.get(path, table.tokens[0])["to_act"]
    body, deal = {"move": {"type": "pass"}}, at(deal=table.deal)
    recorder.refuse("makeMove", "not-your-turn", table.tokens[first - 1], body=body, **deal)
    while (turn := recorder.client.get(path, table.tokens[0])["to_act"]) is not None:
        recorder.show("makeMove", table.tokens[turn], body=body, **deal)
    recorder.refuse("makeMove", "deal-over", table.tokens[0], body=body, **deal)
    recorder.client.record(table.deal)
    recorder.show("getDeal", cast.owner, query={"view": "seat:1", "at": 4}, **deal)
    recorder.show("getDeal", cast.owner, query={"view": "full"}, **deal)
    query = {"view": "seat:1", "after": 5, "limit": 1, "legal": "compact"}
    recorder.show("getFrames", cast.owner, query=query, **deal)
    query = {"after": recorder.client.get(path, table.tokens[0])["version"] - 1}
    for form in STREAMS:
        recorder.show("listEvents", cast.owner, query=query, accept=form, **deal)
    recorder.show("getSeries", cast.owner, table=table.id)
    for form in ("application/json", "application/x-ndjson", "text/plain"):
        recorder.show("getTranscript", cast.owner, accept=form, **deal)
    recorder.show("getTranscript", cast.owner, accept="application/x-iss-skat", **deal)
    return table


def _disputes(cast: Cast, over: Table) -> None:
    recorder, deal = cast.recorder, at(deal=over.deal)
    judge = _auditor(cast, over.id)
    auditor = {"name": "Another elder"}
    recorder.refuse("admitAuditor", "not-allowed", over.tokens[0], body=auditor, table=over.id)
    recorder.show("admitAuditor", cast.owner, body=auditor, table=over.id)
    recorder.refuse("admitAuditor", "limit-reached", cast.owner, body=auditor, table=over.id)
    claim = {"at": 5, "claim": "deal", "text": "They have had all the jacks three times now."}
    recorder.refuse("openDispute", "not-allowed", cast.owner, body=claim, **deal)
    recorder.show("openDispute", over.tokens[0], body=claim, **deal)
    for move in (0, 1):
        body = {"move": move, "claim": "legality", "text": "He had a heart."}
        recorder.show("openDispute", over.tokens[0], body=body, **deal)
    recorder.refuse("openDispute", "limit-reached", over.tokens[0], body=claim, **deal)
    answer = {"text": "I was dealt them; the deck follows from the seeds."}
    recorder.refuse("answerDispute", "not-allowed", cast.owner, body=answer, **deal, dispute=1)
    for _ in range(3):
        recorder.show("answerDispute", over.tokens[1], body=answer, **deal, dispute=1)
    recorder.refuse(
        "answerDispute", "limit-reached", over.tokens[1], body=answer, **deal, dispute=1
    )
    points = [-2, 1, 1]
    ruling = {"ruling": "upheld", "adjustment": points, "text": "So he has."}
    recorder.refuse("ruleDispute", "not-allowed", over.tokens[0], body=ruling, **deal, dispute=1)
    recorder.show("ruleDispute", judge, body=ruling, **deal, dispute=1)
    recorder.refuse("ruleDispute", "dispute-ruled", judge, body=ruling, **deal, dispute=1)
    recorder.refuse(
        "answerDispute", "dispute-ruled", over.tokens[1], body=answer, **deal, dispute=1
    )
    recorder.show("listDisputes", judge, **deal)
    recorder.refuse("listDisputes", "not-allowed", cast.other, **deal)
    recorder.show("listTableDisputes", judge, table=over.id)
    recorder.refuse("listTableDisputes", "not-allowed", cast.other, table=over.id)
    recorder.show("getAudit", judge, query={"at": 6}, **deal)
    recorder.refuse("getAudit", "not-allowed", cast.other, **deal)
    recorder.show("getMe", judge)
    recorder.show("dismissAuditor", cast.owner, table=over.id, auditor=2)
    recorder.refuse("dismissAuditor", "not-allowed", over.tokens[0], table=over.id, auditor=1)
    recorder.show("listAuditors", cast.owner, table=over.id)
    recorder.refuse("listAuditors", "not-allowed", cast.other, table=over.id)
    recorder.show("getSeries", cast.owner, table=over.id)


def _what_if(cast: Cast, over: Table) -> None:
    recorder, deal = cast.recorder, at(deal=over.deal)
    ann = {"name": "Ann", "kind": "person", "commits": False, "key": key_of(0)}
    noted = {**ann, "ref": "user-18", "metadata": {"rating": "1580"}}
    seats = [noted, {"bot": "easy"}, {"bot": "medium"}]
    request = {"at": 4, "deal": "resample", "from_seat": 0, "seats": seats}
    made = recorder.show("openBranch", over.tokens[0], body=request, **deal)
    recorder.show("getSeries", cast.owner, table=made["table"]["id"])
    recorder.refuse("openBranch", "deal-over", cast.owner, body={**request, "at": 8}, **deal)
    with patch.object(what_if, "TRIES", 0):
        recorder.refuse("openBranch", "not-consistent", cast.owner, body=request, **deal)


# --- Evidence -------------------------------------------------------------------------------------


def _show_log(cast: Cast, over: Table) -> int:
    recorder, owner = cast.recorder, cast.owner
    recorder.refuse("getCheckpoint", "not-found")
    size = recorder.client.sequence()
    query = {"stream": over.deal, "version": 1, "size": size}
    recorder.show("proveInclusion", owner, query=query)
    recorder.refuse("proveInclusion", "not-logged", owner, query={**query, "version": 99})
    recorder.refuse("proveInclusion", "not-found", owner, query={**query, "stream": UUID(int=0)})
    newer = recorder.client.sequence()
    recorder.show("proveConsistency", query={"from": size, "to": newer})
    recorder.refuse("proveConsistency", "not-found", query={"from": size, "to": newer + 1})
    recorder.show("listLeaves", query={"from": 0, "limit": 2})
    recorder.show("getCheckpoint")
    recorder.show("getLogKey")
    return newer


def _evidence(cast: Cast, live: Table, over: Table, *, size: int) -> None:
    recorder = cast.recorder
    query = {"receipts": "true", "size": size}
    shown = {**query, "view": "public"}
    recorder.show("getDealEvidence", live.tokens[0], query=shown, deal=live.deal)
    recorder.refuse(
        "getDealEvidence", "view-not-allowed", cast.owner, query={"view": "full"}, deal=live.deal
    )
    judge = _auditor(cast, live.id)
    recorder.refuse("getDealEvidence", "deal-on", judge, deal=live.deal)
    recorder.show("getTableEvidence", live.tokens[0], query=query, table=live.id)
    recorder.refuse("getTableEvidence", "not-allowed", cast.other, table=over.id)


# --- The caller, and the state of the service -----------------------------------------------------


def _people(cast: Cast, over: Table) -> None:
    recorder = cast.recorder
    recorder.client.sequence()
    page = recorder.show(
        "listTables", cast.owner, query={"status": "playing", "open": "false", "limit": 1}
    )
    query = {"game": "durak", "cursor": page["next"], "limit": 2}
    table = recorder.show("listTables", cast.owner, query=query)["tables"][0]
    since, until = table["opened_at"], "2027-01-01T00:00:00Z"
    query = {"owner": "me", "table": table["id"], "since": since, "until": until}
    recorder.show("listTables", cast.owner, query=query)
    recorder.show("listTables", cast.owner, query={"free": "true", "ref": "user-17"})
    noted = {"table_ref": "match-204", "metadata": "round=3"}
    recorder.show("listTables", cast.owner, query={"limit": 1, **noted})
    page = recorder.show("listDeals", cast.owner, query={"owner": "me", "limit": 1})
    query = {"game": "durak", "status": "over", "limit": 1, "cursor": page["next"]}
    recorder.show("listDeals", cast.owner, query=query)
    query = {"table": over.id, "since": since, "until": until}
    recorder.show("listDeals", cast.owner, query=query)
    recorder.show("listDeals", cast.owner, query={"ref": "user-17"})
    recorder.show("listDeals", cast.owner, query={"limit": 1, **noted})
    accept, query = "application/x-ndjson", {"table": over.id, "limit": 1}
    recorder.show("listDeals", cast.owner, query=query, accept=accept, cut=_line_begin)
    page = recorder.show("listOwnDisputes", cast.owner, query={"status": "open", "limit": 1})
    query = {"status": "open", "table": over.id, "cursor": page["next"], "limit": 1}
    recorder.show("listOwnDisputes", cast.owner, query=query)
    recorder.show("listOwnDisputes", cast.owner, query={"status": "ruled"})
    cast.recorder.show("getMe", cast.owner)
    cast.recorder.show("getMe", over.tokens[1])


def _line_begin(lines: str) -> str:
    """The beginning of a line of an export."""
    return lines.partition(',"deal":')[0] + ',"deal":{},"result":{},"bundle":{}}\n'


def _service(cast: Cast) -> None:
    recorder = cast.recorder
    recorder.show("getHealth")
    beats = {"sweep": Heartbeat(2.4, None), "sequencer": Heartbeat(0.3, None)}
    with patch("service.health.Health.heartbeats", return_value=beats):
        recorder.show("getReadiness")
    with patch("service.health.Health.is_ready", return_value=False):
        recorder.refuse("getReadiness", "not-migrated")
    with patch("service.health.Health.is_ready", side_effect=psycopg.OperationalError):
        recorder.refuse("getReadiness", "unavailable")
    with patch("service.health.Health.is_ready", side_effect=RuntimeError):
        recorder.refuse("getReadiness", "broken")
    recorder.show("getContract", cut=_first(lambda _: True, 4))


def _first(wanted: Callable[[str], bool], lines: int) -> Callable[[str], str]:
    def cut(text: str) -> str:
        kept = [line for line in text.splitlines(keepends=True) if wanted(line)]
        return "".join(kept[:lines])

    return cut


def _altered(cast: Cast, table: Table, url: str) -> None:
    """Change the stored data behind the service's back; a fresh service finds it."""
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("SET session_replication_role = replica")  # disables the triggers
        owner.execute(
            "UPDATE event SET body = body || ' ' WHERE stream_id = %s AND version = 2", [table.deal]
        )
    with opened_context(url, runtime=cast.recorder.runtime) as context:
        recorder = cast.recorder.elsewhere(context)
        recorder.refuse("getDeal", "broken-record", table.tokens[0], deal=table.deal)


def _problems(cast: Cast) -> None:
    recorder = cast.recorder
    recorder.refuse("getHealth", "method-not-allowed", method="PATCH")
    recorder.refuse("getHealth", "uri-too-long", query={"x": "x" * recorder.settings.address_bytes})
    long = {"X-Forwarded-For": "x" * recorder.settings.header_bytes}
    recorder.refuse("getHealth", "headers-too-large", headers=long)
    recorder.refuse("getHealth", "request-timeout", late=True)
    recorder.show("getProblemKind", code="not-your-turn")
    recorder.show("getProblemKind", accept="text/html", code="not-your-turn")
    recorder.show("listProblemKinds")
    recorder.show("listProblemKinds", accept="text/html")
