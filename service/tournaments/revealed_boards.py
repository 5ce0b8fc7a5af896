"""A revealed board: the results of all its tables, and how far some have played alike."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from uuid import UUID

from domain.tournaments.boards import compared
from domain.tournaments.events import BoardRevealed
from domain.tournaments.tournament import Round, Tournament, TournamentTable
from service import ids
from service.access.credentials import Principal
from service.context import Context
from service.deals.streams import find_deal
from service.deals.visibility import see_finished_deal
from service.problems import not_found
from service.responses.tournaments import BoardJson, BoardResultJson, PartedJson
from service.streams import Deal, TournamentStream
from service.tournaments.events import participates


def board_json(
    context: Context,
    principal: Principal,
    stream: TournamentStream,
    *,
    number: int,
    board: int,
    tables: Sequence[int] = (),
) -> BoardJson:
    """A board that is revealed.

    Args:
        context: The service.
        principal: The caller.
        stream: The tournament.
        number: The number of the round.
        board: The number of the board in its round.
        tables: The numbers of the tables whose plays are compared.

    Raises:
        Problem: ``not-found``: there is no such board, it is not revealed yet, or no such table;
            ``view-not-allowed`` where the caller may not see all cards of such a deal.
    """
    state = stream.state
    round_, revealed = _revealed(state, number, board)
    if not all(1 <= each <= len(round_.tables) for each in tables):
        raise not_found("table")
    reader = None if participates(stream, principal) else principal
    deals = {each: _deal(context, reader, round_.tables[each - 1], board) for each in tables}
    return {
        "round": number,
        "board": board,
        "seed": revealed.seed,
        "results": list(_results(context, state, round_, revealed)),
        "parted": _parted(deals) if deals else None,
    }


def _revealed(state: Tournament, number: int, board: int) -> tuple[Round, BoardRevealed]:
    if number <= len(state.rounds):
        round_ = state.rounds[number - 1]
        for each in round_.boards:
            if each.number == board:
                return round_, each
    raise not_found("board")


def _results(
    context: Context, state: Tournament, round_: Round, board: BoardRevealed
) -> Iterator[BoardResultJson]:
    scoring = state.opened.scoring
    results = board.results or ((),) * len(round_.tables)
    scores: Sequence[Sequence[int]] = ((),) * len(results)
    if scoring in ("mean", "median"):
        scores = compared(results, by=scoring, sign=state.game.counting.sign)
    deals = _deals(context, round_, board.number)
    for number, (table, points, score) in enumerate(
        zip(round_.tables, results, scores, strict=True), start=1
    ):
        yield {
            "number": number,
            "table": table.table,
            "players": [*table.players],
            "points": [*points] or None,
            "deal": deals[UUID(table.table)] if points and table.table else None,
            "compared": [*score] or None,
        }


def _deals(context: Context, round_: Round, board: int) -> dict[UUID, str]:
    """The deal of a board at each table: its id follows from the opening of the table."""
    tables = [UUID(each.table) for each in round_.tables if each.table]
    opened = context.store.opened_at(tables)
    return {
        table: str(ids.deal_id(context.secret, table, board, at=at)) for table, at in opened.items()
    }


def _parted(deals: Mapping[int, Deal]) -> PartedJson:
    """Where the deals of a board parted, by the numbers of their tables."""
    plays = [[event for event in deal.events if event.MOVE is not None] for deal in deals.values()]
    alike = takewhile(lambda moves: moves.count(moves[0]) == len(moves), zip(*plays, strict=False))
    return {
        "moves": sum(1 for _ in alike),
        "tables": [{"number": number, "deal": deal.opened.deal} for number, deal in deals.items()],
    }


def _deal(
    context: Context, principal: Principal | None, place: TournamentTable, board: int
) -> Deal:
    """The deal of a board at a table, with all cards; without a principal for a participant."""
    table = None if place.table is None else context.streams.table(UUID(place.table))
    lines = () if table is None else table.state.deals
    line = next((each for each in lines if each.number == board), None)
    if line is None:
        raise not_found("table")
    if principal is None:
        return find_deal(context, UUID(line.deal))
    return see_finished_deal(context, principal, UUID(line.deal))
