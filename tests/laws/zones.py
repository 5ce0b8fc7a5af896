"""Every card of a view, known or unknown, is in exactly one zone, and in the right one; the last
trick has the cards that left the table.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from domain.kernel.cards import UNKNOWN, Card
from domain.kernel.event import FULL, Event, Viewer, to_json
from domain.kernel.game import Game, lying, settle
from domain.kernel.layout import LyingCards
from domain.kernel.progress import Progress
from domain.kernel.tricks import LastTrick, last_trick
from tests.laws.law import Happened, Laws, Walk
from tests.laws.play import named, seat_of

ZONES: Final = Laws()
TRICKS: Final = Laws()
SAMPLED: Final = 12
"""In so many tricks of a deal, the views of all viewers are compared."""


@ZONES.of_events
def every_card_of_a_view_lies_in_exactly_one_zone(happened: Happened) -> None:
    """No card is ever lost. Each zone has the right number, and the known ones are really there."""
    game = happened.before.game
    true = lying(game, happened.after[FULL].state)
    assert sorted(cards_of(true)) == sorted(game.pack)
    for viewer, deal in happened.after.items():
        for mine, theirs in zip(lying(game, deal.state), true, strict=True):
            assert (mine.zone, mine.seats) == (theirs.zone, theirs.seats), viewer
            assert len(mine.cards) == len(theirs.cards), viewer
            assert {*mine.cards} - {UNKNOWN} <= {*theirs.cards}, viewer


def cards_of(groups: Iterable[LyingCards]) -> list[Card]:
    """The cards of some groups."""
    return [card for group in groups for card in group.cards]


@ZONES.of_events
def the_hand_of_a_seat_is_a_place_of_its_own(happened: Happened) -> None:
    state = happened.after[FULL].state
    groups = lying(happened.before.game, state)
    hands = {each.seats: each.cards for each in groups if each.zone == "hand"}
    assert hands == {(seat,): hand for seat, hand in enumerate(state.hands)}


@ZONES.of_positions
def pointers_lead_to_the_cards_of_a_zone(walk: Walk) -> None:
    game, state = walk.run.game, walk.run.state
    shown, groups = to_json(state), lying(game, state)
    for zone in game.layout.zones:
        found = [value for at in zone.at for value in _at(shown, at.split("/")[1:])]
        there = cards_of(each for each in groups if each.zone == zone.zone)
        assert sorted(_flat(found)) == sorted(there), zone.zone


@ZONES.of_positions
def what_a_move_beats_or_takes_lies_on_the_table(walk: Walk) -> None:
    """A move that takes brings it to the hand of its seat, at once or when the table is cleared."""
    game, state = walk.run.game, walk.run.state
    laid = {*cards_of(each for each in lying(game, state) if each.zone not in {"hand", "stock"})}
    for kind in game.moves:
        aim = game.aim(state, kind)
        assert {*aim.beats, *aim.takes} <= laid, kind
        seat = game.to_act(state)
        if aim.takes and seat is not None and kind(seat) in game.legal(state, seat):  # type: ignore[call-arg]
            _, after = settle(game, game.evolve(state, kind(seat)))  # type: ignore[call-arg]
            moved = {*after.hands[seat]} - {*state.hands[seat]}
            assert moved in (set(), {*aim.takes}), kind


@ZONES.of_positions
def trumps_are_shown_in_the_declared_place(walk: Walk) -> None:
    if (trumps := walk.run.game.layout.trumps) is not None:
        shown = to_json(walk.run.state)
        said = {value for at in trumps.at for value in _at(shown, at.split("/")[1:])}
        assert said - {None} <= trumps.cards.keys()


@ZONES.of_positions
def roles_are_of_seats_and_the_best_one_has_laid_cards(walk: Walk) -> None:
    """The card of a zone that all have seen is a card, or none."""
    game, state = walk.run.game, walk.run.state
    layout, shown, seats = game.layout, to_json(state), {*range(len(state.hands))}

    def found(pointers: Iterable[str]) -> list[Any]:
        values = [value for at in pointers for value in _at(shown, at.split("/")[1:])]
        return [value for value in values if value is not None]

    for each in layout.roles:
        for value in found(each.at):
            assert {*value} <= seats if isinstance(value, list) else value in seats, each.role
    for seat in found(layout.best):
        assert any(place.seats == (seat,) for place in _laid_now(game, state)), seat
    for zone in layout.zones:
        if zone.shown is not None:
            assert {*found(zone.shown.at)} <= {*game.pack}, zone.zone


def _laid_now(game: Game[Any], state: Any) -> list[LyingCards]:
    zones = {each.zone for each in game.layout.zones if each.shape == "laid"}
    return [place for place in lying(game, state) if place.zone in zones and place.cards]


def _at(value: Any, path: list[str]) -> Iterator[Any]:
    """The values at a pointer in which ``*`` is every item of a list."""
    if not path:
        yield value
        return
    name, *rest = path
    if name == "*":
        for each in value:
            yield from _at(each, rest)
    elif isinstance(value, dict) and name in value:
        yield from _at(value[name], rest)
    elif isinstance(value, list) and name.isdigit() and int(name) < len(value):
        yield from _at(value[int(name)], rest)


def _flat(values: list[Any]) -> list[str]:
    one = [value for value in values if isinstance(value, str)]
    return one + [card for value in values if isinstance(value, list) for card in value]


# --- The last trick -----------------------------------------------------------------------------


@TRICKS.of_deals
def the_last_trick_has_the_cards_that_left_the_table(walk: Walk) -> None:
    game, last, layers = walk.run.game, None, dict[str, int]()
    assert game.tricks is not None
    seen = _record(walk, FULL)
    for happened in walk.happened:
        event, deal = happened.event, happened.after[FULL]
        if event.MOVE is not None:
            layers.update(dict.fromkeys(named(event), seat_of(event)))
        if isinstance(event, game.tricks.ends):
            last = trick = last_trick(deal, seen)
            assert trick is not None
            cards = [card for _, card in _laid(trick)]
            before = _on_table(game, happened.before)
            assert sorted(cards + _on_table(game, deal)) == sorted(before)
            assert all(layers[card] == seat for seat, card in _laid(trick)), event
            assert trick.taker == getattr(event, "seat", None)
        else:
            assert deal.taken == happened.before.taken, event
    assert last_trick(walk.progress[FULL], seen) == last


@TRICKS.of_deals
def every_view_has_the_same_trick_with_cards_that_it_may_not_know(walk: Walk) -> None:
    game, full = walk.run.game, _record(walk, FULL)
    assert game.tricks is not None
    every = [each for each in walk.happened if isinstance(each.event, game.tricks.ends)]
    ends = walk.chance.sample(every, min(SAMPLED, len(every)))
    true = [last_trick(each.after[FULL], full) for each in ends]
    for viewer in walk.progress:
        record = _record(walk, viewer)
        for happened, there in zip(ends, true, strict=True):
            seen = last_trick(happened.after[viewer], record)
            assert seen is not None
            assert there is not None
            assert seen._replace(laid=()) == there._replace(laid=())
            for (seat, card), (other, real) in zip(_laid(seen), _laid(there), strict=True):
                assert seat == other
                assert card in (real, UNKNOWN)


def _record(walk: Walk, viewer: Viewer) -> list[Event]:
    """The deal as a viewer saw it; `last_trick` looks at nothing after the trick."""
    return [walk.run.opened, *(each.seen[viewer] for each in walk.happened)]


def _laid(trick: LastTrick) -> list[tuple[int | None, Card]]:
    return [(each.seat, card) for each in trick.laid for card in each.cards]


def _on_table(game: Game[Any], deal: Progress) -> list[Card]:
    """The cards of the tricks' zone."""
    assert game.tricks is not None
    zone = game.tricks.zone
    return cards_of(each for each in lying(game, deal.state) if each.zone == zone)
