"""Any content of a transcript is either replayed, or its fault is named."""

import json
from random import Random
from typing import Any, Final

from service.offline.replay import replay
from service.offline.transcript import Fault, read
from tests.cli.commands import VECTORS
from tests.sampling import cases

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
        except Fault:
            outcomes["fault"] += 1
        else:
            json.dumps([done.outcome, done.differences])
            outcomes["ok" if done.ok else "different"] += 1
    assert min(outcomes.values()) > 15
