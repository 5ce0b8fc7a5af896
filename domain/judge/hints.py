"""Hints: to whom and when one is given, and that it is a move (H1-H4)."""

from domain.kernel.chance import parse_words
from domain.kernel.event import Clause, Seat
from domain.kernel.finding import Finding
from domain.kernel.hints import HintGiven
from domain.kernel.moves import breaches
from domain.kernel.progress import Progress
from domain.kernel.sentence import Sentence


def judge_hint(before: Progress, hint: HintGiven) -> Finding | None:
    """Why a hint cannot come next in a deal; None: it can."""
    due = before.game.consequence(before.state) if before.shuffled is not None else None
    if due is not None:
        return Finding(0, (), Sentence("finding-follows-by-itself", {"event": due.TYPE}))
    if (clause := refusing_clause(before, hint.seat)) is not None:
        return Finding(0, (clause,), Sentence("finding-cannot-have-happened", {"event": hint.TYPE}))
    if not _is_legal(before, hint):
        return Finding(0, ("H5",), Sentence("finding-hint-illegal"), "move")
    return None


def refusing_clause(before: Progress, seat: Seat) -> Clause | None:
    """The clause by which a seat can be given no hint now; None: it can."""
    if not before.opened.hints:
        return "H1"
    if not before.is_played_by_person(seat) or seat in before.resigned:
        return "H2"
    is_on = before.shuffled is not None and not before.is_played
    if not is_on or before.to_act != seat:
        return "H3"
    return None if before.hint is None else "H4"


def _is_legal(before: Progress, hint: HintGiven) -> bool:
    move = parse_words(before.game, hint.seat, hint.move or "")
    return move is not None and not breaches(before.game, before.state, move)
