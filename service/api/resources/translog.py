"""The log of all events: its checkpoints, its proofs and its leaves."""

from hashlib import sha256
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

import flask
from flask import g

from domain.kernel.sentence import Sentence
from service.api.dependencies import app
from service.api.headers import DAY, vary
from service.api.problems import CONFLICT, FORBIDDEN, INVALID, NOT_FOUND
from service.api.responses import answer
from service.api.routes import Routes, Success
from service.api.schemas.fields import Digits, Identifier, QueryFlag, Text, about
from service.api.schemas.request import Request
from service.api.schemas.requests import LARGEST
from service.deals.visibility import see_stream
from service.problems import Code, Problem
from service.responses.shared import (
    ConsistencyJson,
    InclusionJson,
    LogBreakJson,
    LogBreakListJson,
    LogLeavesJson,
)
from service.timestamps import timestamp

ROUTES: Final = Routes(
    "log",
    description="One order of all events, under signed checkpoints, so that it cannot change.",
)
FOR_EVER: Final = f"max-age={DAY}, immutable"


NOTE: Final = {"type": "string", "description": "The last checkpoint, as a signed note."}
VKEY: Final = {"type": "string", "description": "The key by which checkpoints are checked."}


LONGEST_ORIGIN: Final = 255


class _OfLog(Request):
    """Which log of the service is meant."""

    log = Text(
        longest=LONGEST_ORIGIN,
        metadata=about("The name of a log, which may have ended. Default: the present one."),
    )


class InclusionQuery(_OfLog):
    """The event whose place in the log is to be proved."""

    stream = Identifier(required=True, metadata=about("The id of a deal or of a table."))
    version = Digits(
        low=1, high=LARGEST, required=True, metadata=about("The position of the event in it.")
    )
    size = Digits(
        low=0,
        high=LARGEST,
        metadata=about("The size of the checkpoint to prove it for. Default: the last one's."),
    )


class ConsistencyQuery(_OfLog):
    """The checkpoints between which a proof is wanted."""

    from_ = Digits(
        low=0,
        high=LARGEST,
        required=True,
        data_key="from",
        metadata=about("The size of the older checkpoint."),
    )
    to = Digits(
        low=0, high=LARGEST, required=True, metadata=about("The size of the newer checkpoint.")
    )
    root = QueryFlag(metadata=about("Whether the root of the older log is wanted as well."))


class LeavesQuery(_OfLog):
    """Which leaves of the log are wanted."""

    from_ = Digits(
        low=0,
        high=LARGEST,
        load_default=0,
        data_key="from",
        metadata=about("The position of the first one."),
    )
    limit = Digits(low=1, high=1000, metadata=about("The most leaves on the page."))


@ROUTES.operation(
    "/log/checkpoint",
    "GET",
    "getCheckpoint",
    Success(HTTPStatus.OK, NOTE, "text/plain"),
    refusals=(NOT_FOUND,),
    secured=False,
    tagged=True,
)
def get_checkpoint() -> flask.Response:
    """Read the last checkpoint of the log.

    A signed note (c2sp.org/signed-note, c2sp.org/tlog-checkpoint): the log's name, how many entries
    it has, and the root of the tree over them (RFC 6962). Keep it: with it you can detect a change
    of earlier entries. Every event is under a checkpoint within about a second.
    """
    note = app.context.translog.checkpoint().note
    etag = sha256(note.encode()).hexdigest()
    if flask.request.if_none_match.contains_weak(etag):
        response = flask.Response(status=HTTPStatus.NOT_MODIFIED)
    else:
        response = _text(note)
    response.set_etag(etag, weak=True)
    return _kept(response, "public, no-cache")


@ROUTES.operation(
    "/log/key", "GET", "getLogKey", Success(HTTPStatus.OK, VKEY, "text/plain"), secured=False
)
def get_log_key() -> flask.Response:
    """Read the key by which checkpoints are checked.

    An Ed25519 key in the text form of signed notes: `name+id+key`. Get it once, from a source that
    you trust.
    """
    return _kept(_text(f"{app.context.translog.verifier}\n"), "public, no-cache")


