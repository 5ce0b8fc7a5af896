"""How a deal begins: its opening, the seeds of its seats, and its shuffle or a void (F1-F4)."""

from typing import Any, Final

from domain.fairness.boards import NUMBERS
from domain.kernel.deal import (
    Opened,
    SeedRevealed,
    Shuffled,
    Voided,
    follows,
    is_by_hand,
    opens,
    opens_own,
)
from domain.kernel.event import Digest, Event
from domain.kernel.finding import Finding
from domain.kernel.game import Game
from domain.kernel.options import BadOption
from domain.kernel.progress import Progress
from domain.kernel.sentence import Sentence


def judge_opening(game: Game[Any], opened: Opened) -> Finding | None:
    """Why a deal cannot begin with this event; None: it can."""
    if (found := check_table(game, opened) or check_board(opened)) is not None:
        return found
    if opened.seed is not None and not opens(opened, Digest(opened.seed)):
        return Finding(1, (), Sentence("finding-seed-commitment"), "seed")
    if len(opened.commitments) not in (0, opened.seats):
        detail = Sentence("finding-commitment-for-each")
        return Finding(1, ("F1",), detail, "commitments")
    return None


def check_board(opened: Opened) -> Finding | None:
    """The finding if a deal cannot be a board of a tournament as its opening says (C22-C24)."""
    named, board = (opened.tournament, opened.round, opened.seeds), opened.board
    if board is None:
        is_none = named == (None, None, None)
        return None if is_none else Finding(1, ("C22",), Sentence("finding-board"), "round")
    if board.round not in NUMBERS or board.number not in NUMBERS:
        return Finding(1, ("C22",), Sentence("finding-board"), "round")
    if opened.commitments or opened.hints or is_by_hand(opened):
        return Finding(1, ("C24",), Sentence("finding-board-alone"), "commitments")
    for name, value in (("dealer", board.dealer(opened.seats)), ("leader", None)):
        if getattr(opened, name) != value:
            return Finding(1, ("C24",), Sentence("finding-board-dealer"), name)
    return None


def check_table(game: Game[Any], opened: Opened) -> Finding | None:
    """The finding if the game cannot be played on the terms of the opening; None: it can."""
    if opened.seats not in game.seats:
        return Finding(1, (), Sentence("finding-no-table-of", {"seats": opened.seats}), "seats")
    for name in ("dealer", "leader"):
        if getattr(opened, name) not in (None, *range(opened.seats)):
            return Finding(1, (), Sentence("finding-no-seat-of-table", {"field": name}), name)
    if len(opened.bots) != opened.seats:
        return Finding(1, (), Sentence("finding-bots-each-seat"), "bots")
    if (own := bots_own(opened)) is not None:
        return Finding(1, (BOTS_HAVE_NONE[own],), Sentence("finding-bot-brings-none"), own)
    try:
        game.initial(opened)
    except BadOption as bad:
        return Finding(1, (), bad.detail, "options")
    return None


BOTS_HAVE_NONE: Final = {"commitments": "F1", "keys": "F7"}


def bots_own(opened: Opened) -> str | None:
    """The field in which a bot has a commitment to a seed (F1) or a key (F7); None: none has."""
    return next(
        (
            name
            for name in BOTS_HAVE_NONE
            if any(
                bot and own for bot, own in zip(opened.bots, getattr(opened, name), strict=False)
            )
        ),
        None,
    )


def judge_beginning(  # noqa: PLR0911 - by event
    before: Progress, event: Event
) -> Finding | None:
    """Why an event cannot come before the cards are dealt; None: it can."""
    opened, owing = before.opened, before.owing
    match event:
        case SeedRevealed():
            return _judge_seed(before, event)
        case Voided() if owing:
            if event.seats == owing:
                return None
            return Finding(0, ("F4",), Sentence("finding-voided-by-others"))
        case _ if owing:
            return Finding(0, ("F3",), Sentence("finding-seeds-owed"))
        case Shuffled():
            lots = before.game.lots(opened.seats)
            if follows(opened, event, pack=before.game.pack, lots=lots, shown=before.shown):
                return None
            return Finding(0, (), Sentence("finding-shuffle-unfounded"))
        case _:
            return Finding(0, (), Sentence("finding-should-follow", {"event": Shuffled.TYPE}))


def _judge_seed(before: Progress, shown: SeedRevealed) -> Finding | None:
    if any(shown.seat == each.seat for each in before.shown):
        return Finding(0, ("F3",), Sentence("finding-seed-shown-once"))
    if not opens_own(before.opened, shown):
        return Finding(0, ("F3",), Sentence("finding-seat-seed"))
    return None
