"""A deal's record becomes a transcript that replays without a difference; junk becomes a fault."""

import json
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, Final, get_args

import pytest

from domain.games import GAMES
from domain.judge.deal_rules import check
from domain.kernel.event import Json, Text
from domain.kernel.hints import HintGiven
from domain.kernel.leaving import Abandoned, End, explain_end
from formats.text_transcript import lines_of
from formats.transcript import NotATranscript, read, write
from languages.catalogue import IN_ENGLISH
from offline.replay import replay
from tests.bots.decisions import decisions, variants
from tests.cli.commands import VECTORS
from tests.domain.toy import PACK, TOY
from tests.laws.play import played, random_deal
from tests.sampling import cases

ENOUGH = cases(sample=120, full=400)
"""Events, of a game whose deals are long."""
CASES: list[Any] = [(key, options) for key, game in GAMES.items() for options in variants(game)]


@pytest.mark.parametrize(("key", "options"), CASES)
def test_a_transcript_of_a_record_replays_clean(key: str, options: dict[str, Json]) -> None:
    seen = 0
    for number in range(8):
        if seen > ENOUGH:
            break
        *_, last = decisions(key, "easy", options, number)
        written = write(GAMES[key], last.events, name="deal")
        done = replay(read(json.dumps(written)))
        assert done.ok
        assert done.id == "deal"
        assert done.events[2:] == last.events[2:]
        assert check(GAMES[key], done.events) == ()
        seen += len(done.events)


@pytest.mark.parametrize("key", GAMES)
def test_every_beginning_of_a_deal_replays_clean(key: str) -> None:
    for position in islice(decisions(key, "easy", {}, 1), 100):
        done = replay(read(json.dumps(write(GAMES[key], position.events))))
        assert done.ok
        assert not done.outcome["over"]


@pytest.mark.parametrize("key", GAMES)
def test_what_is_read_is_written_again_and_a_hint_is_no_part_of_it(key: str) -> None:
    position = next(iter(decisions(key, "easy", {}, 1)))
    first = write(GAMES[key], position.events, name="deal")
    for seat in range(2):
        said = {**first, "moves": [], "dealer": seat, "leader": seat}
        events = replay(read(json.dumps(said))).events
        assert write(GAMES[key], events, name="deal") == said
        hinted = [*events, HintGiven(seat, Text("easy/1"), None)]
        assert write(GAMES[key], hinted, name="deal") == said
        assert [*lines_of(hinted, name="deal")] == [*lines_of(events, name="deal")]


@pytest.mark.parametrize("reason", get_args(End))
@pytest.mark.parametrize("key", GAMES)
def test_an_abandoned_deal_is_shown_as_abandoned(key: str, reason: End) -> None:
    position = next(islice(decisions(key, "easy", {}, 1), 9, None))
    seats = () if reason == "closed" else (1,)
    events = [*position.events, Abandoned(seats, reason)]
    done = replay(read(json.dumps(write(GAMES[key], events))))
    *_, last = lines_of(done.events, name="deal")
    assert done.ok
    assert last.strip() == IN_ENGLISH.text(explain_end(seats, reason))


@pytest.mark.parametrize("key", GAMES)
def test_a_settled_deal_was_not_abandoned(key: str) -> None:
    run = played(random_deal(GAMES[key], chance := Random(1)), chance)
    written = write(GAMES[key], run.events)
    done = replay(read(json.dumps({**written, "abandoned": {"seats": [1], "reason": "left"}})))
    assert [each.field for each in done.differences] == ["abandoned"]
    *_, last = lines_of(done.events, name="deal")
    assert "abandoned" not in last.lower()
    assert "still on" not in last


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ([], "abandoned must be an object"),
        ({"seats": [0]}, "reason is missing"),
        ({"seats": [0], "reason": "tired"}, "abandoned.reason must be one of time, left"),
        ({"seats": [9], "reason": "left"}, "abandoned.seats must be a seat"),
    ],
)
def test_an_abandonment_of_another_form_is_a_fault(said: Json, fault: str) -> None:
    position = next(decisions("goat", "easy", {}, 1))
    with pytest.raises(NotATranscript, match=fault):
        read(json.dumps({**write(GAMES["goat"], position.events), "abandoned": said}))


