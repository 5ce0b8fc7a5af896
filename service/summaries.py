"""What the store keeps of a stream for lists and for finding work: its status and its summary.

Both follow from the fold, and are never the truth.
"""

from typing import Final

from domain.kernel.event import Json, to_json
from domain.kernel.progress import Progress
from domain.table.players import notes_json, player_json
from domain.table.series import Table

UNTIL: Final = "until"
"""In the summary of a deal: the deadline of the current turn, in µs since the epoch."""


def deal_summary(
    after: Progress, *, bots_have_decided: bool = False
) -> tuple[str, dict[str, Json]]:
    """The next thing that a deal waits for, from public knowledge, and its summary.

    ``seeds``: seats that owe their seeds. ``persons``: persons, present or not; ``timed``: the
    same, by the clock. ``bots``: bots, who are to be asked. ``over``: its series.

    Wherever bots sit, they are asked after every event, in turn or not: to ask them only when they
    could move out of turn would show in the time of an answer what they hold.
    """
    if after.is_over:
        status = "over"
    elif after.shuffled is None:
        status = "seeds"
    elif any(after.bots) and not bots_have_decided:
        status = "bots"
    else:
        status = "persons" if after.clock is None else "timed"
    until = after.clock and after.clock.until
    return status, {"table": after.opened.table, "number": after.opened.number, UNTIL: until}


def table_summary(table: Table) -> tuple[str, dict[str, Json]]:
    """The status of a table, and its summary: with all that its owner has noted."""
    opened = table.opened
    return table.status, {
        "name": opened.name,
        **notes_json(opened, owner=True),
        "game": opened.game,
        "target": table.target,
        "owner": opened.owner,
        "refs": sorted({each.ref for each in table.persons.values() if each.ref is not None}),
        "visibility": opened.visibility,
        "spectators": opened.spectators,
        "views_after": opened.views_after,
        "test": opened.test,
        "branch_of": to_json(table.branch),
        "rematch_of": table.rematch_of,
        "seats": [player and player_json(player, owner=True) for player in table.players],
    }
