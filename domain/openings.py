"""Which cards of the pack a seat may have proved to it while a deal is on, and their proofs.

Where a card lay in the pack can tell when it comes, and to whom. A seat is given the place of a
card only where it knows it anyway: of those that the table dealt to it, unseen by all others. What
is shown to all (a card out of the stock, perhaps) and what others have played is proved by the
whole pack, at the end.
"""

from collections.abc import Iterable, Iterator, Sequence

from domain import fairness
from domain.cards import Card, Cards
from domain.deal import ASIDE, beginning, is_by_hand
from domain.event import EACH, FULL, Event, Seat


def openings(events: Sequence[Event], observer: Seat | str) -> tuple[fairness.Opening, ...]:
    """The proofs of the cards that an observer may have proved, against the root of the shuffle.

    Args:
        events: The full events of the deal, the server's seed among them.
        observer: A seat; FULL, once the deal is over: every card; anybody else: none. Of a deck
            made by hand nothing is proved.
    """
    begun = beginning(events)
    shuffled, seed = begun.shuffled, begun.opened.seed
    if shuffled is None or not (observer == FULL or isinstance(observer, int)):
        return ()
    if is_by_hand(begun.opened):
        return ()
    assert seed is not None, "only the full record proves cards"
    key = fairness.key(bytes.fromhex(seed), bytes.fromhex(shuffled.transcript))
    deck = shuffled.deck
    proved = deck if isinstance(observer, str) else received(begun.rest, observer)
    return tuple(fairness.opening(deck, key, place) for place in sorted(map(deck.index, proved)))


def received(events: Iterable[Event], seat: Seat) -> Cards:
    """The cards that the table has dealt to a seat, and that nobody else saw come."""
    dealt = (event for event in events if event.MOVE is None and not isinstance(event, ASIDE))
    return tuple(card for event in dealt for card in _given(event, seat))


def _given(event: Event, seat: Seat) -> Iterator[Card]:
    for name, audience, kind in event.HIDDEN:
        if audience is EACH:
            yield from getattr(event, name)[seat]
        elif isinstance(audience, str) and getattr(event, audience) == seat:
            value = getattr(event, name)
            yield from (value,) if kind is Card else value