@ROUTES.operation(
    "/log/inclusion",
    "GET",
    "proveInclusion",
    Success(HTTPStatus.OK, InclusionJson, said="The proof that the event is in the log."),
    refusals=(FORBIDDEN, NOT_FOUND, CONFLICT, INVALID),
    public=True,
)
@ROUTES.takes(InclusionQuery, location="query")
def prove_inclusion(query: dict[str, Any]) -> flask.Response:
    """Prove that an event of a deal or of a table is in the log.

    For API keys and seats that may see the deal or the table, and for everybody if it can be read
    without a credential. The leaf is H(0x00 ‖ entry), and the entry is the stream's id (16 bytes) ‖
    the version (4 bytes, big-endian) ‖ the hash (32 bytes); H is SHA-256. An event is `not-logged`
    until the next checkpoint.
    """
    stream: UUID = query["stream"]
    last = see_stream(app.context, g.principal, stream)
    if last is not None and query["version"] > last:
        raise Problem(Code.NOT_LOGGED, Sentence("not-logged-yet"))
    translog, size = app.context.translog, query.get("size")
    proved = translog.prove_inclusion(stream, query["version"], size=size, origin=query.get("log"))
    shown: InclusionJson = {
        "log": proved.origin,
        "size": proved.size,
        "position": proved.position,
        "entry": {
            "stream": str(proved.entry.stream),
            "version": proved.entry.version,
            "hash": proved.entry.hash.hex(),
        },
        "leaf": proved.entry.leaf.hex(),
        "path": _hex(proved.path),
    }
    response = answer(shown)
    vary(response, "Authorization")
    return _kept(response, "private, no-cache" if size is None else f"private, {FOR_EVER}")


@ROUTES.operation(
    "/log/consistency",
    "GET",
    "proveConsistency",
    Success(
        HTTPStatus.OK,
        ConsistencyJson,
        said="The proof that the log still begins with the older log.",
    ),
    refusals=(NOT_FOUND, CONFLICT, INVALID),
    secured=False,
)
@ROUTES.takes(ConsistencyQuery, location="query")
def prove_consistency(query: dict[str, Any]) -> flask.Response:
    """Prove that the log of a checkpoint begins with the log of an older one.

    The newer size is the size of a checkpoint. The proof follows RFC 6962, section 2.1.2. If it
    does not fit the checkpoint of the older size that you hold, the log was forked. With
    `root=true` the answer has the root of the beginning that the log has instead, so that both
    checkpoints and this answer are evidence for everybody. No proof leads from a log that ended to
    the log that was begun after it: the refusal `log-begun-anew` names both, and `/log/breaks` has
    the reason.
    """
    translog, old, size = app.context.translog, query["from_"], query["to"]
    origin = query.get("log", translog.origin)
    root, proof = translog.prove_consistency(
        old, size, origin=origin, unsigned=query.get("root", False)
    )
    shown: ConsistencyJson = {"log": origin, "from": old, "to": size, "proof": _hex(proof)}
    if query.get("root"):
        shown["root"] = root.hex()
    return _kept(answer(shown), f"public, {FOR_EVER}")


@ROUTES.operation(
    "/log/breaks",
    "GET",
    "listLogBreaks",
    Success(HTTPStatus.OK, LogBreakListJson),
    secured=False,
)
def list_log_breaks() -> flask.Response:
    """Read where the log ended and was begun anew, as after a restore of an older backup.

    All stored events are in the new log again. A proof in an ended log can be requested with its
    name as `log`. Keep the `statement` with the checkpoints of the log that ended: without it, two
    logs of one service are misconduct.
    """
    breaks: list[LogBreakJson] = [
        {
            "log": each.origin,
            "at": timestamp(each.at),
            "reason": each.reason,
            "ended": {"log": each.ended, "size": each.tip.size, "checkpoint": each.tip.note},
            "published": each.published,
            "statement": each.statement,
        }
        for each in app.context.translog.breaks()
    ]
    return _kept(answer(LogBreakListJson(breaks=breaks)), "public, no-cache")


@ROUTES.operation(
    "/log/entries",
    "GET",
    "listLeaves",
    Success(HTTPStatus.OK, LogLeavesJson),
    refusals=(NOT_FOUND, INVALID),
    secured=False,
)
@ROUTES.takes(LeavesQuery, location="query")
def list_leaves(query: dict[str, Any]) -> flask.Response:
    """Read the leaves of the log, as hashes: enough to compute every root.

    Only `proveInclusion` shows the table or deal of an entry, and only to callers who may see it: a
    hash does not reveal that a private table exists.
    """
    translog, first = app.context.translog, query["from_"]
    origin, limit = query.get("log", translog.origin), query.get("limit", app.settings.page_size)
    leaves = translog.leaves(first, limit, origin=origin)
    shown: LogLeavesJson = {"log": origin, "from": first, "leaves": _hex(leaves)}
    return _kept(answer(shown), "public, no-cache")


def _hex(hashes: Any) -> list[str]:
    return [each.hex() for each in hashes]


def _text(text: str) -> flask.Response:
    return flask.Response(text, content_type="text/plain; charset=utf-8")


def _kept(response: flask.Response, how: str) -> flask.Response:
    response.headers["Cache-Control"] = how
    return response
