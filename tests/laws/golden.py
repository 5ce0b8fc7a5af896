"""Golden records: whole records of deals, and the numbers of possible continuations.

``make game-records NAME=…`` writes missing files for a new game. Existing files are never
rewritten: a record that changes is a change of the rules, which needs a new rules version.
"""

import json
import random
from pathlib import Path
from typing import Any, Final

from domain.kernel.deal import Revealed
from domain.kernel.event import Digest, Event, to_json
from domain.kernel.game import Game, settle, start
from domain.kernel.moves import legal_moves
from domain.kernel.stored import from_data
from formats.transcript import read
from tests.laws.play import Run, played, seeded_deal

VECTORS: Final = Path(__file__).parents[1] / "vectors"
GOLDEN: Final = Path(__file__).parent / "golden"
SEEDS: Final = range(3)
DEPTH: Final = 4
MOST: Final = 200_000


def transcripts(game: Game[Any]) -> list[dict[str, Any]]:
    """The transcripts of a game."""
    text = (VECTORS / f"{game.key}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def deal_of(game: Game[Any], transcript: dict[str, Any]) -> Run:
    """The deal of a transcript, before its first move."""
    transcribed = read(json.dumps(transcript))
    return Run(game, transcribed.opened, transcribed.shuffled)


def leaves(game: Game[Any], state: Any, *, seats: range, depth: int) -> int:
    """The number of ways to make so many moves from here."""
    if depth == 0:
        return 1
    after = (
        settle(game, game.evolve(state, move))[1]
        for seat in seats
        for move in legal_moves(game, state, seat)
    )
    return sum(leaves(game, each, seats=seats, depth=depth - 1) for each in after)


def counts(game: Game[Any], transcript: dict[str, Any]) -> list[int]:
    """The leaves of the tree of moves, from depth 1 on, as far as they can be counted."""
    run = deal_of(game, transcript)
    found: list[int] = []
    while len(found) < DEPTH and (not found or found[-1] < MOST / 30):
        found.append(leaves(game, run.state, seats=run.seats, depth=len(found) + 1))
    return found


def record(game: Game[Any], seed: int) -> list[Event]:
    """A whole deal from a seed, played at random."""
    run = played(seeded_deal(game, seed), random.Random(seed))
    return [*run.events, Revealed(Digest(seed.to_bytes(32, "big").hex()))]


def read_record(path: Path) -> list[Event]:
    """Read a recorded file."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [from_data(line["type"], line["schema"], line["data"]) for line in lines]


def again(game: Game[Any], events: list[Event]) -> list[Event]:
    """A record recomputed by today's rules, from its first two events and its moves."""
    opened, shuffled, *rest = events
    made, state = start(game, opened, shuffled)  # type: ignore[arg-type]
    result = list(made)
    for event in rest:
        if event.MOVE is not None:
            follow, state = settle(game, game.evolve(state, event))
            result += [event, *follow]
        elif isinstance(event, Revealed):
            result.append(event)
    return result


def write(game: Game[Any]) -> None:
    """Write the missing files of a game."""
    GOLDEN.mkdir(exist_ok=True)
    for seed in SEEDS:
        path = GOLDEN / f"{game.key}-{seed}.jsonl"
        if not path.exists():
            path.write_text("".join(map(_line, record(game, seed))), "utf-8")
    trees = GOLDEN / f"{game.key}-trees.json"
    if not trees.exists():
        found = {each["id"]: counts(game, each) for each in transcripts(game)}
        trees.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


def _line(event: Event) -> str:
    words = {"type": event.TYPE, "schema": event.VERSION, "data": to_json(event)}
    return json.dumps(words, separators=(",", ":")) + "\n"
