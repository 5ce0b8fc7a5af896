"""The script of the contract's examples: one entry for each operation, and one for each refusal.

An operation that reads something of a deal with a key is shown without an entry. Another new one
needs ``recorder.show("itsName", credential, …)`` in one of the acts below, or in an act of its own
(such as `api_keys` or `leaving`). Each refusal that not all operations share needs
``recorder.refuse("itsName", "the-code", …)``. Then run `make examples`.
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
from service.deals import streams
from service.health import Heartbeat
from tests.contexts import opened_context
from tests.keys import key_of
from tools.examples import (
    acts,
    analyses,
    api_keys,
    archive,
    breaks,
    deals,
    guests,
    hints,
    leaving,
    lobby,
    news,
    phrases,
    seeds,
    tournaments,
    views,
)
from tools.examples.cast import DURAK, ROBOT, STREAMS, THREE, TWO, Cast, Table, at
from tools.examples.recording import Recorder


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
    api_keys.play(cast)
    hook = news.listen(cast)
    live = _moves(cast)
    over = _finished(cast)
    _disputes(cast, over)
    guests.play(cast, over)
    _what_if(cast, over)
    analyses.play(cast)
    seeds.play(cast)
    hints.play(cast)
    left = leaving.play(cast)
    acts.play(cast)
    _evidence(cast, live, over, size=_show_log(cast, over))
    for name in recorder.unseen_reads():
        cast.show(name, cast.owner, **recorder.place(name, deal=over.deal))
    _people(cast, over)
    lobby.play(cast)
    phrases.play(cast)
    tournaments.play(cast)
    news.play(cast, hook)
    leaving.list_notices(cast, left)
    _service(cast)
    _altered(cast, live, url)
    _problems(cast)
    deals.play(cast)
    views.play(cast)
    breaks.play(cast, url)
    archive.play(cast, url)
    _play_now(recorder)


# --- Games and tables ---------------------------------------------------------------------------


def _games(cast: Cast) -> None:
    cast.show("listLanguages")
    cast.show("listGames")
    cast.show("listBots")
    cast.show("getGame", game="durak")
    cast.show("getGame", game="skat")


def _lobby(cast: Cast) -> None:
    owner = cast.owner
    request = {**DURAK, "target": 3, "visibility": "public"}
    request["seats"] = [{"name": "Ann", "ref": "user-17", "metadata": {"rating": "1640"}}]
    request |= {"ref": "match-204", "metadata": {"round": "3"}}
    table = cast.show("openTable", owner, body=request)["table"]["id"]
    cast.recorder.elder = _auditor(cast, table)
    cast.refuse("openTable", "not-allowed", cast.recorder.elder, body=request)
    cast.refuse(
        "admitAuditor", "not-allowed", cast.recorder.elder, body={"name": "Eve"}, table=table
    )
    seat = at(table=table, seat=1)
    cast.refuse("takeSeat", "name-taken", owner, body={"name": "ANN"}, **seat)
    sitting = {"name": "Bob", "commits": False, "ref": "user-18", "metadata": {"rating": "1580"}}
    taken = cast.show("takeSeat", owner, body=sitting, **seat)
    begun = at(table=table, seat=0)
    cast.refuse("takeSeat", "seat-taken", owner, body={"name": "Eve"}, **begun)
    cast.refuse("takeSeat", "not-allowed", taken["token"], body={"name": "Eve"}, **begun)
    cast.refuse("leaveSeat", "table-started", owner, **begun)
    cast.refuse("leaveSeat", "not-allowed", cast.other, **begun)
    cast.refuse("closeTable", "not-allowed", cast.other, table=table)
    cast.show("getTable", owner, table=table)
    cast.show("issueSeatToken", owner, **seat)
    cast.refuse("issueSeatToken", "not-allowed", cast.other, **seat)
    cast.refuse("issueSeatToken", "not-found", owner, **at(table=table, seat=9))
    cast.refuse("moveClock", "not-allowed", owner, body={"forward_seconds": 60}, table=table)
    _sandbox(cast)
    cast.refuse("erasePerson", "not-allowed", cast.other, **seat)
    cast.refuse("erasePerson", "not-found", owner, **at(table=table, seat=9))
    cast.show("erasePerson", owner, **seat)
    cast.show("erasePeople", owner, body={"ref": "user-17"})
    left = cast.open(**DURAK, seats=[ROBOT], options={"both_out": "draw"})
    cast.show("leaveSeat", owner, table=left.id, seat=0)
    cast.show("closeTable", owner, table=left.id)
    _a_table_of_each_other_game(cast)
    full = cast.recorder.elsewhere(replace(cast.client.context, open_tables=1))
    full.refuse("openTable", "too-many-tables", owner, body=request)
    request = {**DURAK, "seats": [{"name": "Ann"}, {"bot": "hard"}]}
    with patch.object(core, "is_available", return_value=False):
        cast.refuse("openTable", "level-not-available", owner, body=request)


def _play_now(recorder: Recorder) -> None:
    """A service that offers it to one person at a time."""
    offering = recorder.elsewhere(replace(recorder.client.context, house_tables=1))
    body, page = (
        {"game": "durak", "level": "easy", "name": "Ann", "target": 5, "friend": True},
        {"Origin": "http://localhost"},
    )
    offering.refuse("playNow", "not-allowed", body=body)
    offering.show("playNow", body=body, headers=page)
    offering.refuse("playNow", "too-many-tables", body=body, headers=page)
    free = recorder.elsewhere(replace(recorder.client.context, house_tables=9))
    wanted: dict[str, object] = {"place": f"wait_{'Q' * 43}", "game": "durak", "name": "Ann"}
    wanted |= {"target": 5, "bots": "easy"}
    free.refuse("waitForPlayers", "not-allowed", body=wanted)
    free.show("waitForPlayers", body=wanted, headers=page)
    other = wanted | {"place": f"wait_{'R' * 43}", "name": "Ben"}
    free.show("waitForPlayers", body=other, headers=page)
    third = {"place": f"wait_{'S' * 43}"}
    offering.refuse("waitForPlayers", "too-many-tables", body=wanted | third, headers=page)
    free.show("leaveQueue", body=third, headers=page)
    name = {"name": "Ann"}
    free.refuse("beginLesson", "not-allowed", body=name, game="goat")
    free.refuse("beginLesson", "not-found", body=name, headers=page, game="bridge")
    begun = free.show("beginLesson", body=name, headers=page, game="goat")
    token = begun["tokens"][0]["token"]
    free.show("getLesson", token, deal=begun["table"]["deal"]["id"])
    offering.refuse("beginLesson", "too-many-tables", body=name, headers=page, game="goat")


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
    owner, forward = cast.owner, {"forward_seconds": 3_600}
    request = {**DURAK, "seats": TWO, "test": True, "decks": [list(PACK_36)]}
    table = cast.open(**request).id
    cast.show("moveClock", owner, body=forward, table=table)
    cast.show("closeTable", owner, table=table)
    cast.refuse("moveClock", "series-over", owner, body=forward, table=table)


def _auditor(cast: Cast, table: str) -> str:
    body = {"name": "The elder", "expires_in": 86_400}
    token: str = cast.show("admitAuditor", cast.owner, body=body, table=table)["token"]
    return token


# --- A running deal -------------------------------------------------------------------------------


def _moves(cast: Cast) -> Table:
    table = cast.open(**DURAK, seats=TWO, spectators=False)
    deal, path = at(deal=table.deal), f"/v1/deals/{table.deal}"
    shown = cast.client.get(path, table.tokens[0])
    turn = table.tokens[shown["to_act"]]
    waiting = table.tokens[1 - shown["to_act"]]
    cast.show("getDeal", turn, **deal)
    for name in cast.recorder.with_views():
        place = cast.recorder.place(name, **deal)
        cast.refuse(name, "view-not-allowed", turn, query={"view": "full"}, **place)
    move = cast.client.moves(table.deal, turn)[0]["move"]
    wrong = {"move": {"type": "beat", "card": move["card"]}}
    cast.refuse("makeMove", "illegal-move", turn, body=wrong, **deal)
    cast.refuse("makeMove", "not-allowed", cast.owner, body={"move": move}, **deal)
    stale = {"move": move, "expected_version": 2}
    cast.refuse("makeMove", "stale-version", turn, body=stale, **deal)
    dry = {"move": move, "dry_run": True}
    cast.show("makeMove", turn, body=dry, **deal)
    body = {"move": move, "expected_version": shown["version"]}
    made = cast.show("makeMove", turn, body=body, **deal)
    key = {"Idempotency-Key": cast.recorder.last_key}
    cast.refuse("makeMove", "idempotency-key-reused", turn, body=wrong, headers=key, **deal)
    cast.show("listEvents", waiting, query={"after": made["version"] - 1, "limit": 10}, **deal)
    query = {"view": "public", "wait": 0}
    cast.show("listEvents", waiting, query=query, **deal)
    query = {"after": made["version"] - 1}
    for form in STREAMS:
        cast.show("listEvents", waiting, query=query, accept=form, **deal)
    cast.refuse("listEvents", "view-not-allowed", cast.other, **deal)
    cast.refuse("getTranscript", "deal-on", cast.owner, **deal)
    cast.refuse("getAudit", "deal-on", cast.owner, **deal)
    cast.refuse("listDisputes", "deal-on", cast.owner, **deal)
    cast.refuse("openBranch", "deal-on", cast.owner, body={"at": 3, "deal": "true"}, **deal)
    cast.show("listOpenings", turn, query={"view": f"seat:{shown['to_act']}"}, **deal)
    return table


# --- A finished deal: three players of Skat pass --------------------------------------------------


def _finished(cast: Cast) -> Table:
    table = cast.open(game="skat", name="Three deals", target=3, seats=THREE)
    path = f"/v1/deals/{table.deal}"
    first = cast.client.get(path, table.tokens[0])["to_act"]
    body, deal = {"move": {"type": "pass"}}, at(deal=table.deal)
    cast.refuse("makeMove", "not-your-turn", table.tokens[first - 1], body=body, **deal)
    while (turn := cast.client.get(path, table.tokens[0])["to_act"]) is not None:
        cast.show("makeMove", table.tokens[turn], body=body, **deal)
    cast.refuse("makeMove", "deal-over", table.tokens[0], body=body, **deal)
    cast.client.record(table.deal)
    cast.show("getDeal", cast.owner, query={"view": "seat:1", "at": 4}, **deal)
    cast.show("getDeal", cast.owner, query={"view": "full"}, **deal)
    query = {"view": "seat:1", "after": 5, "limit": 1, "legal": "none", "explanations": "true"}
    cast.show("getFrames", cast.owner, query=query, **deal)
    cast.show("getMove", cast.owner, query={"view": "seat:1"}, **at(deal=table.deal, move=2))
    query = {"after": cast.client.get(path, table.tokens[0])["version"] - 1}
    for form in STREAMS:
        cast.show("listEvents", cast.owner, query=query, accept=form, **deal)
    cast.show("getSeries", cast.owner, table=table.id)
    for form in ("application/json", "application/x-ndjson", "text/plain"):
        cast.show("getTranscript", cast.owner, accept=form, **deal)
    cast.show("getTranscript", cast.owner, accept="application/x-iss-skat", **deal)
    return table


def _disputes(cast: Cast, over: Table) -> None:
    deal = at(deal=over.deal)
    judge = _auditor(cast, over.id)
    auditor = {"name": "Another elder"}
    cast.refuse("admitAuditor", "not-allowed", over.tokens[0], body=auditor, table=over.id)
    cast.show("admitAuditor", cast.owner, body=auditor, table=over.id)
    cast.refuse("admitAuditor", "limit-reached", cast.owner, body=auditor, table=over.id)
    claim = {"at": 5, "claim": "deal", "text": "They have had all the jacks three times now."}
    cast.refuse("openDispute", "not-allowed", cast.owner, body=claim, **deal)
    cast.show("openDispute", over.tokens[0], body=claim, **deal)
    for move in (0, 1):
        body = {"move": move, "claim": "legality", "text": "He had a heart."}
        cast.show("openDispute", over.tokens[0], body=body, **deal)
    cast.refuse("openDispute", "limit-reached", over.tokens[0], body=claim, **deal)
    answer = {"text": "I was dealt them; the deck follows from the seeds."}
    cast.refuse("answerDispute", "not-allowed", cast.owner, body=answer, **deal, dispute=1)
    for _ in range(3):
        cast.show("answerDispute", over.tokens[1], body=answer, **deal, dispute=1)
    cast.refuse("answerDispute", "limit-reached", over.tokens[1], body=answer, **deal, dispute=1)
    points = [-2, 1, 1]
    ruling = {"ruling": "upheld", "adjustment": points, "text": "So he has."}
    cast.refuse("ruleDispute", "not-allowed", over.tokens[0], body=ruling, **deal, dispute=1)
    cast.show("ruleDispute", judge, body=ruling, **deal, dispute=1)
    cast.refuse("ruleDispute", "dispute-ruled", judge, body=ruling, **deal, dispute=1)
    cast.refuse("answerDispute", "dispute-ruled", over.tokens[1], body=answer, **deal, dispute=1)
    appeal = {"text": "The deck was looked at after the seeds were known."}
    cast.refuse("appealRuling", "not-allowed", cast.owner, body=appeal, **deal, dispute=1)
    cast.refuse("appealRuling", "dispute-ruled", over.tokens[1], body=appeal, **deal, dispute=2)
    cast.show("appealRuling", over.tokens[1], body=appeal, **deal, dispute=1)
    cast.refuse("withdrawDispute", "not-allowed", over.tokens[1], body={}, **deal, dispute=2)
    cast.show("withdrawDispute", over.tokens[0], body={}, **deal, dispute=2)
    cast.refuse("withdrawDispute", "dispute-ruled", over.tokens[0], body={}, **deal, dispute=2)
    cast.show("listDisputes", judge, **deal)
    cast.refuse("listDisputes", "not-allowed", cast.other, **deal)
    cast.show("getAudit", judge, query={"at": 6}, **deal)
    cast.refuse("getAudit", "not-allowed", cast.other, **deal)
    cast.show("getMe", judge)
    cast.show("dismissAuditor", cast.owner, table=over.id, auditor=2)
    cast.refuse("dismissAuditor", "not-allowed", over.tokens[0], table=over.id, auditor=1)
    cast.show("listAuditors", cast.owner, table=over.id)
    cast.refuse("listAuditors", "not-allowed", cast.other, table=over.id)
    cast.show("getSeries", cast.owner, table=over.id)


def _what_if(cast: Cast, over: Table) -> None:
    deal = at(deal=over.deal)
    ann = {"name": "Ann", "kind": "person", "commits": False, "key": key_of(0)}
    noted = {**ann, "ref": "user-18", "metadata": {"rating": "1580"}}
    seats = [noted, {"bot": "easy"}, {"bot": "medium"}]
    request = {"at": 4, "deal": "resample", "from_seat": 0, "seats": seats}
    made = cast.show("openBranch", over.tokens[0], body=request, **deal)
    cast.show("getSeries", cast.owner, table=made["table"]["id"])
    cast.refuse("openBranch", "deal-over", cast.owner, body={**request, "at": 8}, **deal)
    with patch.object(streams, "TRIES", 0):
        cast.refuse("openBranch", "not-consistent", cast.owner, body=request, **deal)


# --- Evidence -------------------------------------------------------------------------------------


def _show_log(cast: Cast, over: Table) -> int:
    owner = cast.owner
    cast.refuse("getCheckpoint", "not-found")
    size = cast.client.sequence()
    query = {"stream": over.deal, "version": 1, "size": size}
    cast.show("proveInclusion", owner, query=query)
    cast.refuse("proveInclusion", "not-logged", owner, query={**query, "version": 99})
    cast.refuse("proveInclusion", "not-found", owner, query={**query, "stream": UUID(int=0)})
    newer = cast.client.sequence()
    cast.show("proveConsistency", query={"from": size, "to": newer, "root": "true"})
    cast.refuse("proveConsistency", "not-found", query={"from": size, "to": newer + 1})
    cast.show("listLeaves", query={"from": 0, "limit": 2})
    cast.show("getCheckpoint")
    cast.show("getLogKey")
    return newer


def _evidence(cast: Cast, live: Table, over: Table, *, size: int) -> None:
    query = {"receipts": "true", "size": size}
    shown = {**query, "view": "public"}
    cast.show("getDealEvidence", live.tokens[0], query=shown, deal=live.deal)
    judge = _auditor(cast, live.id)
    cast.refuse("getDealEvidence", "deal-on", judge, deal=live.deal)
    cast.show("getTableEvidence", live.tokens[0], query=query, table=live.id)
    cast.refuse("getTableEvidence", "not-allowed", cast.other, table=over.id)


# --- The caller, and the state of the service -----------------------------------------------------


def _people(cast: Cast, over: Table) -> None:
    cast.client.sequence()
    page = cast.show(
        "listTables", cast.owner, query={"status": "playing", "open": "false", "limit": 1}
    )
    query = {"game": "durak", "cursor": page["next"], "limit": 2}
    table = cast.show("listTables", cast.owner, query=query)["tables"][0]
    since, until = table["opened_at"], "2027-01-01T00:00:00Z"
    query = {"owner": "me", "table": table["id"], "since": since, "until": until}
    cast.show("listTables", cast.owner, query=query)
    cast.show("listTables", cast.owner, query={"free": "true", "ref": "user-17"})
    noted = {"table_ref": "match-204", "metadata": "round=3"}
    cast.show("listTables", cast.owner, query={"limit": 1, **noted})
    page = cast.show("listDeals", cast.owner, query={"owner": "me", "limit": 1})
    query = {"game": "durak", "status": "over", "limit": 1, "cursor": page["next"]}
    cast.show("listDeals", cast.owner, query=query)
    query = {"table": over.id, "since": since, "until": until}
    cast.show("listDeals", cast.owner, query=query)
    cast.show("listDeals", cast.owner, query={"ref": "user-17"})
    query = {"ref": "user-17", "contract": "grand", "result": "lost", "player": "Ann"}
    cast.show("listDeals", cast.owner, query=query)
    cast.show("getStatistics", cast.owner)
    query = {"game": "skat", "table": over.id, "limit": 10, "player": "Ann"}
    cast.show("getStatistics", cast.owner, query=query)
    cast.show("listDeals", cast.owner, query={"ref": "user-17"}, accept="text/csv")
    cast.show("listDeals", cast.owner, query={"limit": 1, **noted})
    accept, query = "application/x-ndjson", {"table": over.id, "limit": 1}
    cast.show("listDeals", cast.owner, query=query, accept=accept, cut=_line_begin)
    page = cast.show("listOwnDisputes", cast.owner, query={"limit": 1})
    query = {"table": over.id, "cursor": page["next"], "limit": 1}
    cast.show("listOwnDisputes", cast.owner, query=query)
    cast.show("listOwnDisputes", cast.owner, query={"status": "appealed"})
    cast.show("listOwnDisputes", over.tokens[0], query={"limit": 2})
    cast.show("getMe", cast.owner)
    cast.show("getMe", over.tokens[1])


def _line_begin(lines: str) -> str:
    """The beginning of a line of an export."""
    return lines.partition(',"deal":')[0] + ',"deal":{},"result":{},"bundle":{}}\n'


def _service(cast: Cast) -> None:
    cast.show("getHealth")
    beats = {"sweep": Heartbeat(2.4, None), "sequencer": Heartbeat(0.3, None)}
    with patch("service.health.Health.heartbeats", return_value=beats):
        cast.show("getReadiness")
    with patch("service.health.Health.is_ready", return_value=False):
        cast.refuse("getReadiness", "not-migrated")
    with patch("service.health.Health.is_ready", side_effect=psycopg.OperationalError):
        cast.refuse("getReadiness", "unavailable")
    with patch("service.health.Health.is_ready", side_effect=RuntimeError):
        cast.refuse("getReadiness", "broken")
    cast.show("getContract", cut=_first(lambda _: True, 4))


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
    cast.refuse("getHealth", "method-not-allowed", method="PATCH")
    cast.refuse(
        "getHealth", "uri-too-long", query={"x": "x" * cast.recorder.settings.address_bytes}
    )
    long = {"X-Forwarded-For": "x" * cast.recorder.settings.header_bytes}
    cast.refuse("getHealth", "headers-too-large", headers=long)
    cast.refuse("getHealth", "request-timeout", late=True)
    cast.show("getProblemKind", code="not-your-turn")
    cast.show("getProblemKind", accept="text/html", code="not-your-turn")
    cast.show("listProblemKinds")
    cast.show("listProblemKinds", accept="text/html")
