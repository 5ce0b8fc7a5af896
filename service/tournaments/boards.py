"""Boards: revealed when the last table of the round has ended them (C25), and then compared.

Each step may run twice, late, or concurrently; its command has the same id every time. A board is
revealed in the tournament first, and then at each of its tables.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile
from uuid import UUID

from domain.kernel.deal import Revealed
from domain.kernel.event import Digest, Event
from domain.table.events import DealRevealed
from domain.tournaments.boards import compared, results_of
from domain.tournaments.events import BoardRevealed
from domain.tournaments.tournament import Round, Tournament, TournamentTable
from service import ids
from service.access.credentials import Principal
from service.clocks.table_time import deal_time
from service.commands import by_itself
from service.context import Context, PlayContext
from service.deals.streams import decision, find_deal, in_deal
from service.deals.visibility import see_finished_deal
from service.problems import not_found
from service.responses.tournaments import BoardJson, BoardResultJson, PartedJson
from service.streams import Deal, Effect, TableStream, TournamentStream
from service.tables.progress import at_table, record_deal
from service.tournaments.events import in_tournament, participates
from service.tournaments.seating import table_of


def reveal_boards(context: PlayContext, tournament: UUID) -> bool:
    """Reveal the next boards of a tournament, as far as every table of the round has ended them.

    Returns:
        Whether one was revealed here.
    """
    found = False
    while (stream := context.streams.tournament(tournament)) is not None:
        if not stream.state.is_covered or not _reveal_next(context, stream):
            break
        found = True
    return found


def _reveal_next(context: PlayContext, stream: TournamentStream) -> bool:
    last, is_over = stream.state.rounds[-1], stream.state.closed is not None
    number = len(last.boards) + 1
    if not is_over and any(each.table is None for each in last.tables):
        return False
    tables = _tables(context, stream, last)
    # In an order that the tables do not follow, it is soon found that one of them still plays.
    if not all(_has_ended(context, table, number) for table in sorted(tables)):
        return False
    streams = [] if is_over else [context.streams.table(table) for table in tables]
    played = results_of([None if each is None else each.state for each in streams], number)
    # The clock of a process that has recorded the end of the board may be ahead.
    times = (record.at for each in streams if each is not None for record in each.records)
    since = max(times, default=0)
    seed = stream.state.board_seed(last.number, number)

    def reveals(stream: TournamentStream) -> Sequence[Event]:
        now = stream.state.rounds[-1]
        if (now.number, len(now.boards)) != (last.number, number - 1):
            return ()
        counted = () if stream.state.closed is not None else played
        return (BoardRevealed(last.number, number, seed, counted),)

    scope = (str(stream.id), str(last.number), str(number))
    command = by_itself(context.secret, "tournament-board", *scope)
    if in_tournament(context, stream.id, command, reveals, since=since).replayed:
        return False
    for table in tables:
        context.tasks.advance_tournament(stream.id, owner=stream.opened.owner, table=table)
    return True


def _tables(context: PlayContext, stream: TournamentStream, last: Round) -> list[UUID]:
    """The tables of a round, also one that was opened while the tournament was closed."""
    return [
        table_of(context, stream.id, last.number, at) if each.table is None else UUID(each.table)
        for at, each in enumerate(last.tables, start=1)
    ]


def _has_ended(context: PlayContext, table: UUID, number: int) -> bool:
    """Whether a table plays a board no more; one that was never opened never will."""
    row = context.store.head(table)
    return row is None or int(row.summary["ended"]) >= number


def uncover(context: PlayContext, tournament: UUID, *, tables: Iterable[UUID] = ()) -> bool:
    """Reveal the boards of a tournament that are due, also after its end, and uncover its tables.

    Args:
        context: The service.
        tournament: The tournament.
        tables: Tables of it whose series are over, and whose boards are covered.

    Returns:
        Whether there was something to do.
    """
    found = reveal_boards(context, tournament)
    for table in tables:
        found = uncover_table(context, table) or found
    return found


def uncover_table(context: PlayContext, table: UUID) -> bool:
    """Reveal the boards at a table that its tournament has revealed.

    Returns:
        Whether one was revealed here.
    """
    stream = context.streams.table(table)
    drawn = None if stream is None else stream.state.drawn
    if stream is None or drawn is None or not stream.state.is_covered:
        return False
    tournament = context.streams.tournament(UUID(drawn.tournament))
    assert tournament is not None, "the table was drawn by it"
    boards = tournament.state.rounds[drawn.round - 1].boards
    covered = [line for line in stream.state.deals if not line.revealed and not line.on]
    due = [line for line in covered if line.number <= len(boards)]
    for line in due:
        _reveal_at_table(context, table, UUID(line.deal), boards[line.number - 1].seed)
    return bool(due)


def _reveal_at_table(context: PlayContext, table: UUID, deal: UUID, seed: Digest) -> None:
    """Reveal a deal, and record that at its table."""

    def reveals(on: Deal) -> Effect | None:
        if on.over:
            return None
        return decision(on, (Revealed(seed),), command, at=deal_time(context, on))

    command = by_itself(context.secret, "reveal-board", str(deal))
    done = in_deal(context, deal, command, reveals).stream
    recorded = partial(_revealed, deal=done)
    at_table(context, table, by_itself(context.secret, "board-revealed", str(deal)), recorded)
    record_deal(context, deal)


def _revealed(stream: TableStream, *, deal: Deal) -> Sequence[Event]:
    line = next(each for each in stream.state.deals if each.deal == str(deal.id))
    if line.revealed:
        return ()
    return (DealRevealed(line.number, line.deal, deal.version, Digest(deal.head.hex())),)


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
    round_, revealed = _revealed_board(state, number, board)
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


def _revealed_board(state: Tournament, number: int, board: int) -> tuple[Round, BoardRevealed]:
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
