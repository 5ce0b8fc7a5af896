"""Examples of a deal in the archive: every operation on it is refused, and says where it is."""

from typing import Any, Final
from uuid import UUID

import psycopg

from events.archives import Archived, archive_deal
from tests import servers
from tests.contexts import opened_context
from tools.examples.cast import THREE, Cast, besides, elsewhere, opened
from tools.examples.tournaments import BOARDS, MOST_SWEEPS
from workers.sweep import sweep

ARCHIVE: Final = "https://cards.example/archive/"
FILE: Final = "2026-01/0f3a5c7e9b1d2f4a6c8e0b1d3f5a7c9e.json.gz"
BY_OWNER: Final[dict[str, Any]] = {
    "requestAnalysis": None,
    "openBranch": {"at": 3, "deal": "true"},
}
BY_SEAT: Final[dict[str, Any]] = {
    "makeMove": {"move": {"type": "pass"}},
    "giveHint": None,
    "getLesson": None,
    "openDispute": {"at": 3, "claim": "deal", "text": "They had them all."},
    "showSeed": {"seed": "ab" * 32},
    "leaveDeal": {},
    "returnToDeal": {},
    "resign": {},
}


def play(cast: Cast, server: str) -> None:
    """A deal is archived, and then asked for.

    Args:
        cast: Records the examples.
        server: The URL of a database on the server that gets another one.
    """
    with servers.fresh_database(server) as url:
        with opened_context(url, runtime=cast.recorder.runtime) as context:
            before, owner = elsewhere(cast, context)
            body = {"game": "skat", "name": "Skat", "seats": THREE}
            table = opened(besides(before, "POST", "/v1/tables", owner, body))
            besides(before, "DELETE", f"/v1/tables/{table.id}", owner)
            evening, board = _board(before, owner)
            before.recorder.client.sequence()
            rows = [context.store.head(UUID(deal)) for deal in (table.deal, board)]
        with psycopg.connect(url, autocommit=True, options="-c search_path=public") as connection:
            for row in rows:
                assert row is not None
                place = Archived(row.id, row.version, row.head, FILE, "3c" * 32)
                assert archive_deal(connection, place)
        with opened_context(url, archive=ARCHIVE, runtime=cast.recorder.runtime) as context:
            recorder = cast.recorder.elsewhere(context)
            for who, operations in ((owner, BY_OWNER), (table.tokens[0], BY_SEAT)):
                for name, sent in operations.items():
                    recorder.refuse(name, "archived", who, body=sent, deal=table.deal)
            for name, operation in recorder.known.items():
                if operation.reads_deal and "410" in operation.refusals and name not in BY_SEAT:
                    numbers = recorder.place(name, deal=table.deal)
                    recorder.refuse(name, "archived", owner, **numbers)
            numbers = {"number": 1, "board": 1, "tournament": evening}
            recorder.refuse("getBoard", "archived", owner, query={"tables": "1,2"}, **numbers)


def _board(cast: Cast, owner: str) -> tuple[str, str]:
    """Bots play a board at two tables; the tournament, and the deal at one of them."""
    evening: str = besides(cast, "POST", "/v1/tournaments", owner, BOARDS)["id"]
    path = f"/v1/tournaments/{evening}"
    for _ in range(4):
        besides(cast, "POST", f"{path}/players", owner, {"bot": "easy"})
    besides(cast, "POST", f"{path}/rounds", owner, {})
    for _ in range(MOST_SWEEPS):
        sweep(cast.client.context, overdue=0)
    shown = besides(cast, "GET", f"{path}/rounds/1/boards/1?tables=1,2", owner)
    deal: str = shown["parted"]["tables"][0]["deal"]
    return evening, deal
