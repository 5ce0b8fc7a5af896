"""No seat learns forbidden facts: from a view, an event, a refusal, or consequences.

Each law holds under every policy of the laws and of the bots, and for each kind of move under a
policy that avoids it. A leak may need a phase of the deal that most policies leave soon.
"""

import json
import random
from collections import deque
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import islice
from typing import Any, Final, cast

from domain.kernel.cards import UNKNOWN, Card
from domain.kernel.deal import Shuffled
from domain.kernel.event import (
    EACH,
    EVERYONE,
    FULL,
    PUBLIC,
    Audience,
    Event,
    Viewer,
    redact,
    to_json,
)
from domain.kernel.game import Game, IllegalMove, breaches, evolve, fold, legal_moves, view
from domain.kernel.openings import received
from tests.laws.play import (
    CARDS,
    DEALS,
    MOVES,
    Run,
    deals,
    every_game,
    named,
    proposal,
    sampled_positions,
    seat_of,
    steps,
)
from tests.laws.policies import every_policy, played_by, policies, positions

FURTHEST: Final = 60
"""Laws that stop a deal half-way stop it after fewer moves than this."""
TRIES: Final = 20
"""How often a deal is dealt anew until it can be played as it was."""


@every_policy
def test_a_view_is_a_fold_of_redacted_events(game: Game[Any], policy: str, count: int) -> None:
    for made, (run, _) in enumerate(positions(game, policy, count=count)):
        if len(run.events) <= MOVES or made % 10 == 0 or run.over:
            for viewer, seen in run.views.items():
                assert seen == view(game, run.events, viewer)


@every_policy
def test_the_full_view_is_the_state(game: Game[Any], policy: str, count: int) -> None:
    for run, _ in played_by(game, policy, count=count):
        assert run.views[FULL] == run.state


@every_policy
def test_a_view_agrees_with_the_full_state(game: Game[Any], policy: str, count: int) -> None:
    for run, _ in positions(game, policy, count=count):
        for seen in run.views.values():
            _agree(seen, run.state)


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


@every_policy
def test_a_seat_knows_its_own_hand(game: Game[Any], policy: str, count: int) -> None:
    for run, _ in positions(game, policy, count=count):
        assert all(run.views[seat].hands[seat] == run.state.hands[seat] for seat in run.seats)


@every_policy
def test_a_redacted_event_names_only_what_its_viewer_may_know(
    game: Game[Any], policy: str, count: int
) -> None:
    for run, _ in played_by(game, policy, count=count):
        for event in run.events:
            for viewer in (PUBLIC, *run.seats):
                assert named(redact(event, viewer)) == _may_know(event, viewer)


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


@every_policy
def test_what_one_seat_alone_is_shown_is_in_its_hand(
    game: Game[Any], policy: str, count: int
) -> None:
    """Before the event or after it: a hidden card is shown to the seat that holds it."""
    for run, _ in played_by(game, policy, count=count):
        for before, event, after in unfolded(run):
            public = named(redact(event, PUBLIC))
            for seat in run.seats:
                private = named(redact(event, seat)) - public
                assert private <= {*before.hands[seat], *after.hands[seat]}, event


@every_policy
def test_a_card_that_enters_a_hand_unseen_is_hidden_from_others(
    game: Game[Any], policy: str, count: int
) -> None:
    """At least one of the cards: a game may show a card of a hand (Durak's lowest, D3)."""
    for run, _ in played_by(game, policy, count=count):
        positions_with_news: dict[Viewer, frozenset[str]] = dict.fromkeys(
            (PUBLIC, *run.seats), frozenset()
        )
        for before, event, after in unfolded(run):
            for viewer, known in positions_with_news.items():
                shown = named(redact(event, viewer))
                for seat in run.seats if event.MOVE is None else ():
                    unseen = {*after.hands[seat]} - {*before.hands[seat]} - known
                    assert viewer == seat or not unseen or not unseen <= shown, event
                positions_with_news[viewer] = known | shown


def unfolded(run: Run) -> Iterator[tuple[Any, Event, Any]]:
    """Every event of a deal since its shuffle, with the full state before it and after it."""
    state = fold(run.game, run.events[:2])
    for event in run.events[2:]:
        after = evolve(run.game, state, event)
        yield state, event, after
        state = after


@every_policy
def test_a_view_names_only_what_was_shown(game: Game[Any], policy: str, count: int) -> None:
    shown: dict[Viewer, frozenset[str]] = {}
    for run, news in positions_with_news(game, policy, count=count):
        for viewer, seen in run.views.items():
            before = frozenset[str]() if news[0] is run.events[0] else shown[viewer]
            shown[viewer] = before.union(*(named(redact(event, viewer)) for event in news))
            assert named(seen) <= shown[viewer]


@every_policy
def test_the_text_of_a_view_holds_no_other_card(game: Game[Any], policy: str, count: int) -> None:
    """The same by a text search, as a curious recipient of the view could do."""
    record: dict[Viewer, str] = {}
    for run, news in positions_with_news(game, policy, count=count):
        for seat in run.seats:
            before = "" if news[0] is run.events[0] else record[seat]
            record[seat] = before + json.dumps([to_json(redact(event, seat)) for event in news])
            text = json.dumps(to_json(run.views[seat]))
            secret = {card for card in CARDS if card not in record[seat]}
            assert not [card for card in secret if card in text]


