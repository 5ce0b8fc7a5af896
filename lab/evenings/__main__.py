"""``python -m lab.evenings``: play whole tournaments on processes that are killed meanwhile.

Persons are programs that play the first legal move or another one; all others are bots. Three
times, at a random moment, a part of the service is killed. At the end the standings have to equal
an independent calculation, and the evidence has to verify in both languages.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from lab.bench import machine
from lab.campaign.setups import SET_UPS
from lab.evenings.evening import EVENINGS, Played, play, tiny
from tests.servers import NotHereError

REPORT: Final = Path(__file__).with_name("REPORT.md")
HOW: Final = """# Evenings

Written by `python -m lab.evenings --write`. Each evening is played to its end, while parts of the
service are killed at random moments. Standings: equal to those that `tests/oracles/standings.py`
calculates from the answers. Evidence: the bundle of the tournament, verified by Python and by
JavaScript. What needs the rules of a game is open in JavaScript.
"""
HEAD: Final = (
    "| set-up | evening | players | tables | deals | killed | took | standings | evidence |"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play evenings.

    Returns:
        0, or 1 if something was wrong or a set-up is missing here.
    """
    parser = argparse.ArgumentParser(prog="python -m lab.evenings", description=__doc__)
    parser.add_argument("--setup", choices=[*SET_UPS], nargs="*", default=["embedded"])
    parser.add_argument("--evening", choices=[*EVENINGS], nargs="*", default=[*EVENINGS])
    parser.add_argument("--kills", type=int, default=3, help="of each evening (default: 3)")
    parser.add_argument("--seed", type=int, default=1, help="of moves and kills (default: 1)")
    parser.add_argument("--tiny", action="store_true", help="eight players, to try the program")
    parser.add_argument("--write", action="store_true", help="write REPORT.md")
    args = parser.parse_args(arguments)
    played, missing = list[tuple[str, Played]](), list[str]()
    for name in args.setup:
        try:
            with SET_UPS[name]() as set_up:
                for evening in args.evening:
                    chance = random.Random(f"{args.seed}/{name}/{evening}")
                    which = tiny(EVENINGS[evening]) if args.tiny else EVENINGS[evening]
                    done = play(which, set_up, chance, kills=args.kills)
                    print(row(name, done), *done.wrong, sep="\n", flush=True)
                    played.append((name, done))
        except NotHereError as error:
            missing.append(f"The set-up {name} is missing here: {error}.")
    text = report(played, missing, seed=args.seed)
    if args.write:
        REPORT.write_text(text, encoding="utf-8")
    return int(bool(missing) or any(done.wrong for _, done in played))


def report(played: Sequence[tuple[str, Played]], missing: Sequence[str], *, seed: int) -> str:
    """The report of some evenings, in Markdown."""
    about = {**dict(machine.describe()), "seed": str(seed)}
    facts = "\n".join(f"- {name}: {value}" for name, value in about.items())
    rows = "\n".join(row(name, done) for name, done in played)
    wrong = "\n".join(f"- {name}: {each}" for name, done in played for each in done.wrong)
    parts = (HOW.strip(), facts, f"{HEAD}\n{'|---' * 9}|\n{rows}", wrong, *missing)
    return "\n\n".join(part for part in parts if part) + "\n"


def row(name: str, done: Played) -> str:
    """A line about an evening."""
    killed = ", ".join(done.killed)
    cells = (name, done.name, done.players, done.tables, done.deals, killed)
    ends = (f"{done.seconds:.0f} s", done.standings, done.evidence)
    return "| " + " | ".join(map(str, (*cells, *ends))) + " |"


if __name__ == "__main__":
    sys.exit(main())
