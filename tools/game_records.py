"""Write the recorded test data of a game: ``make game-records NAME=schnapsen``.

The records are specimens of its events, a transcript, golden records and trees of moves. An
existing record is not overwritten, since it must never change. Before the first release of a game,
``--anew`` deletes its records first.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from domain.games import GAMES  # noqa: E402 - the project is found only now
from domain.kernel.event import Event, Json, event_classes, to_data, to_json  # noqa: E402
from domain.kernel.game import Game  # noqa: E402
from formats.transcript import write as transcript_of  # noqa: E402
from tests.laws import golden  # noqa: E402
from tests.laws.play import POLICIES, deals, played, seeded_deal  # noqa: E402

SPECIMENS: Final = ROOT / "tests" / "specimens"
SEARCHED: Final = 400
"""The number of deals played under each policy until every event has occurred."""


def missing(game: Game[Any], kinds: set[type[Event]]) -> Iterator[Event]:
    """One event of each of these classes, from deals played at random."""
    for policy in POLICIES.values():
        for run, chance in deals(game, count=SEARCHED):
            for event in played(run, chance, policy).events:
                if type(event) in kinds:
                    kinds.discard(type(event))
                    yield event
            if not kinds:
                return


def specimen(event: Event) -> str:
    """An event as it is stored, with its secrets closed, and their openings."""
    whole: dict[str, Json] = to_json(event)
    secrets: dict[str, Json] = {}
    sealed: list[tuple[Json, Json]] = []

    def seal(value: Json, _seat: int, count: int) -> Json:
        digest = hashlib.sha256(json.dumps(value).encode()).hexdigest()
        leaf = {"count": count, "sha256": digest}
        sealed.append((leaf, value))
        return leaf

    data = to_data(event, seal=seal)
    for name in whole:
        values = data[name] if isinstance(data[name], list) else []
        for leaf, value in sealed:
            if data[name] is leaf:
                secrets[name] = value
            secrets |= {f"{name}/{at}": value for at, each in enumerate(values) if each is leaf}
    return json.dumps({"data": data, "secrets": secrets}, indent=1) + "\n"


def paths(game: Game[Any]) -> list[Path]:
    """Every record of a game."""
    return [
        *SPECIMENS.glob(f"{game.key}.*.json"),
        *golden.GOLDEN.glob(f"{game.key}-*.json*"),
        golden.VECTORS / f"{game.key}.jsonl",
    ]


def write(game: Game[Any]) -> list[Path]:
    """Write the missing records of a game; return the events that never occur."""
    before = {path for path in paths(game) if path.exists()}
    own = {kind for kind in event_classes() if kind.TYPE.startswith(f"{game.key}.")}
    kinds = {kind for kind in own if not _specimen_path(kind).exists()}
    for event in missing(game, kinds):
        _specimen_path(type(event)).write_text(specimen(event), "utf-8")
    if kinds:
        names = ", ".join(sorted(kind.TYPE for kind in kinds))
        raise SystemExit(f"in {SEARCHED} deals under each policy there was no {names}")
    transcript = golden.VECTORS / f"{game.key}.jsonl"
    if not transcript.exists():
        run = played(seeded_deal(game, 1), Random(1))  # noqa: S311 - a deal that comes out the same
        line = transcript_of(game, run.events, name=f"{game.key}-001")
        transcript.write_text(json.dumps(_with_dealer(line)) + "\n", "utf-8")
    golden.write(game)
    return sorted(path for path in paths(game) if path.exists() and path not in before)


def _specimen_path(kind: type[Event]) -> Path:
    return SPECIMENS / f"{kind.TYPE}@{kind.VERSION}.json"


def _with_dealer(line: dict[str, Json]) -> dict[str, Json]:
    """The transcript with the dealer chosen by the lot."""
    return {"dealer": 0, **line}


def main(arguments: list[str]) -> str | None:
    """Write the records; return an error message, if there is one."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("key", choices=list(GAMES), help="the game")
    parser.add_argument(
        "--anew", action="store_true", help="delete the records of a game before its release"
    )
    args = parser.parse_args(arguments)
    game = GAMES[args.key]
    if args.anew:
        for path in paths(game):
            path.unlink(missing_ok=True)
    for path in write(game):
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
