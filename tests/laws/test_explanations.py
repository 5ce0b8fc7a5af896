"""Explanations of moves: each text is said of some move, and of Skat the suit is right."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from domain.games.skat import SKAT
from domain.games.skat.cards import NULL
from domain.games.skat.model import Played
from domain.games.skat.phases import Playing
from domain.kernel.event import FULL
from domain.kernel.game import Game
from domain.kernel.options import options_of
from tests.languages.messages import ENGLISH, messages
from tests.laws.explanations import explanations
from tests.laws.law import Happened, Laws, hold
from tests.laws.play import POLICIES, every_game


def variants(game: Game[Any]) -> Iterator[dict[str, Any]]:
    """The options of a game: as usual, and with each other value of each of them."""
    yield {}
    for option in options_of(game.options):
        for value in option.values or ():
            if value != option.default:
                yield {option.name: value}


@every_game
def test_each_text_is_said_of_some_move(game: Game[Any]) -> None:
    laws, said = Laws(), set[str]()
    laws.of_events(lambda happened: said.update(each.key for _, each in explanations(happened)))
    expected = {key for key in messages(ENGLISH) if key.startswith(f"{game.key}-allowed-")}
    avoiding = (f"avoid_{kind.MOVE}" for kind in game.moves)
    for options, policy in product(variants(game), (*POLICIES, *avoiding)):
        hold(game, policy, laws, count=2, options=options)
        if said >= expected:
            break
    assert said == expected


def test_a_suit_is_said_to_be_forced_exactly_when_the_hand_has_it() -> None:
    """Of Skat, by its rule text (K2, K16)."""
    laws, seen = Laws(), set[str]()

    @laws.of_events
    def compare(happened: Happened) -> None:
        phase, move = happened.before.state.phase, happened.event
        if not (isinstance(phase, Playing) and isinstance(move, Played) and phase.trick):
            return
        kind = phase.contract.kind
        trump = {"grand": "", NULL: ""}.get(kind, kind[0].upper())

        def follows(card: str) -> str:
            is_jack = card[0] == "J" and kind != NULL
            return "trump" if is_jack or card[1] == trump else card[1]

        led = follows(phase.trick[0])
        held = [follows(card) for card in happened.before.state.hands[move.seat]]
        for viewer, sentence in explanations(happened):
            name = sentence.key.removeprefix("skat-allowed-")
            seen.add(name)
            assert sentence.values["suit"] == led
            assert (name == "follow") == (led in held)
            assert (sentence.values["allowed"] == "any") == (
                led not in held or (viewer in (FULL, move.seat) and {*held} == {led})
            )

    hold(SKAT, "avoid_concede", laws, count=30)
    assert seen == {"follow", "void", "jack"}
