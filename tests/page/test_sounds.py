"""Sounds of a table: none by default, and tones of my turn and of the end with the setting on."""

import re
from typing import Any

import pytest

from tests.page.browsing import Site, Visit
from tests.page.playing import Player, address, opened
from tests.serving import until

SPY = """
window.heard = { contexts: 0, tones: [] };
window.AudioContext = class extends AudioContext {
  constructor() {
    super();
    window.heard.contexts += 1;
  }
};
const { start } = OscillatorNode.prototype;
OscillatorNode.prototype.start = function (...when) {
  window.heard.tones.push(Math.round(this.frequency.value));
  return start.apply(this, when);
};
"""
TURN = [523, 659]
END = [659, 523, 392]
MODULE = re.compile(r"/table/sounds\.js$")


def sounding(visit: Visit, *, requested: list[str]) -> None:
    visit.page.add_init_script(SPY)
    visit.page.on("request", lambda request: requested.append(request.url))


def heard(visit: Visit) -> Any:
    return visit.page.evaluate("window.heard")


def follow(tones: list[int], wanted: list[int]) -> bool:
    """Whether some tones follow one another."""
    return any(tones[at : at + len(wanted)] == wanted for at in range(len(tones)))


@pytest.mark.long
def test_with_the_setting_on_tones_say_that_it_is_my_turn_and_that_a_deal_ends(
    site: Site, visit: Visit
) -> None:
    requested: list[str] = []
    sounding(visit, requested=requested)
    visit.open("/settings")
    visit.field("Sounds").check()
    visit.open(address(opened(site, "durak", "Ann")))
    Player(visit).play()
    until(lambda: follow(heard(visit)["tones"], END))
    assert follow(heard(visit)["tones"], TURN)
    assert heard(visit)["contexts"] == 1
    assert len([*filter(MODULE.search, requested)]) == 1


@pytest.mark.long
def test_by_default_nothing_sounds_and_nothing_is_loaded_for_it(site: Site, visit: Visit) -> None:
    requested: list[str] = []
    sounding(visit, requested=requested)
    visit.open(address(opened(site, "durak", "Ann")))
    player = Player(visit)
    player.play(until=lambda: player.moves > 1)
    assert heard(visit) == {"contexts": 0, "tones": []}
    assert [*filter(MODULE.search, requested)] == []
