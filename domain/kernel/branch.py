"""Branches: replay a finished deal up to one of its events, then continue differently.

The true cards are kept, or the cards that a seat had not seen by then are dealt anew, so that the
seat would have been shown exactly the same. No seed produces such a deck; the first event of the
deal therefore has none.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from hashlib import sha256
from typing import Any, Final, NamedTuple, cast

from domain.fairness import shuffle as fairness
from domain.fairness.framing import u32
from domain.kernel.cards import Card
from domain.kernel.deal import ASIDE, NO_DIGEST, Opened, Shuffled, Terms, by_hand, shuffle_at
from domain.kernel.event import Event, Json, Seat, redact, to_json
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
    made = list(played(game, opened, _unsealed(events), _moves(events[:at])))
    return _joined(made)


def dealt_anew(
    game: Game[Any],
    events: Sequence[Event],
    *,
    at: int,
    seat: Seat,
    opened: Opened,
    key: bytes,
    tries: int,
) -> Begun | None:
    """The same branch, with the cards that the seat had not seen by that event dealt anew.

    Shuffles are tried until one fits. It fits if every move so far is legal, with the cards that
    the seat was not shown exchanged like all others, and every event shows the seat the same.

    Args:
        game: The rules.
        events: The full record of the deal.
        at: The position of the event, from 1.
        seat: The seat whose knowledge stays.
        opened: The first event of the new deal.
        key: 32 bytes from which the shuffles follow.
        tries: The maximum number of shuffles.

    Returns:
        None if none of them fits.
    """
    since = events[shuffle_at(events) : at]
    shown = [redact(event, seat) for event in since if type(event) not in ASIDE]
    seen = frozenset(_words(to_json(tuple(shown))))
    unseen = tuple(card for card in game.pack if card not in seen)
    for attempt in range(tries):
        order = fairness.shuffle(unseen, sha256(key + u32(attempt)).digest())
        names = dict(zip(unseen, order, strict=True))
        moves = [_renamed(move, names) for move in _moves(events[:at])]
        made = played(game, opened, _renamed(_unsealed(events), names), moves)
        if (begun := as_shown(made, shown, seat)) is not None:
            return begun
    return None


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


def _moves(events: Sequence[Event]) -> list[Event]:
    return [event for event in events if event.MOVE is not None]


def _unsealed(events: Sequence[Event]) -> Shuffled:
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


# --- Cards by other names -----------------------------------------------------------------------


def _renamed(event: Any, names: Mapping[Card, Card]) -> Any:
    """The event with other cards."""
    values = {each.name: _exchanged(getattr(event, each.name), names) for each in fields(event)}
    return replace(event, **values)


def _exchanged(value: Any, names: Mapping[Card, Card]) -> Any:
    if isinstance(value, tuple):
        return tuple(_exchanged(item, names) for item in value)
    return names.get(value, value)


def _words(value: Json) -> Iterator[str]:
    """Every text in JSON, codes of cards among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _words(each)
    elif isinstance(value, list):
        for each in value:
            yield from _words(each)
