"""No seat learns forbidden facts: from a view, an event, a refusal, or consequences."""

from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any, Final, cast

from domain.kernel.cards import UNKNOWN, Card
from domain.kernel.deal import Shuffled
from domain.kernel.event import EACH, EVERYONE, FULL, PUBLIC, Audience, Event, Viewer, redact
from domain.kernel.game import view
from domain.kernel.moves import IllegalMove, breaches, legal_moves
from domain.kernel.openings import received
from domain.kernel.progress import begin, evolve, explain_move
from domain.kernel.sentence import Sentence
from tests.laws.law import Happened, Laws, Walk, others, text_of
from tests.laws.play import CARDS, Run, named, proposal, seat_of

KNOWLEDGE: Final = Laws()
DEALT_ANEW: Final = Laws()
"""The laws that need a deal whose hands follow from no other hand, as they do by the options."""
FURTHEST: Final = 60
"""A deal is dealt anew only if it has fewer events than this."""
LATER: Final = 1 / 15
"""How often it is, after its beginning."""
SAMPLED: Final = 10
"""The proofs of cards are compared after so many events of a deal."""
TRIES: Final = 20
"""How often it is dealt anew until it can be played as it was."""


# --- Views --------------------------------------------------------------------------------------


@KNOWLEDGE.of_deals
def a_view_is_a_fold_of_redacted_events(walk: Walk) -> None:
    for viewer, seen in walk.run.views.items():
        assert seen == view(walk.run.game, walk.run.events, viewer), viewer


@KNOWLEDGE.of_positions
def the_full_view_is_the_state(walk: Walk) -> None:
    assert walk.run.views[FULL] == walk.run.state
    assert {viewer: deal.state for viewer, deal in walk.progress.items()} == walk.run.views


@KNOWLEDGE.of_positions
def a_view_agrees_with_the_full_state(walk: Walk) -> None:
    for seen in walk.run.views.values():
        _agree(seen, walk.run.state)


def _agree(seen: Any, full: Any) -> None:
    """Known values are equal, the numbers of hidden cards are equal, other hidden values are
    absent.
    """
    if seen is None or seen == full:
        return
    assert type(seen) is type(full)
    if isinstance(seen, tuple) and hasattr(seen, "_fields"):
        for name in seen._fields:
            _agree(getattr(seen, name), getattr(full, name))
        return
    assert isinstance(seen, tuple), f"{seen} instead of {full}"
    assert len(seen) == len(full)
    if UNKNOWN in seen:
        known = [card for card in seen if card != UNKNOWN]
        assert len(set(known)) == len(known)
        assert set(known) <= set(full)
        return
    for mine, theirs in zip(seen, full, strict=True):
        _agree(mine, theirs)


@KNOWLEDGE.of_positions
def a_seat_knows_its_own_hand(walk: Walk) -> None:
    run = walk.run
    assert all(run.views[seat].hands[seat] == run.state.hands[seat] for seat in run.seats)


@KNOWLEDGE.of_positions
def the_text_of_a_view_names_only_what_was_shown(walk: Walk) -> None:
    for viewer, seen in walk.run.views.items():
        text = text_of(seen)
        assert not [card for card in CARDS - walk.known[viewer] if card in text], viewer
        assert UNKNOWN not in text, "an unknown card has no code in JSON"


# --- Events -------------------------------------------------------------------------------------


@KNOWLEDGE.of_events
def a_redacted_event_names_only_what_its_viewer_may_know(happened: Happened) -> None:
    for viewer, shown in happened.shown.items():
        assert viewer == FULL or shown == _may_know(happened.event, viewer), viewer


def _may_know(event: Event, viewer: Viewer) -> frozenset[str]:
    """The cards of an event that a viewer may see, from its declaration."""
    cards: frozenset[str] = frozenset()
    for each in fields(cast("Any", event)):
        audience: Audience | str = each.metadata.get("audience", EVERYONE)
        value = getattr(event, each.name)
        if audience is EACH:
            cards |= named(value[viewer]) if isinstance(viewer, int) else frozenset()
        elif audience is EVERYONE or (
            not isinstance(audience, Audience) and getattr(event, audience) == viewer
        ):
            cards |= named(value)
    return cards


@KNOWLEDGE.of_events
def every_viewer_gets_every_event(happened: Happened) -> None:
    """A gap in the numbering would reveal that something was hidden."""
    assert {type(event) for event in happened.seen.values()} == {type(happened.event)}


@KNOWLEDGE.of_events
def what_one_seat_alone_is_shown_is_in_its_hand(happened: Happened) -> None:
    """Before the event or after it: a hidden card is shown to the seat that holds it."""
    for seat, before, after in _hands(happened):
        assert happened.shown[seat] - happened.shown[PUBLIC] <= before | after, seat


@KNOWLEDGE.of_events
def a_card_that_enters_a_hand_unseen_is_hidden_from_others(happened: Happened) -> None:
    """At least one of the cards: a game may show a card of a hand (Durak's lowest, D3)."""
    for seat, before, after in _hands(happened) if happened.event.MOVE is None else ():
        for viewer in others(seat, happened.walk.run):
            unseen = after - before - happened.known[viewer]
            assert not unseen or not unseen <= happened.shown[viewer], (seat, viewer)


