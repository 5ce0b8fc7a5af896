"""What the examples of the contract show: one entry for each operation, and one for each refusal.

A new operation needs ``asked.show("itsName", credential, …)`` in one of the acts below, or in one
of its own (such as `example_keys` or `example_leaving`), and for each refusal that is not the same
everywhere ``asked.refuse("itsName", "the-code", …)``. Then `make examples`.
"""

from collections.abc import Callable
from dataclasses import replace
from unittest.mock import patch
from uuid import UUID

import psycopg

from service.access import keys
from service.play import what_if
from tests.api import (
    example_acts,
    example_deals,
    example_keys,
    example_leaving,
    example_news,
    example_seeds,
)
from tests.api.example_cast import DURAK, ROBOT, STREAMS, THREE, TWO, Cast, Table, at
from tests.api.recording import Recorder
from tests.contexts import opened_context


def play(asked: Recorder, url: str) -> None:
    """The whole script.

    Args:
        asked: Who asks and keeps.
        url: The database, for what only its owner can do.
    """
    cast = Cast(asked, asked.client.key("Ann's client"), asked.client.key("Another client"))
    asked.narrow = keys.create_key(asked.client.context.credentials, name="x", scopes=frozenset())
    _games(cast)
    _lobby(cast)
    example_keys.play(cast)
    hook = example_news.listen(cast)
    live = _moves(cast)
    over = _finished(cast)
    _disputes(cast, over)
    example_keys.watch(cast, over)
    _what_if(cast, over)
    example_seeds.play(cast)
    left = example_leaving.play(cast)
    example_acts.play(cast)
    _evidence(cast, live, over, size=_log(cast, over))
    _people(cast, over)
    example_news.play(cast, hook)
    example_leaving.tell(cast, left)
    _service(cast)
    _altered(cast, live, url)
    _problems(cast)
    example_deals.play(cast)


# --- Games and tables ---------------------------------------------------------------------------


def _games(cast: Cast) -> None:
    cast.asked.show("listGames")
    cast.asked.show("listBots")
    cast.asked.show("getGame", game="durak")


def _lobby(cast: Cast) -> None:
    asked, owner = cast.asked, cast.owner
    wish = {**DURAK, "seats": [{"name": "Ann"}], "target": 3, "visibility": "public"}
    table = asked.show("openTable", owner, body=wish)["table"]["id"]
    asked.elder = _auditor(cast, table)
    asked.refuse("openTable", "not-allowed", asked.elder, body=wish)
    asked.refuse("admitAuditor", "not-allowed", asked.elder, body={"name": "Eve"}, table=table)
    seat = at(table=table, seat=1)
    asked.refuse("takeSeat", "name-taken", owner, body={"name": "ANN"}, **seat)
    taken = asked.show("takeSeat", owner, body={"name": "Bob", "commits": False}, **seat)
    begun = at(table=table, seat=0)
    asked.refuse("takeSeat", "seat-taken", owner, body={"name": "Eve"}, **begun)
    asked.refuse("takeSeat", "not-allowed", taken["token"], body={"name": "Eve"}, **begun)
    asked.refuse("leaveSeat", "table-started", owner, **begun)
    asked.refuse("leaveSeat", "not-allowed", cast.other, **begun)
    asked.refuse("closeTable", "not-allowed", cast.other, table=table)
    asked.show("getTable", owner, table=table)
    left = cast.open(**DURAK, seats=[ROBOT], options={"both_out": "draw"})
    asked.show("leaveSeat", owner, table=left.id, seat=0)
    asked.show("closeTable", owner, table=left.id)
    full = asked.elsewhere(replace(asked.client.context, open_tables=1))
    full.refuse("openTable", "too-many-tables", owner, body=wish)


def _auditor(cast: Cast, table: str) -> str:
    body = {"name": "The elder", "expires_in": 86_400}
    token: str = cast.asked.show("admitAuditor", cast.owner, body=body, table=table)["token"]
    return token


# --- A deal that is on --------------------------------------------------------------------------