def positions_with_news(
    game: Game[Any], policy: str, *, count: int
) -> Iterator[tuple[Run, list[Event]]]:
    """Every position of some deals, with the events since the position before it."""
    last, known = None, 0
    for run, _ in positions(game, policy, count=count):
        known = known if run is last else 0
        yield run, run.events[known:]
        last, known = run, len(run.events)


@every_policy
def test_a_refusal_names_no_card_but_the_movers(game: Game[Any], policy: str, count: int) -> None:
    for run, chance in positions(game, policy, count=count):
        move = proposal(run, chance)
        clauses = breaches(game, run.views[seat_of(move)], move)
        text = f"{IllegalMove(move, clauses)} {clauses}"
        assert not [card for card in CARDS if card in text]


@every_game
def test_what_a_seat_can_not_know_changes_nothing_for_it(game: Game[Any]) -> None:
    """Deal the cards that a seat has not seen again: its record and its refusals stay the same."""
    tried = compared = 0
    longest = min(FURTHEST, _moves_of_a_deal(game))
    for run, chance in deals(game):
        stop = chance.randrange(1, longest)
        deque(islice(steps(run, chance), stop), maxlen=0)
        for seat in run.seats if not run.over else ():
            tried += 1
            if (other := redealt(run, seat, chance)) is not None:
                compared += 1
                _compare(run, other, seat, chance)
    assert compared > tried / 4, "too few of the deals could be redealt"
    assert compared > DEALS / 4


def _moves_of_a_deal(game: Game[Any]) -> int:
    """Roughly the number of moves in a deal: the number in the first random one."""
    run, chance = next(deals(game, count=1))
    return sum(1 for _ in steps(run, chance))


@every_policy
def test_nor_does_it_under_any_policy(game: Game[Any], policy: str, count: int) -> None:
    """At the deal's beginning, and at a position further on."""
    choose = policies(game)[policy]
    compared = 0
    for run, chance in deals(game, count=count, salt=policy):
        for moves in (0, chance.randrange(1, 60)):
            deque(islice(steps(run, chance, choose(run)), moves), maxlen=0)
            for seat in run.seats if not run.over else ():
                tries = (redealt(run, seat, chance) for _ in range(TRIES))
                if (other := next(filter(None, tries), None)) is not None:
                    compared += 1
                    _compare(run, other, seat, chance)
    assert compared


def redealt(run: Run, seat: int, chance: random.Random) -> Run | None:
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
    if shown_to_all(other.events) != shown_to_all(run.events[: len(other.events)]):
        return None
    for move in (event for event in run.events if event.MOVE is not None):
        try:
            other.make(renamed(move, swapped))
        except IllegalMove:
            return None
    return other


def shown_to_all(events: list[Event]) -> frozenset[str]:
    """The cards that every viewer saw."""
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


def _compare(run: Run, other: Run, seat: int, chance: random.Random) -> None:
    assert [redact(event, seat) for event in run.events] == [
        redact(event, seat) for event in other.events
    ]
    assert run.views[seat] == other.views[seat]
    assert proved(run, seat) == proved(other, seat)
    assert legal_moves(run.game, run.state, seat) == legal_moves(run.game, other.state, seat)
    for _ in range(10):
        move = proposal(run, chance, seat=seat)
        assert breaches(run.game, run.state, move) == breaches(run.game, other.state, move)


def proved(run: Run, seat: int) -> dict[str, int]:
    """The cards that can be proved to a seat, and their positions in the pack."""
    deck = cast("Shuffled", run.events[1]).deck
    return {card: deck.index(card) for card in received(run.events, seat)}


@every_policy
def test_no_place_in_the_pack_is_proved_to_two_seats(
    game: Game[Any], policy: str, count: int
) -> None:
    """A seat gets proofs of the cards that came to it while no other viewer had ever seen them."""
    for run, _ in played_by(game, policy, count=count):
        hold_proofs(run)


def hold_proofs(run: Run) -> None:
    """Compare the proofs at many positions with the cards shown to every viewer by then."""
    viewers: tuple[Viewer, ...] = (PUBLIC, *run.seats)
    disclosed: dict[Viewer, frozenset[str]] = dict.fromkeys(viewers, frozenset())
    alone: dict[int, frozenset[str]] = dict.fromkeys(run.seats, frozenset())
    looked_at = {*sampled_positions(run.events), len(run.events) - 1}
    for at, event in enumerate(run.events):
        shown = {each: named(redact(event, each)) for each in viewers}
        disclosed = {each: disclosed[each] | shown[each] for each in viewers}
        for seat in run.seats:
            if event.MOVE is None:
                others = (disclosed[each] for each in viewers if each != seat)
                alone[seat] |= shown[seat].difference(*others)
            if at in looked_at:
                assert set(received(run.events[: at + 1], seat)) == alone[seat], event
        assert sum(map(len, alone.values())) == len(frozenset[str]().union(*alone.values()))


@every_policy
def test_the_numbering_has_no_gaps(game: Game[Any], policy: str, count: int) -> None:
    """Every viewer gets every event: a gap would reveal that something was hidden."""
    for run, _ in played_by(game, policy, count=count):
        for viewer in (PUBLIC, *run.seats):
            disclosed = [redact(event, viewer).TYPE for event in run.events]
            assert disclosed == [event.TYPE for event in run.events]