def _hands(happened: Happened) -> Iterator[tuple[int, set[str], set[str]]]:
    """The hand of each seat before the event and after it; the shuffle deals none."""
    if not isinstance(happened.event, Shuffled):
        hands = happened.before.state.hands, happened.after[FULL].state.hands
        for seat, (before, after) in enumerate(zip(*hands, strict=True)):
            yield seat, {*before}, {*after}


@KNOWLEDGE.of_deals
def no_place_in_the_pack_is_proved_to_two_seats(walk: Walk) -> None:
    """A seat gets proofs of the cards that came to it while no other viewer had ever seen them."""
    run = walk.run
    alone: dict[int, frozenset[str]] = dict.fromkeys(run.seats, frozenset())
    count = len(walk.happened)
    looked_at = {*walk.chance.sample(range(count), min(SAMPLED, count)), count - 1}
    for at, happened in enumerate(walk.happened):
        for seat in run.seats:
            if happened.event.MOVE is None:
                disclosed = (happened.known[who] | happened.shown[who] for who in others(seat, run))
                alone[seat] |= happened.shown[seat].difference(*disclosed)
            if at in looked_at:
                assert set(received(run.events[: at + 2], seat)) == alone[seat], happened.event
        assert sum(map(len, alone.values())) == len(frozenset[str]().union(*alone.values()))


# --- Refusals, and cards dealt anew -------------------------------------------------------------


@KNOWLEDGE.of_positions
def a_refusal_names_no_card(walk: Walk) -> None:
    move = proposal(walk.run, walk.chance)
    clauses = breaches(walk.run.game, walk.run.views[seat_of(move)], move)
    text = f"{IllegalMove(move, clauses)} {clauses}"
    assert not [card for card in CARDS if card in text]


@DEALT_ANEW.of_positions
def what_a_seat_cannot_know_changes_nothing_for_it(walk: Walk) -> None:
    """Deal the cards that a seat has not seen again: its record and its refusals stay the same."""
    run, chance = walk.run, walk.chance
    later = len(run.events) < FURTHEST and chance.random() < LATER
    if run.over or not (walk.is_at_beginning or later):
        return
    for seat in run.seats:
        tries = (redealt(run, seat, chance) for _ in range(TRIES))
        if (other := next(filter(None, tries), None)) is not None:
            walk.compared["redealt"] += 1
            _compare(run, other, seat, chance)


@DEALT_ANEW.of_deals
def a_deal_can_be_dealt_anew(walk: Walk) -> None:
    """The law above has something to compare."""
    assert walk.compared["redealt"] >= len(walk.run.seats) // 2


def redealt(run: Run, seat: int, chance: Random) -> Run | None:
    """The same deal with the cards permuted that this seat has not seen.

    None if the cards that all saw could not have been played like this, or if the table would have
    shown all seats another card before the first move. Consequences of a shown card may reveal
    hands.
    """
    seen = frozenset[str]().union(*(named(redact(event, seat)) for event in run.events))
    hidden = [card for card in run.game.pack if card not in seen]
    swapped = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    shuffled = cast("Shuffled", run.events[1])
    other = Run(run.game, run.opened, renamed(shuffled, swapped))
    if _shown_to_all(other.events) != _shown_to_all(run.events[: len(other.events)]):
        return None
    for move in (event for event in run.events if event.MOVE is not None):
        try:
            other.make(renamed(move, swapped))
        except IllegalMove:
            return None
    return other


def _shown_to_all(events: list[Event]) -> frozenset[str]:
    return frozenset[str]().union(*(named(redact(event, PUBLIC)) for event in events))


def renamed(event: Any, names: dict[Card, Card]) -> Any:
    """The event with other cards."""
    return replace(
        event, **{each.name: _renamed(getattr(event, each.name), names) for each in fields(event)}
    )


def _renamed(value: Any, names: dict[Card, Card]) -> Any:
    if isinstance(value, tuple):
        return tuple(_renamed(item, names) for item in value)
    return names.get(value, value)


def _compare(run: Run, other: Run, seat: int, chance: Random) -> None:
    assert [redact(event, seat) for event in run.events] == [
        redact(event, seat) for event in other.events
    ]
    assert run.views[seat] == other.views[seat]
    assert _proved(run, seat) == _proved(other, seat)
    assert [*_explanations(run, seat)] == [*_explanations(other, seat)]
    assert legal_moves(run.game, run.state, seat) == legal_moves(run.game, other.state, seat)
    for _ in range(10):
        move = proposal(run, chance, seat=seat)
        assert breaches(run.game, run.state, move) == breaches(run.game, other.state, move)


def _explanations(run: Run, seat: int) -> Iterator[Sentence]:
    """Why each move was allowed, as a seat knows it."""
    deal = begin(run.game, redact(run.opened, seat))
    for event in run.events[1:]:
        seen = redact(event, seat)
        if event.MOVE is not None:
            yield explain_move(deal, seen)
        deal = evolve(deal, seen)


def _proved(run: Run, seat: int) -> dict[str, int]:
    """The cards that can be proved to a seat, and their positions in the pack."""
    deck = cast("Shuffled", run.events[1]).deck
    return {card: deck.index(card) for card in received(run.events, seat)}