def _moves(cast: Cast) -> Table:
    asked, table = cast.asked, cast.open(**DURAK, seats=TWO, spectators=False)
    deal, path = at(deal=table.deal), f"/v1/deals/{table.deal}"
    shown = asked.client.get(path, table.tokens[0])
    turn = table.tokens[shown["to_act"]]
    waiting = table.tokens[1 - shown["to_act"]]
    asked.show("getDeal", turn, **deal)
    asked.refuse("getDeal", "view-not-allowed", turn, query={"view": "full"}, **deal)
    move = asked.client.moves(table.deal, turn)[0]["move"]
    wrong = {"move": {"type": "beat", "card": move["card"]}}
    asked.refuse("makeMove", "illegal-move", turn, body=wrong, **deal)
    asked.refuse("makeMove", "not-allowed", cast.owner, body={"move": move}, **deal)
    stale = {"move": move, "expected_version": 2}
    asked.refuse("makeMove", "stale-version", turn, body=stale, **deal)
    body = {"move": move, "expected_version": shown["version"]}
    made = asked.show("makeMove", turn, body=body, **deal)
    key = {"Idempotency-Key": asked.last_key}
    asked.refuse("makeMove", "idempotency-key-reused", turn, body=wrong, headers=key, **deal)
    asked.show("listEvents", waiting, query={"after": made["version"] - 1, "limit": 10}, **deal)
    query = {"view": "public", "wait": 0}
    asked.show("listEvents", waiting, query=query, **deal)
    query = {"after": made["version"] - 1}
    for form in STREAMS:
        asked.show("listEvents", waiting, query=query, accept=form, **deal)
    asked.refuse("listEvents", "view-not-allowed", cast.other, **deal)
    asked.refuse("getTranscript", "deal-on", cast.owner, **deal)
    asked.refuse("getAudit", "deal-on", cast.owner, **deal)
    asked.refuse("listDisputes", "deal-on", cast.owner, **deal)
    asked.refuse("openBranch", "deal-on", cast.owner, body={"at": 3, "deal": "true"}, **deal)
    asked.show("listOpenings", turn, query={"view": f"seat:{shown['to_act']}"}, **deal)
    asked.refuse("listOpenings", "view-not-allowed", turn, query={"view": "full"}, **deal)
    return table


# --- A deal that is over: three players of Skat pass ----------------------------------------------


def _finished(cast: Cast) -> Table:
    asked = cast.asked
    table = cast.open(game="skat", name="Three deals", target=3, seats=THREE)
    path = f"/v1/deals/{table.deal}"
    first = asked.client.get(path, table.tokens[0])["to_act"]
    body, deal = {"move": {"type": "pass"}}, at(deal=table.deal)
    asked.refuse("makeMove", "not-your-turn", table.tokens[first - 1], body=body, **deal)
    while (turn := asked.client.get(path, table.tokens[0])["to_act"]) is not None:
        asked.show("makeMove", table.tokens[turn], body=body, **deal)
    asked.refuse("makeMove", "deal-over", table.tokens[0], body=body, **deal)
    asked.client.record(table.deal)
    asked.show("getDeal", cast.owner, query={"view": "seat:1", "at": 4}, **deal)
    asked.show("getDeal", cast.owner, query={"view": "full"}, **deal)
    query = {"after": asked.client.get(path, table.tokens[0])["version"] - 1}
    for form in STREAMS:
        asked.show("listEvents", cast.owner, query=query, accept=form, **deal)
    asked.show("getSeries", cast.owner, table=table.id)
    for form in ("application/json", "application/x-ndjson", "text/plain"):
        asked.show("getTranscript", cast.owner, accept=form, **deal)
    asked.show("getTranscript", cast.owner, accept="application/x-iss-skat", **deal)
    return table


def _disputes(cast: Cast, over: Table) -> None:
    asked, deal = cast.asked, at(deal=over.deal)
    judge = _auditor(cast, over.id)
    admit = {"name": "Another elder"}
    asked.refuse("admitAuditor", "not-allowed", over.tokens[0], body=admit, table=over.id)
    asked.show("admitAuditor", cast.owner, body=admit, table=over.id)
    asked.refuse("admitAuditor", "limit-reached", cast.owner, body=admit, table=over.id)
    claim = {"at": 5, "claim": "deal", "text": "He has had all the jacks three times now."}
    asked.refuse("openDispute", "not-allowed", cast.owner, body=claim, **deal)
    asked.show("openDispute", over.tokens[0], body=claim, **deal)
    for _ in range(2):
        asked.show("openDispute", over.tokens[0], body=claim, **deal)
    asked.refuse("openDispute", "limit-reached", over.tokens[0], body=claim, **deal)
    answer = {"text": "I was dealt them; the deck follows from the seeds."}
    asked.refuse("answerDispute", "not-allowed", cast.owner, body=answer, **deal, dispute=1)
    for _ in range(3):
        asked.show("answerDispute", over.tokens[1], body=answer, **deal, dispute=1)
    asked.refuse("answerDispute", "limit-reached", over.tokens[1], body=answer, **deal, dispute=1)
    points = [-2, 1, 1]
    ruling = {"ruling": "upheld", "adjustment": points, "text": "So he has."}
    asked.refuse("ruleDispute", "not-allowed", over.tokens[0], body=ruling, **deal, dispute=1)
    asked.show("ruleDispute", judge, body=ruling, **deal, dispute=1)
    asked.refuse("ruleDispute", "dispute-ruled", judge, body=ruling, **deal, dispute=1)
    asked.refuse("answerDispute", "dispute-ruled", over.tokens[1], body=answer, **deal, dispute=1)
    asked.show("listDisputes", judge, **deal)
    asked.refuse("listDisputes", "not-allowed", cast.other, **deal)
    asked.show("getAudit", judge, query={"at": 6}, **deal)
    asked.refuse("getAudit", "not-allowed", cast.other, **deal)
    asked.show("getMe", judge)
    asked.show("dismissAuditor", cast.owner, table=over.id, auditor=2)
    asked.refuse("dismissAuditor", "not-allowed", over.tokens[0], table=over.id, auditor=1)
    asked.show("listAuditors", cast.owner, table=over.id)
    asked.refuse("listAuditors", "not-allowed", cast.other, table=over.id)
    asked.show("getSeries", cast.owner, table=over.id)


