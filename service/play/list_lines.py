"""The JSON of tables and deals in lists, from the projection alone."""

from typing import Any, Final

from domain.games import rules_of
from domain.kernel.deal import Opened, Voided
from domain.kernel.event import Event, Json
from domain.kernel.leaving import Abandoned
from domain.kernel.stored import from_data
from events.listings import Listing
from service.play.fairness_statement import abandoned_words, void_words
from service.play.queries import explained, times_json
from service.timestamps import timestamp

NOBODY: Final[dict[str, Json]] = {"name": None, "bot": None, "kind": None}
"""A free seat, in lists."""


def table_line(row: Listing) -> dict[str, Json]:
    """A table in a list."""
    about = row.of_table
    return {
        "id": str(row.id),
        "name": about["name"],
        "game": about["game"],
        "target": about["target"],
        "visibility": about["visibility"],
        "spectators": about["spectators"],
        "status": row.status,
        "created_at": timestamp(row.opened_at),
        **times_json(row.opened_at, row.started_at, row.finished_at),
        "seats": seats_line(row),
        "branch_of": about.get("branch_of"),
        "rematch_of": about.get("rematch_of"),
    }


def seats_line(row: Listing) -> list[dict[str, Json]]:
    """The seats of a table in a list."""
    return [
        {"seat": seat, **(_sitting(player) if player else NOBODY)}
        for seat, player in enumerate(row.of_table["seats"])
    ]


def deal_line(row: Listing) -> dict[str, Json]:
    """A deal in a list."""
    opened = _event(row.opening)
    assert isinstance(opened, Opened), "a deal begins with it"
    return {
        "id": str(row.id),
        "table": str(row.table),
        "number": opened.number,
        "game": opened.game,
        "status": row.status,
        **times_json(row.opened_at, row.started_at, row.finished_at),
        "seats": [{**seat, "ref": None} for seat in seats_line(row)],
        "explained": [] if row.ending is None else _end_words(opened, _event(row.ending)),
    }


def _end_words(opened: Opened, end: Event) -> list[str]:
    if isinstance(end, Voided):
        return void_words(end.seats)
    if isinstance(end, Abandoned):
        return abandoned_words(end)
    return explained(rules_of(opened.game, opened.rules), end)


def _event(body: dict[str, Any]) -> Event:
    return from_data(body["type"], body["schema"], body["data"])


def _sitting(player: dict[str, Any]) -> dict[str, Json]:
    """A player as shown in lists. Records from before player kinds have no kind."""
    kind = "bot" if player["bot"] else "person"
    return {"name": player["name"], "bot": player["bot"], "kind": player.get("kind", kind)}
