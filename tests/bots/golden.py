"""Golden decisions: a digest of what each policy of each game decides, under each of its options.

``python -m tests.bots.golden`` adds those that are missing. A released policy never changes, as
older records are made again by it. ``python -m tests.bots.golden durak/hard/1`` writes those of a
policy anew that no release has; the reason belongs in the message of the commit.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import bots
from domain.games import GAMES
from domain.kernel.chance import words
from domain.kernel.event import Json
from domain.kernel.policy import FRESH, Decision, Policy
from tests.bots.decisions import Question, decisions, variants

PATH: Final = Path(__file__).with_suffix(".json")
DEALS: Final = 12
"""Under the usual options. A deal takes a few milliseconds."""
OTHERS: Final = 3
"""Under other options."""
MOST: Final = 100
"""Of a long deal, so many positions are looked at."""
EACH: Final = 5
"""A policy that searches is asked in one position of so many."""
DIGITS: Final = 16


class Case(NamedTuple):
    """A policy of a game under some options."""

    key: str
    policy: Policy
    options: dict[str, Json]

    def __str__(self) -> str:
        return f"{self.key}/{self.policy.name}/{self.policy.version} {json.dumps(self.options)}"

    @property
    def name(self) -> str:
        """The policy."""
        return str(self).partition(" ")[0]

    def positions(self, number: int = 0) -> Sequence[Question]:
        """Positions of a deal that `easy` bots play, with their decisions."""
        return _positions(self.key, json.dumps(self.options), number)

    def answers(self) -> Iterator[Question]:
        """The decisions of the policy in the positions of some deals.

        A policy that searches decides in a fifth of the positions of one deal.
        """
        searches = bool(self.policy.budget)
        for number in range(1 if searches else OTHERS if self.options else DEALS):
            for each in self.positions(number)[:: EACH if searches else 1]:
                yield each._replace(decision=self.decide(each))

    def decide(self, question: Question, **other: Any) -> Decision:
        """The decision of the policy; what is given besides replaces what it was asked."""
        question_parts = {"seat": question.seat, "shown": question.shown, "view": question.view}
        question_parts |= {"legal": question.legal, "seed": question.seed} | other
        game = GAMES[self.key]
        return bots.choose(game, self.policy.name, opened=self.policy.since, **question_parts)


@cache
def _positions(key: str, options: str, number: int) -> Sequence[Question]:
    deal = decisions(key, "easy", json.loads(options), number, version=FRESH)
    return tuple(each for each in islice(deal, MOST) if each.legal)


def digest(answers: Iterable[Question]) -> str:
    """A digest of decisions, and of what they rest on."""
    found = sha256()
    for each in answers:
        found.update(_line(each.decision).encode())
    return found.hexdigest()[:DIGITS]


def _line(decision: Decision) -> str:
    values = [(words(move), value) for move, value in decision.values]
    return f"{words(decision.move)} {values} {[*decision[2:]]}\n"


def every_case() -> list[Case]:
    """Every policy of every game, under all its options."""
    return [
        Case(key, policy, options)
        for key, game in GAMES.items()
        for policy in bots.policies(game)
        for options in variants(game)
    ]


def golden() -> dict[str, str]:
    """The digests by their cases."""
    return json.loads(PATH.read_text("utf-8")) if PATH.exists() else {}


def main(names: Sequence[str]) -> None:
    """Write the digests that are missing, and those of these policies."""
    known = {name: found for name, found in golden().items() if name.split()[0] not in names}
    found = {str(case): known.get(str(case)) or digest(case.answers()) for case in every_case()}
    PATH.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
