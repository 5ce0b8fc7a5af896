"""Deals that look to a seat like a given one, for tests: its unseen cards are exchanged."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from hashlib import sha256
from typing import Any

from domain.fairness import shuffle as fairness
from domain.fairness.framing import u32
from domain.kernel.branch import Begun, as_shown, moves_of, played, unsealed
from domain.kernel.cards import Card
from domain.kernel.deal import ASIDE, Opened, shuffle_at
from domain.kernel.event import Event, Json, Seat, redact, to_json
from domain.kernel.game import Game


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
    """The same deal up to an event, with the cards that the seat had not seen by then dealt anew.

    It needs the full record, and a card that another player has shown keeps its place in the deck.
    `bots.worlds` needs only what a seat was shown.

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
        moves = [_renamed(move, names) for move in moves_of(events[:at])]
        made = played(game, opened, _renamed(unsealed(events), names), moves)
        if (begun := as_shown(made, shown, seat)) is not None:
            return begun
    return None


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
