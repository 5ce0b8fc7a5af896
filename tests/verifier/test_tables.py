"""The tables of games and events in JavaScript and in the format agree with the code."""

from pathlib import Path
from typing import Final

from domain.games import GAMES
from domain.kernel.deal import Opened
from domain.kernel.event import event_classes
from domain.kernel.stored import fields_of
from verifier import tables

ROOT: Final = Path(__file__).parents[2]
RUN: Final = "run `make tables`"


def test_the_module_in_javascript_is_what_the_code_says() -> None:
    assert (ROOT / "verifier" / "tables.mjs").read_text("utf-8") == tables.javascript(), RUN


def test_the_appendix_of_the_format_is_what_the_code_says() -> None:
    text = (ROOT / "docs" / "evidence-format.md").read_text("utf-8")
    assert text.count(tables.appendix()) == 1, RUN


def test_every_game_and_event_is_in_both() -> None:
    appendix, module = tables.appendix(), tables.javascript()
    own = [cls for cls in event_classes() if cls.__module__.startswith("domain.")]
    assert len(own) > 60
    for name in (*(cls.TYPE for cls in own), *(game.rules for game in GAMES.values())):
        assert f"| `{name}` |" in appendix
        assert f'"{name}": {{' in module


def test_an_older_version_lacks_the_fields_that_came_later() -> None:
    assert fields_of("deal.opened", 7) == tuple(Opened.KINDS)
    assert {*fields_of("deal.opened", 7)} - {*fields_of("deal.opened", 6)} == {
        *("tournament", "round", "seeds")
    }
    assert {*fields_of("deal.opened", 6)} - {*fields_of("deal.opened", 5)} == {"test"}
    assert {*fields_of("deal.opened", 5)} - {*fields_of("deal.opened", 4)} == {"hints"}
    assert {*fields_of("deal.opened", 4)} - {*fields_of("deal.opened", 1)} == {
        *("commitments", "keys")
    }