def _what_if(cast: Cast, over: Table) -> None:
    asked, deal = cast.asked, at(deal=over.deal)
    seats = [{"name": "Ann"}, {"bot": "easy"}, {"bot": "medium"}]
    wish = {"at": 4, "deal": "resample", "from_seat": 0, "seats": seats}
    made = asked.show("openBranch", over.tokens[0], body=wish, **deal)
    asked.show("getSeries", cast.owner, table=made["table"]["id"])
    asked.refuse("openBranch", "deal-over", cast.owner, body={**wish, "at": 8}, **deal)
    with patch.object(what_if, "TRIES", 0):
        asked.refuse("openBranch", "not-consistent", cast.owner, body=wish, **deal)


# --- What proves it -----------------------------------------------------------------------------


def _log(cast: Cast, over: Table) -> int:
    asked, owner = cast.asked, cast.owner
    asked.refuse("getCheckpoint", "not-found")
    size = asked.client.log()
    query = {"stream": over.deal, "version": 1, "size": size}
    asked.show("proveInclusion", owner, query=query)
    asked.refuse("proveInclusion", "not-logged", owner, query={**query, "version": 99})
    asked.refuse("proveInclusion", "not-found", owner, query={**query, "stream": UUID(int=0)})
    newer = asked.client.log()
    asked.show("proveConsistency", query={"from": size, "to": newer})
    asked.refuse("proveConsistency", "not-found", query={"from": size, "to": newer + 1})
    asked.show("listLeaves", query={"from": 0, "limit": 2})
    asked.show("getCheckpoint")
    asked.show("getLogKey")
    return newer


def _evidence(cast: Cast, live: Table, over: Table, *, size: int) -> None:
    asked = cast.asked
    query = {"receipts": "true", "size": size}
    shown = {**query, "view": "public"}
    asked.show("getDealEvidence", live.tokens[0], query=shown, deal=live.deal)
    asked.refuse(
        "getDealEvidence", "view-not-allowed", cast.owner, query={"view": "full"}, deal=live.deal
    )
    judge = _auditor(cast, live.id)
    asked.refuse("getDealEvidence", "deal-on", judge, deal=live.deal)
    asked.show("getTableEvidence", live.tokens[0], query=query, table=live.id)
    asked.refuse("getTableEvidence", "not-allowed", cast.other, table=over.id)


# --- Who calls, and how the service is ----------------------------------------------------------


def _people(cast: Cast, over: Table) -> None:
    query = {"status": "playing", "open": "false", "limit": 1}
    page = cast.asked.show("listTables", cast.owner, query=query)
    query = {"game": "durak", "cursor": page["next"], "limit": 2}
    cast.asked.show("listTables", cast.owner, query=query)
    cast.asked.show("getMe", cast.owner)
    cast.asked.show("getMe", over.tokens[1])


def _service(cast: Cast) -> None:
    asked = cast.asked
    asked.show("getHealth")
    asked.show("getReadiness")
    with patch("service.api.resources.health.is_ready", return_value=False):
        asked.refuse("getReadiness", "not-migrated")
    with patch("service.api.resources.health.is_ready", side_effect=psycopg.OperationalError):
        asked.refuse("getReadiness", "unavailable")
    with patch("service.api.resources.health.is_ready", side_effect=RuntimeError):
        asked.refuse("getReadiness", "broken")
    asked.show("getContract", cut=_first(lambda _: True, 4))


def _first(wanted: Callable[[str], bool], lines: int) -> Callable[[str], str]:
    def cut(text: str) -> str:
        kept = [line for line in text.splitlines(keepends=True) if wanted(line)]
        return "".join(kept[:lines])

    return cut


def _altered(cast: Cast, table: Table, url: str) -> None:
    """What is stored is changed behind the service's back; a fresh one finds it."""
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("SET session_replication_role = replica")  # no trigger stops him
        owner.execute(
            "UPDATE event SET body = body || ' ' WHERE stream_id = %s AND version = 2", [table.deal]
        )
    with opened_context(url) as context:
        asked = cast.asked.elsewhere(context)
        asked.refuse("getDeal", "broken-record", table.tokens[0], deal=table.deal)


def _problems(cast: Cast) -> None:
    asked = cast.asked
    asked.refuse("getHealth", "method-not-allowed", method="PATCH")
    asked.refuse("getHealth", "uri-too-long", query={"x": "x" * asked.settings.address_bytes})
    long = {"X-Forwarded-For": "x" * asked.settings.header_bytes}
    asked.refuse("getHealth", "headers-too-large", headers=long)
    asked.refuse("getHealth", "request-timeout", late=True)
    asked.show("getProblemKind", code="not-your-turn")
    asked.show("getProblemKind", accept="text/html", code="not-your-turn")
    asked.show("listProblemKinds")
    asked.show("listProblemKinds", accept="text/html")
