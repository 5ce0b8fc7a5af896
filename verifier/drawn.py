"""Check the tables of a tournament: drawn for it, with its players, and with their true results."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import Any, Final, NamedTuple
from uuid import UUID

from domain.kernel.deal import Revealed, Shuffled
from domain.kernel.event import Json
from domain.kernel.sentence import Sentence
from domain.table.events import DealRecorded, SeatTaken, TableDrawn, TableOpened
from domain.table.series import Table
from domain.tournaments import lots
from domain.tournaments.boards import results_of
from domain.tournaments.events import TableResultRecorded, TournamentTableOpened
from domain.tournaments.standings import result_of
from domain.tournaments.tournament import Tournament, options_of
from events.canonical import canonical
from verifier.bundle import DEAL, TABLE
from verifier.case import Case, PlayedBoard, SeenTable
from verifier.course import sound_course
from verifier.field_types import fits, kind_of
from verifier.following import NOT_SOUND, failure, opened_by, steps
from verifier.record import Decoded
from verifier.verdicts import ByHand, Failure, Nothing, NotYet, together

SHOWN: Final = 5
"""The most tables that are named because something about them is open."""


class DrawnTable(NamedTuple):
    """A table of a round, and the events of the tournament about it."""

    round: int
    number: int
    opened: Decoded
    result: Decoded | None = None

    @property
    def named(self) -> dict[str, Json]:
        """Its numbers as values of a sentence."""
        return {"round": self.round, "number": self.number}


def tables(case: Case) -> Sentence:
    """Each table that has a result was drawn for it, and has that result by its own record."""
    state, opened, sights = sound_course(case), drawn_tables(case), seen_tables(case)
    failures = [each.failed for each in sights if each.failed is not None]
    if failures:
        raise min(failures, key=lambda each: each.position or 0)
    ended = {table: place for table, place in opened.items() if place.result is not None}
    seen = {each.table for each in sights}
    missing = [place for table, place in ended.items() if table not in seen]
    if not ended and not sights:
        raise Nothing(Sentence("finding-no-results"))
    counted: dict[str, Json] = {"ended": len(ended), "seen": len(ended) - len(missing)}
    said = Sentence("finding-tables-some" if missing else "finding-tables-all", counted)
    if state.opened.test:
        raise ByHand(Sentence("finding-test-tournament", {"said": said}))
    open_ = [Sentence("finding-table-missing", each.named) for each in missing[:SHOWN]]
    open_ += islice(_open(sights, opened), SHOWN)
    if open_:
        raise NotYet(together(said, *open_))
    return said


def _open(sights: Iterable[SeenTable], opened: Mapping[UUID, DrawnTable]) -> Iterator[Sentence]:
    """What is open about tables, in the order of the tournament."""
    order = {table: at for at, table in enumerate(opened)}
    for each in sorted(sights, key=lambda sight: order.get(sight.table, len(order))):
        if each.open is not None:
            yield each.open


@lru_cache(maxsize=1)  # for all tables of one case
def drawn_tables(case: Case) -> Mapping[UUID, DrawnTable]:
    """The tables that a tournament has opened, in that order."""
    found = dict[UUID, DrawnTable]()
    for decoded in case.decoded:
        event = decoded.event
        if isinstance(event, TournamentTableOpened):
            found[UUID(event.table)] = DrawnTable(event.round, event.number, decoded)
        if isinstance(event, TableResultRecorded) and UUID(event.table) in found:
            found[UUID(event.table)] = found[UUID(event.table)]._replace(result=decoded)
    return found


@lru_cache(maxsize=1)  # for the checks of one case
def seen_tables(case: Case) -> tuple[SeenTable, ...]:
    """The findings on all tables that were given with a tournament.

    Raises:
        NotYet: the record of the tournament is not sound.
    """
    if case.sights is not None:
        return case.sights
    deals = [each for each in case.others if each.bundle.kind == DEAL]
    tables = (each for each in case.others if each.bundle.kind == TABLE)
    return tuple(each for table in tables if (each := see(case, table, deals)) is not None)


def see(case: Case, table: Case, deals: Sequence[Case]) -> SeenTable | None:
    """Compare a table's record with its tournament; None: the table is of no round of it.

    Args:
        case: The tournament.
        table: The table.
        deals: Deals that were given, of this table or of others.

    Raises:
        NotYet: the record of the tournament is not sound.
    """
    state, stream = sound_course(case), table.bundle.stream
    place = drawn_tables(case).get(stream)
    try:
        if place is None:
            return _see_dropped(case, state, table)
        _see_place(state, place, table)
        return SeenTable(stream, boards=tuple(_boards(state, table, deals)))
    except Failure as bad:
        return SeenTable(stream, failed=bad)
    except NotYet as open_:
        if place is None:
            return None
        values = {**place.named, "why": open_.sentence}
        return SeenTable(stream, open=Sentence("finding-table-open", values))


def _see_dropped(case: Case, state: Tournament, table: Case) -> SeenTable | None:
    """A table that says it was drawn for this tournament, which has it not."""
    drawn = next((each for each in table.events if isinstance(each, TableDrawn)), None)
    if drawn is None or drawn.tournament != str(case.bundle.stream):
        return None
    stream = table.bundle.stream
    values: dict[str, Json] = {"table": str(stream), "round": drawn.round, "number": drawn.number}
    here = state.table(drawn.round, drawn.number)
    is_not_drawn = here is None and state.closed is None and drawn.round >= len(state.rounds)
    if is_not_drawn or (here is not None and here.table is None):
        return SeenTable(stream, open=Sentence("finding-ends-before-table", values))
    place = (drawn.round, drawn.number)
    there = (each.opened for each in drawn_tables(case).values() if each[:2] == place)
    at = next(there, case.decoded[-1])
    raise failure(at, Sentence("finding-table-dropped", values), "table")


def _see_place(state: Tournament, place: DrawnTable, table: Case) -> None:
    """Compare a table with its place in the draw, and its result.

    Raises:
        Failure: They contradict each other.
        NotYet: The table's own record cannot be read, or is not sound.
    """
    players = state.rounds[place.round - 1].tables[place.number - 1].players
    _see_terms(state, place, players, table)
    _see_seats(state, place, players, table)
    if place.result is not None:
        _see_result(place.result, table)


def _see_terms(state: Tournament, place: DrawnTable, players: tuple[int, ...], table: Case) -> None:
    opened, named = state.opened, state.opened.tournament
    shown = state.rounds[place.round - 1].shown
    seeds = lots.digest(named, place.round, shown) if opened.boards else None
    drawn = TableDrawn(named, place.round, place.number, opened.boards, seeds)
    if [each for each in table.events if isinstance(each, TableDrawn)] != [drawn]:
        raise failure(place.opened, Sentence("finding-other-draw"), "table.drawn")
    seats = len(players)
    wanted: dict[str, Any] = {
        "owner": opened.owner,
        "game": opened.game,
        "rules": opened.rules,
        "options": options_of(opened, seats),
        "seats": seats,
        "visibility": opened.visibility,
        "test": opened.test,
        **opened.table_terms,
    }
    for name, value in wanted.items():
        if value is None and not _may_be_null(name):
            continue  # the tournament has left it to the table
        if canonical(getattr(table.opened, name, ())) != canonical(value):
            raise failure(place.opened, Sentence("finding-other-table-terms"), f"table.{name}")


def _may_be_null(name: str) -> bool:
    return name not in TableOpened.KINDS or fits(kind_of(TableOpened.KINDS[name]))(None)


def _see_seats(state: Tournament, place: DrawnTable, players: tuple[int, ...], table: Case) -> None:
    """The players of the draw sat down when the table was opened, each on the own seat."""
    first = table.decoded[0]
    taken = {
        each.event.seat: each.event
        for each in table.decoded
        if isinstance(each.event, SeatTaken) and each.command == first.command
    }
    for seat, number in enumerate(players):
        known, player = taken.get(seat), state.player(number)
        bot, holder = state.opened.fill, None
        if player is not None:
            bot, holder = player.bot, player.holder
        is_theirs = known is not None and (known.bot, known.holder) == (bot, holder)
        is_named = player is not None and bot is None and not player.erased
        if is_theirs and is_named and known is not None and player is not None:
            is_theirs = known.name in (None, player.name)
        if not is_theirs:
            values: dict[str, Json] = {"seat": seat, "player": number}
            raise failure(place.opened, Sentence("finding-other-player", values), "table.seats")


def _see_result(recorded: Decoded, table: Case) -> None:
    """The result is the one of the table's record up to the event that the tournament names."""
    event: Any = recorded.event
    if event.version > len(table.heads):
        raise NotYet(Sentence("finding-table-shorter", {"events": len(table.heads)}))
    if event.version < 1 or table.heads[event.version - 1].hex() != event.head:
        raise failure(recorded, Sentence("finding-other-table-record"), "head")
    known = _table_at(table, event.version)
    if not known.is_finished:
        raise failure(recorded, Sentence("finding-table-not-over"), "version")
    for name, value in result_of(known)._asdict().items():
        if getattr(event, name) != value:
            raise failure(recorded, Sentence("finding-other-table-result"), name)