@pytest.mark.parametrize("key", GAMES)
def test_the_id_is_the_deals_where_none_is_given(key: str) -> None:
    first = next(decisions(key, "easy", {}, 0))
    assert write(GAMES[key], first.events)["id"] == first.events[0].deal  # type: ignore[attr-defined]


def line(**said: Json) -> str:
    """A transcript of the toy, whose lot is called `lot`."""
    deck: list[Json] = list(PACK)
    return json.dumps(
        {"id": "1", "game": "toy", "dealer": 0, "deck": deck, "lot": 0, "moves": [], **said}
    )


@pytest.mark.parametrize(
    ("said", "seats"),
    [
        ({}, 3),
        ({"dealer": 2}, 3),
        ({"dealer": 3}, 4),
        ({"leader": 3}, 4),
        ({"moves": [{"seat": 0}, {"seat": 3}]}, 4),
        ({"dealer": 3, "seats": 5}, 5),
        ({"dealer": 4}, 5),
    ],
)
def test_a_table_is_as_small_as_the_seats_that_are_named_let_it_be(
    said: dict[str, Json], seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("formats.transcript.GAMES", {"toy": replace(TOY, seats=(3, 4, 5))})
    assert read(line(**said)).opened.seats == seats


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({"dealer": 5}, "dealer must be a seat from 0 to 4"),
        ({"dealer": -1}, "dealer must be a seat from 0 to 2"),
        ({"dealer": 3, "seats": 3}, "dealer must be a seat from 0 to 2"),
        ({"leader": "3"}, "leader must be a seat from 0 to 2"),
        ({"moves": [{"seat": 5}]}, r"moves\[0\].seat must be a seat from 0 to 4"),
        ({"moves": [3]}, r"moves\[0\] must be an object"),
        ({"seats": 2}, "seats must be one of 3, 4, 5"),
    ],
)
def test_seats_that_no_table_of_the_game_has(
    said: dict[str, Json], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("formats.transcript.GAMES", {"toy": replace(TOY, seats=(3, 4, 5))})
    with pytest.raises(NotATranscript, match=fault):
        read(line(**said))


LINES: Final = (VECTORS / "goat.jsonl").read_text().splitlines()
JUNK: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 3, 4, 36, 10**40, 0.5, 1e308, "", "7C", "??", "\ud800", "\0"),
    *("lead", "pull", "G9", [], {}, [[]], [None], [7], ["7C", "7C"], {"seat": {}}, "x" * 10_000),
)


def mutate(value: Any, chance: Random) -> Any:
    """The value with some part of it replaced, dropped, doubled, or exchanged."""
    if not isinstance(value, list | dict) or not value or chance.random() < 0.05:
        return chance.choice(JUNK)
    copy: Any = value.copy()
    key = chance.choice(list(value) if isinstance(value, dict) else range(len(value)))
    match chance.randrange(8):
        case 0:
            del copy[key]
        case 1 if isinstance(copy, list):
            copy.insert(chance.randrange(len(copy) + 1), copy[key])
        case 2 if isinstance(copy, list):
            other = chance.randrange(len(copy))
            copy[key], copy[other] = copy[other], copy[key]
        case 3 if isinstance(copy, dict):
            copy[chance.choice(("seat", "leader", "cards", "then", "x"))] = chance.choice(JUNK)
        case _:
            copy[key] = mutate(copy[key], chance)
    return copy


def test_nothing_in_a_transcript_breaks_the_replay() -> None:
    chance = Random(1)
    outcomes = {"fault": 0, "ok": 0, "different": 0}
    for _ in range(cases(sample=1000, full=3000)):
        deal = json.loads(chance.choice(LINES))
        for _ in range(chance.randrange(1, 4)):
            deal = mutate(deal, chance)
        try:
            done = replay(read(json.dumps(deal)))
        except NotATranscript:
            outcomes["fault"] += 1
        else:
            json.dumps([done.outcome, done.differences])
            outcomes["ok" if done.ok else "different"] += 1
    assert min(outcomes.values()) > 15
