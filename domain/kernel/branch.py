"""Branches: replay a finished deal up to one of its events, then continue differently.

The true cards are kept, or the cards that a seat had not seen by then are dealt anew
(`bots.worlds`). No seed produces such a deck; the first event of the deal therefore has none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, cast

from domain.kernel.deal import NO_DIGEST, Opened, Shuffled, Terms, by_hand, shuffle_at
from domain.kernel.event import Event, Seat, redact
from domain.kernel.game import Game, start
from domain.kernel.moves import IllegalMove, decide


class Begun(NamedTuple):
    """A deal as far as it has been played: its events, and its state after the last."""

    events: tuple[Event, ...]
    state: Any


def begun_as(source: Opened, terms: Terms) -> Opened:
    """The first event of a branch: what its source was played on, at another table."""
    played_on = {name: getattr(source, name) for name in _OF_THE_SOURCE}
    return by_hand(terms._replace(**played_on))


_OF_THE_SOURCE: Final = ("game", "rules", "options", "seats", "dealer", "leader")


def played_again(game: Game[Any], events: Sequence[Event], *, at: int, opened: Opened) -> Begun:
    """A deal with the same cards and moves, up to an event and its consequences.

    Args:
        game: The rules.
        events: The full record of the deal.
        at: The position of the event, from 1.
        opened: The first event of the new deal.
    """
    made = list(played(game, opened, unsealed(events), moves_of(events[:at])))
    return _joined(made)


def as_shown(made: Iterator[Begun], shown: Sequence[Event], seat: Seat) -> Begun | None:
    """The deal, if it can be played so and the seat is shown this; no further than it fits."""
    pieces: list[Begun] = []
    compared = -2  # the first event and the shuffle show no cards to any seat
    try:
        for piece in made:
            pieces.append(piece)
            for event in piece.events:
                if 0 <= compared < len(shown) and redact(event, seat) != shown[compared]:
                    return None
                compared += 1
    except IllegalMove:
        return None
    return _joined(pieces)


def moves_of(events: Sequence[Event]) -> list[Event]:
    """The moves among some events."""
    return [event for event in events if event.MOVE is not None]


def unsealed(events: Sequence[Event]) -> Shuffled:
    """The shuffle of a deal, as one that follows from no seed."""
    given = cast("Shuffled", events[shuffle_at(events) - 1])
    return replace(given, transcript=NO_DIGEST, root=NO_DIGEST)


def played(
    game: Game[Any], opened: Opened, shuffled: Shuffled, moves: Sequence[Event]
) -> Iterator[Begun]:
    """The beginning of a deal, followed by each of the moves with its consequences.

    Raises:
        IllegalMove: One of the moves is illegal.
    """
    begun = Begun(*start(game, opened, shuffled))
    yield begun
    for move in moves:
        begun = Begun(*decide(game, begun.state, move, seen=begun.state))
        yield begun


def _joined(pieces: Sequence[Begun]) -> Begun:
    return Begun(tuple(event for piece in pieces for event in piece.events), pieces[-1].state)
