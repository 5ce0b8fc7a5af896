"""Records from anywhere: a malformed event is reported, and no rule fails on it."""

from dataclasses import fields, replace
from random import Random
from typing import Any, cast

import pytest

from domain.games.goat import GOAT
from domain.judge.deal_rules import check
from domain.kernel.cards import UNKNOWN
from domain.kernel.deal import Opened, Revealed, Shuffled
from domain.kernel.event import UnknownEvent, event_classes, misfit, redact
from domain.kernel.game import Game
from domain.kernel.stored import from_data
from tests.laws.play import deals, every_game, played, seeded_deal
from tests.sampling import cases

JUNK: list[Any] = [
    *(None, True, 0, -1, 2**53 - 1, 1.5, "", "1C", "0" * 64, "ZZ" * 32, UNKNOWN, "full"),
    *((), (1,), ("7C", 3), ((),), (("7C",), ["7C"]), [], ["7C"], [[]], {}, {"count": 1}),
    *({"count": 10**15, "sha256": ""}, {"count": -1}, {"count": "1"}, b"7C", object()),
]


@every_game
def test_events_of_games_have_known_kinds(game: Game[Any]) -> None:
    for run, chance in deals(game, count=5):
        for event in played(run, chance).events:
            assert misfit(event) is None
            for seat in run.seats:
                assert misfit(redact(event, seat), cards=game.pack) is None


@every_game
def test_a_card_outside_the_pack_is_reported_if_the_pack_is_known(game: Game[Any]) -> None:
    shuffled = seeded_deal(game, 1).events[1]
    altered = replace(cast("Any", shuffled), deck=("1C", *game.pack[1:]))
    assert misfit(altered) is None, "the rules will report it"
    assert misfit(altered, cards=game.pack) == "deck"


@every_game
def test_junk_in_any_field_is_detected_without_crashes(game: Game[Any]) -> None:
    chance = Random(3)
    run = played(seeded_deal(game, 7), chance)
    events = [*run.events, Revealed(cast("Any", run.opened.seed))]
    first = {type(event): at for at, event in reversed(list(enumerate(events)))}
    some = cases(sample=4, full=1)
    for number, at in enumerate(first.values()):
        event = events[at]
        for place, each in enumerate(fields(cast("Any", event))):
            for junk in JUNK[(number + place) % some :: some]:
                altered = replace(cast("Any", event), **{each.name: junk})
                found = check(game, [*events[:at], altered, *events[at + 1 :]])
                if junk != getattr(event, each.name) and not is_free(event, each.name):
                    assert found, (event, each.name, junk)
                    assert found[0].position >= 1


def is_free(event: Any, name: str) -> bool:
    """Whether the rules leave the field to the actor who opens the deal."""
    return isinstance(event, Opened) and name in {
        *("table", "number", "options", "dealer", "leader", "bots", "seed", "game", "rules"),
        *("seats", "deal", "commitments", "hints", "test"),
    }


@pytest.mark.parametrize("cls", list(event_classes()), ids=lambda cls: str(cls.TYPE))
def test_no_data_read_as_anything_but_an_event(cls: Any) -> None:
    names = list(cls.KINDS)
    for junk in JUNK:
        for data in (dict.fromkeys(names, junk), {**dict.fromkeys(names), "more": 1}):
            for schema in (*range(-1, cls.VERSION + 2), -(10**15)):
                try:
                    event = from_data(cls.TYPE, schema, data)
                except UnknownEvent:
                    continue
                misfit(event)


def test_a_deck_made_by_hand_has_lots_that_can_be(game_with_lots: Game[Any]) -> None:
    run = next(iter(deals(game_with_lots, count=1)))[0]
    opened, shuffled, *rest = run.events
    assert check(game_with_lots, run.events) == ()
    for lots in (None, (), (99, 99)):
        altered = replace(cast("Any", shuffled), lots=lots)
        assert isinstance(altered, Shuffled)
        (found,) = check(game_with_lots, [opened, altered, *rest])
        assert found.position == 2


@pytest.fixture
def game_with_lots() -> Game[Any]:
    return GOAT


@every_game
def test_a_malformed_table_is_detected(game: Game[Any]) -> None:
    opened, *rest = seeded_deal(game, 1).events
    wrong: dict[str, Any] = {"dealer": 9, "leader": -1, "bots": (), "options": {"no": 1}}
    for name, value in wrong.items():
        (found,) = check(game, [replace(cast("Any", opened), **{name: value}), *rest])
        assert (found.position, found.field) == (1, name)
