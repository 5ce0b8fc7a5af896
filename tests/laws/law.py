"""Laws: statements that hold in every deal of every game. A deal is played once for all of them.

After each move, laws of events are asked about each new event, and laws of positions about the
position that the table waits in. At the end of the deal, laws of deals are asked about it.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Literal, NamedTuple, TypeVar

import orjson

from domain.kernel.event import FULL, PUBLIC, Event, Json, Seat, Viewer, redact, to_json
from domain.kernel.game import Game
from domain.kernel.moves import legal_moves
from domain.kernel.progress import Progress, begin, evolve
from tests.laws.play import CARDS, DEALS, MOVES, Run, deals, steps
from tests.laws.policies import SAMPLE, policies

SELDOM: Final = 20
"""Of the later positions of a long deal, laws see one in so many."""
CODES: Final = re.compile("|".join(sorted(CARDS)))
L = TypeVar("L", bound=Callable[[Any], None])


class Law(NamedTuple):
    """A law, and what it is about."""

    about: Literal["event", "position", "deal"]
    holds: Callable[[Any], None]

    @property
    def name(self) -> str:
        return self.holds.__name__


class Laws(list[Law]):
    """The laws of a module."""

    def of_events(self, law: L) -> L:
        """Declare a law of a `Happened`."""
        self.append(Law("event", law))
        return law

    def of_positions(self, law: L) -> L:
        """Declare a law of a `Walk` at a position that the table waits in."""
        self.append(Law("position", law))
        return law

    def of_deals(self, law: L) -> L:
        """Declare a law of a `Walk` at its end."""
        self.append(Law("deal", law))
        return law


class Happened(NamedTuple):
    """An event of a deal, from the shuffle on.

    Attributes:
        walk: The deal.
        event: The event.
        before: The deal before it.
        after: The deal after it, as each viewer saw it.
        seen: The event as each viewer saw it.
        shown: The cards that it shows to each viewer.
        known: The cards that earlier events had shown to each viewer.
        is_last: Whether a player may move after it, or the deal is over.
    """

    walk: "Walk"
    event: Event
    before: Progress
    after: Mapping[Viewer, Progress]
    seen: Mapping[Viewer, Event]
    shown: Mapping[Viewer, frozenset[str]]
    known: Mapping[Viewer, frozenset[str]]
    is_last: bool


@dataclass
class Walk:
    """A deal that is played once; the laws are asked at every step.

    Attributes:
        run: The deal.
        laws: The laws.
        chance: The choices of the laws. The deal has its own, so it is the same for any laws.
        name: The name of the deal in messages.
        happened: Every event from the shuffle on.
        progress: The deal now, as each viewer saw it.
        known: The cards that each viewer has been shown.
        compared: How often laws found something to compare, where they look for it.
    """

    run: Run
    laws: Iterable[Law]
    chance: Random
    name: str = ""
    happened: list[Happened] = field(default_factory=list)
    compared: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        """Begin with the first event."""
        opened = {viewer: redact(self.run.opened, viewer) for viewer in self.run.views}
        self.progress = {viewer: begin(self.run.game, seen) for viewer, seen in opened.items()}
        self.known = {viewer: cards_in(text_of(seen)) for viewer, seen in opened.items()}
        self._positions = 0

    @property
    def legal(self) -> Iterator[tuple[Seat, tuple[Event, ...]]]:
        """The legal moves of each seat, as it sees them."""
        for seat in self.run.seats:
            yield seat, legal_moves(self.run.game, self.run.views[seat], seat)

    @property
    def is_at_beginning(self) -> bool:
        """Whether no move has been made."""
        return self._positions == 1

    def look(self) -> None:
        """Ask the laws about the events since the last look, and about the position."""
        self._positions += 1
        closely = self._positions <= MOVES or self._positions % SELDOM == 0
        new = self.run.events[len(self.happened) + 1 :]
        for event in new:
            self._follow(event, is_last=event is new[-1])
            if closely:
                self._ask("event", self.happened[-1])
        if closely:
            self._ask("position", self)

    def end(self) -> None:
        """Ask the laws of deals."""
        self._ask("deal", self)

    def _follow(self, event: Event, *, is_last: bool) -> None:
        seen = {viewer: redact(event, viewer) for viewer in self.progress}
        texts = {id(one): cards_in(text_of(one)) for one in seen.values()}
        shown = {viewer: texts[id(one)] for viewer, one in seen.items()}
        before, known = self.progress[FULL], self.known
        self.progress = {
            viewer: evolve(progress, seen[viewer]) for viewer, progress in self.progress.items()
        }
        self.known = {viewer: cards | shown[viewer] for viewer, cards in known.items()}
        self.happened.append(
            Happened(self, event, before, self.progress, seen, shown, known, is_last)
        )

    def _ask(self, about: str, subject: Any) -> None:
        for law in self.laws:
            if law.about == about:
                with self._named(law):
                    law.holds(subject)

    @contextmanager
    def _named(self, law: Law) -> Iterator[None]:
        try:
            yield
        except Exception as failed:
            event = self.happened[-1].event
            place = f"{self.run.game.key}, {self.name}, event {len(self.happened) + 1} ({event})"
            raise AssertionError(f"{law.name}: {place}: {failed!r}") from failed


def hold(
    game: Game[Any],
    policy: str,
    laws: Iterable[Law],
    *,
    count: int | None = None,
    options: Mapping[str, Json] | None = None,
) -> list[Walk]:
    """Play deals by a policy; the laws must hold in them.

    Raises:
        AssertionError: A law does not hold, or a deal does not end.
    """
    if count is None:
        count = DEALS // 2 if policy == "by_kind" else SAMPLE
    choose, walks = policies(game)[policy], list[Walk]()
    for number, (run, chance) in enumerate(deals(game, count=count, salt=policy, options=options)):
        name = f"deal {number} under {policy}"
        walks.append(walk := Walk(run, laws, Random(f"laws of {name}"), name))
        walk.look()
        for _ in steps(run, chance, choose(run)):
            walk.look()
        walk.end()
    return walks


def text_of(value: Any) -> str:
    """The JSON of a value."""
    return orjson.dumps(to_json(value)).decode()


def cards_in(text: str) -> frozenset[str]:
    """The cards that a text names, even within other words."""
    return frozenset(CODES.findall(text))


def others(seat: Seat, run: Run) -> tuple[Viewer, ...]:
    """Every viewer but a seat."""
    return (PUBLIC, *(other for other in run.seats if other != seat))
