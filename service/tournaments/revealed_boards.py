"""A revealed board: the results of all its tables, and how far some have played alike."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final
from uuid import UUID

from domain.kernel.event import FULL, Event
from domain.tournaments.boards import compared
from domain.tournaments.events import BoardRevealed
from domain.tournaments.tournament import Round, Tournament
from service.context import Context
from service.problems import not_found
from service.responses.tournaments import BoardJson, BoardResultJson, PartedJson
from service.streams import TournamentStream

MOST_COMPARED: Final = 8
"""The most tables whose plays are compared in one request."""


def board_json(
    context: Context,
    stream: TournamentStream,
    *,
    number: int,
    board: int,
    tables: Sequence[int] = (),
) -> BoardJson:
    """A board that is revealed.

    Args:
        context: The service.
        stream: The tournament.
        number: The number of the round.
        board: The number of the board in its round.
        tables: The numbers of the tables whose plays are compared.

    Raises:
        Problem: ``not-found``: there is no such board, it is not revealed yet, or no such table.
    """
    state = stream.state
    round_, revealed = _revealed(state, number, board)
    if not all(1 <= each <= len(round_.tables) for each in tables):
        raise not_found("table")
    return {
        "round": number,
        "board": board,
        "seed": revealed.seed,
        "results": list(_results(state, round_, revealed)),
        "parted": _parted(context, round_, board, tables) if tables else None,
    }


def _revealed(state: Tournament, number: int, board: int) -> tuple[Round, BoardRevealed]:
    if number <= len(state.rounds):
        round_ = state.rounds[number - 1]
        for each in round_.boards:
            if each.number == board:
                return round_, each
    raise not_found("board")


def _results(state: Tournament, round_: Round, board: BoardRevealed) -> Iterator[BoardResultJson]:
    scoring = state.opened.scoring
    results = board.results or ((),) * len(round_.tables)
    scores: Sequence[Sequence[int]] = ((),) * len(results)
    if scoring in ("mean", "median"):
        scores = compared(results, by=scoring, sign=state.game.counting.sign)
    for number, (table, points, score) in enumerate(
        zip(round_.tables, results, scores, strict=True), start=1
    ):
        yield {
            "number": number,
            "table": table.table,
            "players": [*table.players],
            "points": [*points] or None,
            "compared": [*score] or None,
        }


def _parted(context: Context, round_: Round, board: int, tables: Sequence[int]) -> PartedJson:
    plays, shown = list[Sequence[Event]](), list[tuple[int, str]]()
    for number in tables:
        table = round_.tables[number - 1].table
        stream = None if table is None else context.streams.table(UUID(table))
        line = (
            None
            if stream is None
            else next((each for each in stream.state.deals if each.number == board), None)
        )
        deal = None if line is None else context.streams.deal(UUID(line.deal), viewer=FULL)
        if line is None or deal is None:
            raise not_found("table")
        plays.append([event for event in deal.events if event.MOVE is not None])
        shown.append((number, line.deal))
    alike = takewhile(lambda moves: moves.count(moves[0]) == len(moves), zip(*plays, strict=False))
    return {
        "moves": sum(1 for _ in alike),
        "tables": [{"number": number, "deal": deal} for number, deal in shown],
    }
