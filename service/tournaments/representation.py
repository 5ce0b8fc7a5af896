"""Tournaments as JSON, and their standings as a sheet (CSV, RFC 4180)."""

from collections.abc import Iterator
from typing import Any, Final

from domain.kernel.clock import SECOND
from domain.tournaments.draws import last_lot
from domain.tournaments.standings import ScoreLine, StandingLine, standings
from domain.tournaments.tournament import Round, Tournament, TournamentPlayer
from service.lists.lines import written
from service.responses.players import notes_json
from service.responses.tournaments import (
    RoundJson,
    ScoreLineJson,
    StandingJson,
    TableOfRoundJson,
    TournamentJson,
    TournamentPlayerJson,
)
from service.streams import TournamentStream
from service.summaries import next_call_at
from service.timestamps import timestamp


def tournament_json(
    stream: TournamentStream,
    *,
    director: bool,
    version: int | None = None,
    at: int | None = None,
) -> TournamentJson:
    """A tournament as it is at a version of its stream.

    Args:
        stream: The tournament.
        director: Whether it is shown to its director.
        version: The version; None: the last.
        at: The time now, in µs since the epoch; None in the answer to a command.
    """
    version = version or stream.version
    state, opened = stream.at(version), stream.opened
    return {
        "id": opened.tournament,
        "name": opened.name,
        "game": opened.game,
        "rules": opened.rules,
        "options": dict(opened.options),
        "seats": opened.seats,
        "pairs": len(state.sides[0]) > 1,
        "format": opened.format,
        "rounds": opened.rounds,
        "scoring": opened.scoring,
        "boards": opened.boards,
        "board_commitments": [*opened.board_commitments],
        "most": opened.most,
        "joining": opened.joining,
        "visibility": opened.visibility,
        "fill": opened.fill,
        "reveal_seconds": opened.reveal_seconds,
        "break_seconds": opened.break_seconds,
        "starts": [*map(timestamp, state.starts)],
        "round_seconds": opened.round_seconds,
        "table_terms": dict(opened.table_terms),
        "commitments": [*opened.commitments],
        "test": opened.test,
        "status": state.status,
        "version": version,
        "head": stream.records[version - 1].hash.hex(),
        "opened_at": timestamp(stream.opened_at),
        "now": None if at is None else timestamp(at),
        "paused": None if state.paused is None else state.paused.reason,
        "next_round_at": _next_round_at(state),
        "waiting_for": [*state.owing] if state.status == "drawing" else [],
        "director": director,
        **notes_json(opened, owner=director),
        "players": [_player_json(each, director=director) for each in state.players],
        "played": [_round_json(state, each) for each in state.rounds],
        "standings": standings_json(state),
    }


def standings_json(state: Tournament) -> list[StandingJson]:
    """The standings, with the lines of each score."""
    return [_standing_json(state, row) for row in standings(state, lot=last_lot(state))]


def _next_round_at(state: Tournament) -> str | None:
    due = next_call_at(state)
    return None if due is None else timestamp(due)


def _player_json(player: TournamentPlayer, *, director: bool) -> TournamentPlayerJson:
    return {
        "player": player.number,
        "name": player.name,
        "bot": player.bot,
        "partner": player.partner,
        "team": player.team,
        "held_by_owner": player.holder is not None,
        "committed": player.commitment is not None,
        "withdrawn": player.withdrawn,
        "ref": player.ref if director else None,
    }


def _round_json(state: Tournament, each: Round) -> RoundJson:
    drawn, limit = each.drawn, state.opened.round_seconds
    ends = None if limit is None or drawn is None else each.drawn_at + limit * SECOND
    tables: list[TableOfRoundJson] = [
        {
            "number": number,
            "table": table.table,
            "players": [*table.players],
            "points": None if table.result is None else [*table.result.points],
            "ranks": None if table.result is None else [*table.result.ranks],
        }
        for number, table in enumerate(each.tables, start=1)
    ]
    return {
        "round": each.number,
        "called_at": timestamp(each.called_at),
        "drawn_at": None if drawn is None else timestamp(each.drawn_at),
        "seed": None if drawn is None else drawn.seed,
        "ends_at": None if ends is None else timestamp(ends),
        "tables": tables,
        "byes": [] if drawn is None else [*drawn.byes],
        "absent": [] if drawn is None else [*drawn.absent],
        "finished": sum(table.result is not None for table in each.tables),
        "boards": [{"board": board.number, "seed": board.seed} for board in each.boards],
    }


def _standing_json(state: Tournament, row: StandingLine) -> StandingJson:
    return {
        "rank": row.rank,
        "players": [*row.contestant.players],
        "points": row.points,
        "opponents": row.opponents,
        "won": row.won,
        "lost": row.lost,
        "withdrawn": not state.stays(row.contestant),
        "lines": [_line_json(line) for line in row.lines],
    }


def _line_json(line: ScoreLine) -> ScoreLineJson:
    return {
        "round": line.round,
        "kind": line.kind,
        "points": line.points,
        "table": line.table,
        "reason": line.reason,
        "boards": [*line.boards],
    }


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
