"""The theorems of the rule text, and the knowledge of players, over whole random deals."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from domain.games.goat import GOAT
from domain.games.goat.model import (
    SEATS,
    Beaten,
    Dealt,
    Discarded,
    Drawn,
    Led,
    Pulled,
    Scored,
    State,
    TrickTaken,
)
from domain.games.goat.scoring import points_of
from domain.judge.deal_rules import check
from domain.kernel.cards import UNKNOWN
from domain.kernel.event import PUBLIC, Viewer
from tests.laws.knowledge import redealt
from tests.laws.play import DEALS, Run, named, played, random_deal, seeded_deal, steps
from tests.laws.test_record import altered_events


def deals(count: int = DEALS, **options: Any) -> Iterator[tuple[Run, random.Random]]:
    """Random deals of Goat."""
    for seed in range(count):
        chance = random.Random(seed)
        yield random_deal(GOAT, chance, options=options), chance


def test_g02_the_cards_are_always_partitioned() -> None:
    for run, chance in deals():
        for _ in steps(run, chance):
            assert Counter(_all_cards(run.state)) == Counter(GOAT.pack)


def _all_cards(state: State) -> Iterator[str]:
    for hand in (*state.hands, *state.piles, *(laid.cards for laid in state.laid)):
        yield from hand
    yield from state.stock


def test_g16_tricks_hands_and_stock() -> None:
    for run, chance in deals():
        for _ in steps(run, chance):
            if not run.state.laid:
                assert len({len(hand) for hand in run.state.hands}) == 1
            assert len(run.state.stock) % 4 == 0
        assert 3 <= sum(run.state.tricks) <= 9


def test_g17_points_sum_to_120_and_follow_from_the_piles() -> None:
    for run, chance in deals():
        scored = played(run, chance).state.scored
        assert scored is not None
        assert sum(scored.points) == 120
        assert scored.points == tuple(map(points_of, run.state.piles))
        assert scored.tricks == run.state.tricks
        assert scored.next_leader == _last(run, TrickTaken).seat
        assert scored.next_dealer == (_last(run, Dealt).dealer + 1) % SEATS


def _last(run: Run, kind: type[Any]) -> Any:
    return next(event for event in reversed(run.events) if isinstance(event, kind))


def test_g12_every_trick_goes_to_its_last_beater_or_leader() -> None:
    for run, chance in deals():
        best = None
        for event in played(run, chance).events:
            if isinstance(event, Led | Beaten | Pulled):
                best = event.seat
            elif isinstance(event, TrickTaken):
                assert event.seat == best


def test_g11_what_a_player_may_know() -> None:
    """Implemented a second time: own cards, cards laid face up, the shown card. No more."""
    for run, chance in deals():
        known: dict[Viewer, set[str]] = {who: set() for who in (PUBLIC, *range(SEATS))}
        seen_up_to = 0
        for _ in steps(run, chance):
            for event in run.events[seen_up_to:]:
                _learn(known, event)
            seen_up_to = len(run.events)
            for viewer, cards in known.items():
                assert named(run.views[viewer]) <= cards
        assert known[PUBLIC] < set(GOAT.pack)


def _learn(known: dict[Viewer, set[str]], event: Any) -> None:
    match event:
        case Dealt() | Drawn():
            for seat, hand in enumerate(event.hands):
                known[seat].update(hand)
            shown = [event.shown] if isinstance(event, Dealt) else []
            for cards in known.values():
                cards.update(shown)
        case Led() | Beaten() | Pulled():
            for cards in known.values():
                cards.update(event.cards)
        case _:
            pass


def test_g06_bottom_reveals_one_card_more() -> None:
    for run, chance in deals(trump_card="bottom"):
        for _ in steps(run, chance):
            under = [card for card in run.views[PUBLIC].stock if card != UNKNOWN]
            assert under == ([run.state.shown] if run.state.stock else [])


def test_g11_all_unseen_cards_can_be_redealt() -> None:
    """Nothing that happened in a deal of Goat depends on what a seat could not see."""
    for run, chance in deals():
        stop = chance.randrange(1, 40)
        for count, _ in enumerate(steps(run, chance), start=1):
            if count == stop:
                break
        if not run.over:
            assert all(redealt(run, seat, chance) is not None for seat in range(SEATS))


@pytest.mark.costly
def test_g16_no_altered_card_or_count_of_a_record_is_missed() -> None:
    for seed in range(3):
        events = played(seeded_deal(GOAT, seed), random.Random(seed)).events
        for at, event in enumerate(events):
            for altered in altered_events(event, GOAT, random.Random(seed)):
                assert check(GOAT, [*events[:at], altered, *events[at + 1 :]])


@pytest.mark.costly
def test_rare_things_come_up_in_the_random_deals() -> None:
    """The random deals are worth something: molodkas, displacements of several, sides without a
    trick.
    """
    seen: Counter[str] = Counter()
    for run, chance in deals(count=60):
        played(run, chance)
        seen.update(_rarities(run))
    assert {"pull", "displacement", "late pull", "beaten pull", "no trick"} <= set(seen)


def _rarities(run: Run) -> Iterator[str]:
    trick: list[Any] = []
    tricks = 0
    for event, following in pairwise(run.events):
        if isinstance(event, TrickTaken):
            trick, tricks = [], tricks + 1
        elif isinstance(event, Led | Beaten | Pulled | Discarded):
            if isinstance(event, Pulled):
                yield "displacement" if any(isinstance(e, Pulled) for e in trick) else "pull"
                yield "late pull" if tricks else "early pull"
                yield "beaten pull" if isinstance(following, Beaten) else "pull that stood"
            trick.append(event)
    scored = run.events[-1]
    if isinstance(scored, Scored) and 0 in scored.tricks:
        yield "no trick"
