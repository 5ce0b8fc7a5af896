"""Players of a table in responses, and the owner's notes on them."""

from collections.abc import Iterable
from typing import Final

from domain.table.events import TableOpened
from domain.table.players import Player, metadata_json
from domain.tournaments.events import TournamentOpened
from service.responses.shared import NotedJson, PlayerJson, RefsJson

NO_NOTES: Final[NotedJson] = {"ref": None, "metadata": None}
"""The owner's notes on a table or player, for others."""
NOBODY: Final[PlayerJson] = {"name": None, "bot": None, "kind": None, "erased": False, **NO_NOTES}
"""A free seat."""


def player_json(player: Player | None, *, owner: bool) -> PlayerJson:
    """A player as lists and tables show them to the owner of the table, or to others."""
    if player is None:
        return NOBODY
    return {
        "name": player.name,
        "bot": player.bot,
        "kind": player.kind,
        "erased": player.erased,
        **notes_json(player, owner=owner),
    }


def notes_json(noted: Player | TableOpened | TournamentOpened, *, owner: bool) -> NotedJson:
    """The owner's notes on a player, a table or a tournament; null for others."""
    if not owner:
        return NO_NOTES
    return {"ref": noted.ref, "metadata": metadata_json(noted.metadata)}


def refs_json(opened: TableOpened, players: Iterable[Player | None]) -> RefsJson | None:
    """The owner's ids of a table and of its players, seat by seat; None: there are none."""
    seats = [None if player is None else player.ref for player in players]
    return {"table": opened.ref, "seats": [*seats]} if any((opened.ref, *seats)) else None
