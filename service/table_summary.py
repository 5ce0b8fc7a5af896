"""What the store keeps of a table for lists and for finding work: its status and its summary.

Both follow from the fold, and are never the truth.
"""

from typing import Final

from domain.kernel.event import Json, to_json
from domain.table.guests import INVITATION
from domain.table.players import notes_json, player_json
from domain.table.series import Table

WATCHED: Final = "until"
"""In the summary of a table whose clock is ahead, so that the sweep finds it: it is always due."""


def table_summary(table: Table) -> tuple[str, dict[str, Json]]:
    """The status of a table, and its summary: with all that its owner has noted."""
    opened = table.opened
    moved = {WATCHED: 0} if table.clock_ahead and not table.is_finished else {}
    refs = {each.ref for each in table.persons.values()}
    refs |= {each.ref for each in table.guests.of(INVITATION)}
    return table.status, {
        **moved,
        "name": opened.name,
        **notes_json(opened, owner=True),
        "game": opened.game,
        "target": table.target,
        "owner": opened.owner,
        "refs": sorted(ref for ref in refs if ref is not None),
        "visibility": opened.visibility,
        "spectators": opened.spectators,
        "views_after": opened.views_after,
        "test": opened.test,
        "branch_of": to_json(table.branch),
        "rematch_of": table.rematch_of,
        "seats": [player and player_json(player, owner=True) for player in table.players],
    }