def _table_at(case: Case, version: int) -> Table:
    """A table at a version.

    Raises:
        NotYet: its record is not sound up to there.
    """
    with suppress(Failure):  # of options that the game has not
        table = opened_by(case.decoded)
        for step in steps(case.decoded[:version]):
            if step.after is None:
                raise NotYet(NOT_SOUND)
            table = step.after.table
        return table
    raise NotYet(NOT_SOUND)


def _boards(state: Tournament, table: Case, deals: Sequence[Case]) -> Iterator[PlayedBoard]:
    """The boards that a table has played to their end."""
    last = table.last_step
    if not state.opened.boards or last is None or last.after is None:
        return
    played = last.after.table
    given = {str(each.bundle.stream): each for each in deals}
    for decoded in table.decoded:
        event = decoded.event
        if isinstance(event, DealRecorded):
            (points,) = results_of([played], event.number)
            board = PlayedBoard(event.number, points, decoded.at)
            yield _with_deck(board, given.get(event.deal))


def _with_deck(board: PlayedBoard, deal: Case | None) -> PlayedBoard:
    """A board with what its deal says of the cards."""
    if deal is None:
        return board
    with suppress(NotYet):
        shuffled = next((each for each in deal.events if isinstance(each, Shuffled)), None)
        shown = next((each.seed for each in deal.events if isinstance(each, Revealed)), None)
        if shuffled is not None:
            root, commitment = shuffled.root, deal.opened.commitment
            return board._replace(commitment=commitment, root=root, seed=shown)
    return board
