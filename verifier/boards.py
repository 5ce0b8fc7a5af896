"""Check the boards of a tournament: the same cards and the true results at every table."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from uuid import UUID

from domain.kernel.clock import SECOND
from domain.kernel.event import Json
from domain.kernel.sentence import Sentence
from domain.tournaments.events import BoardRevealed
from domain.tournaments.tournament import Tournament
from verifier.case import Case, SeenTable
from verifier.course import sound_course
from verifier.drawn import seen_tables
from verifier.following import failure
from verifier.record import Decoded
from verifier.verdicts import ByHand, Nothing, NotYet

SLACK: Final = 5 * SECOND
"""By how much the clocks of the processes that record may differ, in µs."""


class _Compared(NamedTuple):
    """How many results and decks were compared, and how many could not be."""

    results: int = 0
    decks: int = 0
    missing: int = 0


def boards(case: Case) -> Sentence:
    """The tables of a round had the same board, with the results that its reveal records.

    Its seed opens the operator's commitment, and its results make the standings, as `draws` and
    `standings` say.
    """
    state = sound_course(case)
    if not state.opened.boards:
        raise Nothing(Sentence("finding-no-boards"))
    seen = {each.table: each for each in seen_tables(case)}
    revealed = [each for each in case.decoded if isinstance(each.event, BoardRevealed)]
    found = [_see_board(state, each, seen) for each in revealed]
    values: dict[str, Json] = {
        "boards": len(revealed),
        "results": sum(each.results for each in found),
        "decks": sum(each.decks for each in found),
    }
    said = Sentence("finding-boards", values)
    if state.opened.test:
        raise ByHand(Sentence("finding-test-tournament", {"said": said}))
    if missing := sum(each.missing for each in found):
        left = Sentence("finding-boards-missing", {"missing": missing})
        raise NotYet(Sentence("finding-left-open", {"said": said, "open": left}))
    return said


def _see_board(state: Tournament, decoded: Decoded, seen: Mapping[UUID, SeenTable]) -> _Compared:
    """Compare a board that counts at all tables of its round."""
    event: Any = decoded.event
    if not event.results:
        return _Compared()
    results, decks, missing, root = 0, 0, 0, None
    tables = state.rounds[event.round - 1].tables
    for number, (table, own) in enumerate(zip(tables, event.results, strict=True), start=1):
        known = None if table.table is None else seen.get(UUID(table.table))
        if known is None or not known.is_sound:
            missing += 1
            continue
        board = next((each for each in known.boards if each.number == event.number), None)
        values: dict[str, Json] = {"number": number}
        if own != (() if board is None else board.points):
            raise failure(decoded, Sentence("finding-board-result", values), "results")
        results += 1
        if board is None:
            continue
        if board.at > decoded.at + SLACK:
            raise failure(decoded, Sentence("finding-board-early", values), "at")
        if board.root is None:
            missing += 1
            continue
        committed = state.board_commitment(event.round, event.number)
        if (board.commitment, board.seed or event.seed) != (committed, event.seed):
            raise failure(decoded, Sentence("finding-board-seed", values), "deal.seed")
        if board.root != (root or board.root):
            raise failure(decoded, Sentence("finding-board-deck", values), "deal.root")
        root, decks = board.root, decks + 1
    return _Compared(results, decks, missing)
