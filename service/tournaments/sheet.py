"""The standings of a tournament as a sheet (CSV, RFC 4180): a line for each part of a score."""

from collections.abc import Iterator
from typing import Any, Final

from service.lists.sheets import written
from service.responses.tournaments import StandingJson, TournamentJson, TournamentPlayerJson

COLUMNS: Final = (
    *("rank", "players", "names", "refs", "score", "won", "lost"),
    *("kind", "round", "table", "points", "reason"),
)


def standings_sheet(shown: TournamentJson) -> bytes:
    """The sheet of a tournament as a caller sees it. A contestant without a result has a line."""
    players = {each["player"]: each for each in shown["players"]}
    lines = (line for row in shown["standings"] for line in _cells(row, players))
    return written([COLUMNS, *lines])


def _cells(row: StandingJson, players: dict[int, TournamentPlayerJson]) -> Iterator[list[Any]]:
    people = [players[each] for each in row["players"]]
    about = [
        row["rank"],
        " ".join(str(each["player"]) for each in people),
        ", ".join(each["name"] for each in people),
        ", ".join(each["ref"] for each in people if each["ref"]),
        *(row["points"], row["won"], row["lost"]),
    ]
    for line in row["lines"]:
        named = (line["table"] or "", line["points"], line["reason"] or "")
        yield [*about, line["kind"], line["round"], *named]
    if not row["lines"]:
        yield [*about, "", "", "", "", ""]
