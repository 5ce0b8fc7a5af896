"""Deals: opened, played and read."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, Literal, NamedTuple, TypeAlias, cast
from uuid import UUID

from domain.deal import Opened, Revealed, SeedRevealed, Terms, commit, shuffled
from domain.event import FULL, Event, Json, Seat
from domain.fairness import SEED_BYTES
from domain.game import (
    DEAL_OVER,
    NOT_A_MOVE,
    NOT_IN_THIS_PHASE,
    NOT_YOUR_TURN,
    Game,
    IllegalMove,
    decide,
    start,
)
from domain.games import GAMES, rules_of
from domain.moves import NotAMove, parse_move
from events.record import Recorded
from events.store import Appended, StaleVersion
from service.commands import Asked, append, first_result
from service.house import House
from service.journal import Deal
from service.problems import Code, Problem, not_found

DEAL: Final = "deal"

Status: TypeAlias = Literal["seeds", "persons", "bots", "over", "recorded"]
"""Whom the deal waits for: seats that owe their seeds; persons; bots, who are to be asked; its
series (``over``); nobody."""


class Played(NamedTuple):
    """What a move brought about.

    Attributes:
        deal: The full deal after it.
        records: The records of the move and of all that followed from it.
        replayed: Whether this is the first result given again.
    """

    deal: Deal
    records: tuple[Recorded, ...]
    replayed: bool


def status_of(game: Game[Any], state: Any, bots: Sequence[str | None]) -> Status:
    """Whom a deal waits for, from what everybody knows.

    Wherever bots sit, they are asked after every event, in turn or not: to ask them only when they
    could move out of turn would show in the time of an answer what they hold.
    """
    if game.outcome(state) is not None:
        return "over"
    return "bots" if any(bots) else "persons"


# --- Opening ------------------------------------------------------------------------------------


def open_deal(house: House, terms: Terms, asked: Asked) -> None:
    """Open a deal on these terms, and deal it unless seats add seeds; if it is open, nothing.

    The server's seed is drawn here, committed to in the first event, and shown in the last.
    """
    opened = commit(terms, seed=secrets.token_bytes(SEED_BYTES))
    events: tuple[Event, ...] = (opened,)
    status: Status = "seeds"
    if not opened.adding:
        events, status = deal_out(opened, ())
    with suppress(StaleVersion):  # somebody opened it: their seed counts
        _append(house, opened, 0, events, status=status, asked=asked)


def begin(house: House, events: Sequence[Event], state: Any, *, asked: Asked) -> None:
    """Append the first events of a deal, which brought it to this state, if it is not open yet."""
    opened = cast("Opened", events[0])
    status = status_of(rules_of(opened.game, opened.rules), state, opened.bots)
    with suppress(StaleVersion):
        _append(house, opened, 0, events, status=status, asked=asked)


def deal_out(opened: Opened, shown: Sequence[SeedRevealed]) -> tuple[tuple[Event, ...], Status]:
    """The first events of a deal once all seeds are there, up to the first choice of a player."""
    assert opened.seed is not None, "only the full record can be dealt on"
    game, seed = rules_of(opened.game, opened.rules), bytes.fromhex(opened.seed)
    lots = game.lots(opened.seats)
    order = shuffled(opened, pack=game.pack, lots=lots, seed=seed, shown=shown)
    events, state = start(game, opened, order, shown=shown)
    return events, status_of(game, state, opened.bots)


# --- Playing ------------------------------------------------------------------------------------


def play_move(
    house: House,
    deal: UUID,
    seat: Seat,
    move: Json,
    *,
    asked: Asked,
    expected: int | None = None,
) -> Played:
    """Make a move and append it with all that follows from it.

    Args:
        house: The service.
        deal: The deal.
        seat: Who moves.
        move: The move in the words of the API.
        asked: The command; the same again gives the first result.
        expected: The version that the player has seen. None: the move applies to the deal as it is.

    Raises:
        Problem: ``not-found``, ``invalid`` (T5), ``stale-version``, ``illegal-move`` and its kin,
            ``idempotency-key-reused``. Nothing has changed.
    """
    while True:
        before = find_deal(house, deal)
        if (first := first_played(house, before, asked)) is not None:
            return first
        if expected is not None and expected != before.version:
            raise _stale(before.version)
        try:
            return play_on(house, before, seat, move, asked=asked)
        except StaleVersion as stale:
            if expected is not None:
                raise _stale(stale.current) from None
            # somebody else was quicker: judge the move on what is there now


def play_on(house: House, before: Deal, seat: Seat, move: Json, *, asked: Asked) -> Played:
    """Make a move on the full deal as it was read, if that is how it still stands.

    Raises:
        StaleVersion: The deal has gone on.
        Problem: As with `play_move`.
    """
    events, state = _judged(before, seat, move)
    opened = before.opened
    if before.game.outcome(state) is not None and opened.seed is not None:
        events = (*events, Revealed(opened.seed))
    status = status_of(before.game, state, opened.bots)
    return go_on(house, before, events, status=status, asked=asked)


def go_on(
    house: House, before: Deal, events: Sequence[Event], *, status: Status, asked: Asked
) -> Played:
    """Append to a deal as it was read.

    Raises:
        StaleVersion: It has gone on.
    """
    done = _append(house, before.opened, before.version, events, status=status, asked=asked)
    if done.replayed:
        return _result(find_deal(house, before.id), done)
    return _result(house.journal.grown(before, done.events), done)


def first_played(house: House, deal: Deal, asked: Asked) -> Played | None:
    """What the command brought about, if it stands in the record.

    Raises:
        Problem: ``idempotency-key-reused``.
    """
    known = next((r for r in deal.records if r.command_id == asked.command), None)
    if known is None:
        return None
    return _result(deal, first_result(house, deal.id, kind=DEAL, asked=asked))


def _result(deal: Deal, done: Appended) -> Played:
    return Played(deal, deal.records[done.version_first - 1 : done.version_last], done.replayed)


def _judged(deal: Deal, seat: Seat, move: Json) -> tuple[tuple[Event, ...], Any]:
    game = deal.game
    _require_cards(deal)
    try:
        proposed = parse_move(game, seat, move)
        events, state = decide(game, deal.state, proposed, seen=deal.view(seat))
    except NotAMove as bad:
        code = Code.ILLEGAL_MOVE if _is_a_move_elsewhere(seat, move) else Code.INVALID
        pointer = f"/move{bad.pointer}"
        raise Problem(code, bad.detail, pointer=pointer, clauses=(NOT_A_MOVE,)) from None
    except IllegalMove as illegal:
        raise _refused(illegal) from None
    return events, state


def _require_cards(deal: Deal) -> None:
    """A deal that has not been dealt has no moves, whatever they say."""
    begun = deal.begun
    if begun.voided is not None:
        raise Problem(Code.DEAL_OVER, "The deal was voided.", clauses=(DEAL_OVER,))
    if not begun.dealt:
        detail = "The cards are dealt when all seats have shown their seeds."
        raise Problem(Code.ILLEGAL_MOVE, detail, clauses=(NOT_IN_THIS_PHASE,))


def _is_a_move_elsewhere(seat: Seat, move: Json) -> bool:
    """Whether another game has such a move: then the words are right, and this deal decides."""
    for game in GAMES.values():
        with suppress(NotAMove):
            parse_move(game, seat, move)
            return True
    return False


def _refused(illegal: IllegalMove) -> Problem:
    clauses = illegal.clauses
    if DEAL_OVER in clauses:
        return Problem(Code.DEAL_OVER, "The deal is over.", clauses=clauses)
    if clauses == (NOT_YOUR_TURN,):
        return Problem(Code.NOT_YOUR_TURN, "It is not your turn.", clauses=clauses)
    detail = f"The rules refuse this {illegal.move.MOVE}; see clauses."
    return Problem(Code.ILLEGAL_MOVE, detail, clauses=clauses)


def _stale(version: int) -> Problem:
    detail = f"The deal is at version {version}; read what you have missed and decide again."
    return Problem(Code.STALE_VERSION, detail, more={"version": version})


def _append(
    house: House,
    opened: Opened,
    expected: int,
    events: Sequence[Event],
    *,
    status: Status,
    asked: Asked,
) -> Appended:
    return append(
        house,
        UUID(opened.deal),
        kind=DEAL,
        expected=expected,
        events=events,
        asked=asked,
        status=status,
        summary={"table": opened.table, "number": opened.number},
    )


def announce(house: House, deal: Deal) -> None:
    """Tell the workers what there is to do now. What is not told, the sweep finds."""
    if deal.over:
        house.tasks.record_deal(deal.id)
    elif deal.begun.dealt and any(deal.opened.bots):
        house.tasks.play_bots(deal.id, version=deal.version)


def bots_wait(house: House, deal: Deal) -> None:
    """Note that the bots have been asked, and that it is for a person to move."""
    house.store.mark(deal.id, version=deal.version, status="persons")


# --- Reading ------------------------------------------------------------------------------------


def find_deal(house: House, deal: UUID) -> Deal:
    """The full deal.

    Raises:
        Problem: ``not-found``.
    """
    found = house.journal.deal(deal, observer=FULL)
    if found is None:
        raise not_found("deal")
    return found
