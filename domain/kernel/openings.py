"""Card proofs that a seat may get while a deal is on.

A card's position in the pack can reveal when it comes, and to which seat. A seat therefore gets the
position of a card only if the table dealt it to that seat, unseen by all others until then. The
cards shown to all (such as a card from the stock) and cards that others have held are proved by the
whole pack, at the end.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

from domain.fairness import shuffle as fairness
from domain.kernel.cards import Card, Cards
from domain.kernel.deal import ASIDE, Opened, Shuffled, is_by_hand
from domain.kernel.event import EACH, FULL, NOBODY, Audience, Event, Seat


def openings(events: Sequence[Event], viewer: Seat | str) -> tuple[fairness.CardProof, ...]:
    """The proofs of the cards that an observer may have proved, against the root of the shuffle.

    Args:
        events: The full events of the deal, the server's seed among them.
        viewer: A seat; FULL, once the deal is over: every card; any other viewer: no card.
            Nothing is proved of a deck made by hand.
    """
    opened = cast("Opened", events[0])
    shuffled = next((each for each in events if isinstance(each, Shuffled)), None)
    if shuffled is None or not (viewer == FULL or isinstance(viewer, int)):
        return ()
    if is_by_hand(opened):
        return ()
    seed = opened.seed
    assert seed is not None, "only the full record proves cards"
    key = fairness.key(bytes.fromhex(seed), bytes.fromhex(shuffled.transcript))
    deck = shuffled.deck
    proved = deck if isinstance(viewer, str) else received(events[1:], viewer)
    return tuple(fairness.card_proof(deck, key, place) for place in sorted(map(deck.index, proved)))


def received(events: Iterable[Event], seat: Seat) -> Cards:
    """The cards that the table dealt to a seat, unseen by all others when they came.

    A card that others saw before may come from the table or from another hand. Its position in the
    pack would reveal where it had been.
    """
    own: dict[Card, None] = {}
    seen_by_others: set[Card] = set()
    for event in events:
        shown = () if type(event) in ASIDE else tuple(_shown(event))
        seen_by_others.update(card for viewer, card in shown if viewer != seat)
        if event.MOVE is None:
            came = (card for viewer, card in shown if viewer == seat)
            own.update(dict.fromkeys(card for card in came if card not in seen_by_others))
    return tuple(own)


def _shown(event: Event) -> Iterator[tuple[Seat | Audience, Card]]:
    """Every card that an event shows, with the seat that it is shown to, or EVERYONE."""
    for name, audience in event.AUDIENCES.items():
        if audience is EACH:
            hands = enumerate(getattr(event, name))
            yield from ((seat, card) for seat, hand in hands for card in hand)
        elif audience is not NOBODY:
            viewer = getattr(event, audience) if isinstance(audience, str) else audience
            yield from ((viewer, card) for card in _cards(getattr(event, name), event.KINDS[name]))


def _cards(value: Any, kind: Any) -> Cards:
    """The cards in a field; none in a field of another type."""
    if kind == Cards:
        return cast("Cards", value)
    return (value,) if kind in (Card, Card | None) and value is not None else ()
