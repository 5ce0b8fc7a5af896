"""JSON survives a round trip, and no JSON input does harm."""

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel.cards import UNKNOWN
from domain.kernel.event import FULL, PUBLIC, Event, Json, Viewer, redact, to_data, to_json
from domain.kernel.game import Game
from domain.kernel.moves import NotAMove, breaches, parse_move, say
from domain.kernel.stored import from_data
from tests.laws.play import Run, deals, every_game, played, proposal, random_deal, steps
from tests.sampling import cases

FUZZED = settings(max_examples=cases(sample=100, full=300))


def sealed(value: Json, seat: int, count: int) -> Json:
    """A secret as the tests store it: closed, with its opening beside it."""
    return {"count": count, "sha256": "ab" * 32, "seat": seat, "value": value}


def opened_for(data: Any, viewer: Viewer) -> Any:
    """The stored data with every secret of this viewer opened."""
    if isinstance(data, dict) and "sha256" in data:
        if viewer == FULL or data["seat"] == viewer:
            return data["value"]
        return {"count": data["count"], "sha256": data["sha256"]}
    if isinstance(data, list):
        return [opened_for(item, viewer) for item in data]
    return data


def stored(event: Event, viewer: Viewer) -> Json:
    """The data of an event after a round trip through the store, as this viewer may read it."""
    data = json.loads(json.dumps(to_data(event, seal=sealed)))
    return {name: opened_for(value, viewer) for name, value in data.items()}


@every_game
def test_a_stored_event_opened_for_a_reader_is_the_redacted_event(game: Game[Any]) -> None:
    for run, chance in deals(game):
        for event in played(run, chance).events:
            for viewer in (PUBLIC, FULL, *run.seats):
                again = from_data(event.TYPE, event.VERSION, stored(event, viewer))
                assert again == redact(event, viewer)


@every_game
def test_a_stored_event_without_openings_names_no_secret(game: Game[Any]) -> None:
    for run, chance in deals(game, count=10):
        for event in played(run, chance).events:
            public = json.dumps(stored(event, PUBLIC))
            shown = json.dumps(to_json(redact(event, PUBLIC)))
            secret = {card for card in game.pack if card not in shown}
            assert not [card for card in secret if card in public]


@every_game
def test_json_knows_no_unknown_card_by_its_code(game: Game[Any]) -> None:
    for run, chance in deals(game, count=10):
        played(run, chance)
        for viewer in (PUBLIC, *run.seats):
            events = [to_json(redact(event, viewer)) for event in run.events]
            assert UNKNOWN not in json.dumps([events, to_json(run.views[viewer])])


@every_game
def test_a_move_in_words_is_the_move_again(game: Game[Any]) -> None:
    for run, chance in deals(game):
        for move in steps(run, chance):
            words = json.loads(json.dumps(say(move)))
            assert parse_move(game, move.seat, words) == move  # type: ignore[attr-defined]
            assert move.meant() == move
            assert "seat" not in words


@every_game
def test_proposals_in_words_too(game: Game[Any]) -> None:
    for run, chance in deals(game, count=10):
        for _ in range(50):
            move = proposal(run, chance)
            meant = move.meant()
            assert parse_move(game, move.seat, say(move)) == meant  # type: ignore[attr-defined]
            assert meant.meant() == meant


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=10,
)


@every_game
@FUZZED
@given(raw=JSON)
def test_no_json_raises_anything_but_not_a_move(game: Game[Any], raw: Json) -> None:
    _judge(game, raw)


@every_game
@FUZZED
@given(data=st.data())
def test_no_near_miss_raises_anything_but_not_a_move(game: Game[Any], data: st.DataObject) -> None:
    """The right type with fields of any kind, some left out, others added."""
    kind = data.draw(st.sampled_from(game.moves))
    cards = st.lists(st.sampled_from([*game.pack, "ZZ", "", UNKNOWN]) | JSON, max_size=6)
    names = [name for name, _, _ in kind.GIVEN]
    given_ = st.fixed_dictionaries(
        {}, optional=dict.fromkeys([*names, "seat", "extra"], cards | JSON)
    )
    _judge(game, {"type": kind.MOVE, **data.draw(given_)})


def _judge(game: Game[Any], raw: Json) -> None:
    """A move is refused with an error that names the place, or judged by clauses."""
    run: Run = random_deal(game, random.Random(7))
    try:
        move = parse_move(game, 0, raw)
    except NotAMove as refused:
        assert refused.detail  # noqa: PT017
        assert refused.pointer == "" or refused.pointer.startswith("/")  # noqa: PT017
    else:
        assert all(isinstance(clause, str) for clause in breaches(game, run.state, move))
