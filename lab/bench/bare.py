"""The least that a web of the same parts does for a write: `python -m lab.bench.bare`.

Flask, marshmallow, psycopg and orjson, served by granian (WSGI) with the sizes of the service.
A request is validated, then one SELECT, one INSERT and a commit follow. A read is one SELECT and so
many bytes. There are no rules, no credentials, no budgets and no log.

At the paths of the service it also plays moves: with the rules, the hashes and the append of the
service, and nothing else. `/rows` reads the caller's key and the rows of a list. No service with
these can do less.
"""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final
from uuid import UUID, uuid4

import flask
import orjson
import psycopg
from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels
from granian.server import Server
from marshmallow import Schema, ValidationError, fields
from marshmallow.validate import Length, OneOf
from psycopg_pool import ConnectionPool

from lab.bench.http import request
from lab.bench.stages import Address, Stage, free_port, running
from run.processes.web import processes_of
from service.access.credentials import SeatHolder, read_token
from service.assembly import build
from service.commands import Command
from service.deals.moves import play_move
from service.ids import fresh_command_id
from service.lists.listings import TABLE_LISTED
from service.lists.queries import parties_of
from service.live.notices import READ_AHEAD
from service.runtime import SYSTEM
from service.settings import Settings
from service.streams import TABLES
from service.timestamps import timestamp

APPLICATION: Final = "lab.bench.bare:create_app"
PAGE: Final = 50
"""The lines of a page of a list."""
CARDS: Final = ("7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC")
TABLE: Final = """
CREATE TABLE IF NOT EXISTS bare_move (
    deal uuid, version integer, body bytea NOT NULL, PRIMARY KEY (deal, version)
)
"""
LAST: Final = "SELECT max(version) FROM bare_move WHERE deal = %s"
INSERT: Final = "INSERT INTO bare_move VALUES (%s, %s, %s)"


class CardSchema(Schema):
    type = fields.String(required=True, validate=OneOf(("beat", "discard")))
    cards = fields.List(fields.String(validate=OneOf(CARDS)), required=True, validate=Length(1, 4))


class MoveSchema(Schema):
    move = fields.Nested(CardSchema, required=True)


@contextmanager
def web(on: Stage) -> Generator[Address]:
    """This web, with its table."""
    with psycopg.connect(on.database) as connection:
        connection.execute(TABLE)
    port = free_port()
    with running(
        (sys.executable, "-m", "lab.bench.bare"),
        port=port,
        environment=replace(on.settings, port=port).environment(),
        log_file=on.folder / "bare.log",
    ) as served:
        yield served


def moves(deals: int, each: int) -> list[bytes]:
    """Requests for so many deals with so many moves each."""
    paths = [f"/deals/{uuid4()}/moves" for _ in range(deals)]
    move = {"move": {"type": "beat", "cards": [CARDS[0]]}}
    return [request("POST", path, "none", move) for path in paths for _ in range(each)]


def create_app() -> flask.Flask:
    """The application, with a pool as large as the service's."""
    settings = Settings.from_environment()
    assert settings.database_url is not None
    pool = ConnectionPool(settings.database_url, min_size=1, max_size=settings.pool_size, open=True)
    schema = MoveSchema()
    made = flask.Flask(__name__)

    @made.get("/readyz")
    def ready() -> str:
        return "ready"

    @made.post("/deals/<uuid:deal>/moves")
    def move(deal: UUID) -> flask.Response:
        try:
            body: dict[str, Any] = schema.loads(flask.request.get_data())
        except ValidationError as error:
            return _json(error.messages, status=422)
        with pool.connection() as connection:
            row = connection.execute(LAST, (deal,)).fetchone()
            version = ((row and row[0]) or 0) + 1
            connection.execute(INSERT, (deal, version, orjson.dumps(body)))
        return _json({"deal": str(deal), "version": version, **body}, status=201)

    @made.get("/pages/<int:size>")
    def page(size: int) -> flask.Response:
        with pool.connection() as connection:
            connection.execute(LAST, (UUID(int=size),)).fetchone()
        return flask.Response(b" " * size, mimetype="application/json")

    context = build(settings, SYSTEM)

    @made.get("/rows/<any(tables, notices):kind>/<int:size>")
    def rows(kind: str, size: int) -> flask.Response:
        key = context.credentials.key(flask.request.headers["Authorization"].split()[1])
        assert key is not None
        read, size_of_log = context.listings, context.listings.size()
        lines: list[tuple[Any, ...]]
        if kind == "tables":
            parties, limit = parties_of(key), PAGE + 1
            tables = read.find(
                kind=TABLES.kind, parties=parties, statuses=TABLE_LISTED, limit=limit
            )
            lines = [(str(each.id), timestamp(each.opened_at), each.of_table) for each in tables]
        else:
            ahead = PAGE * READ_AHEAD
            entries = read.entries_of(key.owners, range(size_of_log), limit=ahead)
            lines = [(each.position, str(each.stream), each.version) for each in entries[:PAGE]]
        said = orjson.dumps(lines).ljust(size)[:size]
        return flask.Response(said, mimetype="application/json")

    @made.post("/v1/deals/<uuid:deal>/moves")
    def play(deal: UUID) -> flask.Response:
        body = orjson.loads(flask.request.get_data())
        holder = read_token(flask.request.headers["Authorization"].removeprefix("Bearer "))
        assert isinstance(holder, SeatHolder)
        command = Command(fresh_command_id(SYSTEM), f"seat:{holder.seat}")
        done = play_move(context, deal, holder.seat, body["move"], command=command)
        return _json({"version": done.stream.version}, status=201)

    return made


def _json(said: Any, *, status: int) -> flask.Response:
    return flask.Response(orjson.dumps(said), status=status, mimetype="application/json")


def serve(settings: Settings) -> None:
    """Serve until a signal arrives."""
    Server(
        APPLICATION,
        factory=True,
        address=settings.host,
        port=settings.port,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        workers=processes_of(settings),
        blocking_threads=settings.web_threads,
        websockets=False,
        log_level=LogLevels.error,
    ).serve()


if __name__ == "__main__":
    serve(Settings.from_environment())
