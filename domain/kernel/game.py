"""A game is one frozen record of pure functions; the code that all games share is here.

A move is a proposed event. A consequence of the rules is recorded as an event too. State is a fold
of events, and a view is the same fold of the events as that observer saw them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import (
    Any,
    Final,
    Generic,
    Literal,
    NamedTuple,
    Protocol,
    TypeVar,
    cast,
    get_type_hints,
)

from domain.fairness.shuffle import Lot
from domain.kernel.cards import Card, Cards, Hands
from domain.kernel.deal import ASIDE, Opened, SeedRevealed, Shuffled
from domain.kernel.event import Clause, Event, Json, Seat, Viewer, redact
from domain.kernel.layout import Layout, LyingCards, declared, lying_cards
from domain.kernel.lesson import Lesson
from domain.kernel.options import options_of
from domain.kernel.policy import Policy
from domain.kernel.reasons import Ground, Reason
from domain.kernel.sentence import Sentence


class Standing(Protocol):
    """The fields common to the states of all games."""

    @property
    def hands(self) -> Hands:
        """One a seat, empty ones too."""
        ...


S = TypeVar("S", bound=Standing)

NOT_YOUR_TURN: Final[Clause] = "T1"
NOT_IN_HAND: Final[Clause] = "T2"
DEAL_OVER: Final[Clause] = "T3"
NOT_IN_THIS_PHASE: Final[Clause] = "T4"
NOT_A_MOVE: Final[Clause] = "T5"


class Score(Protocol):
    """The score of a series between two deals. Each game adds its own fields."""

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each side; their meaning depends on the game."""
        ...

    @property
    def dealer(self) -> Seat | None:
        """The next dealer; None: by lot."""
        ...

    @property
    def leader(self) -> Seat | None:
        """The leader of the next deal, where the deal before decides it."""
        ...

    @property
    def ranks(self) -> tuple[int, ...]:
        """The place of each side, 1 is the best, equal where shared; empty while it goes on."""
        ...

    @property
    def winner(self) -> int | None:
        """The one side on the first place; None while the series goes on, or where it is shared."""
        ...

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles that each side has earned at the end."""
        ...


def ranks_of(winner: int | None, *, sides: int) -> tuple[int, ...]:
    """The places in a series that one side wins and all others lose; none while it goes on."""
    if winner is None:
        return ()
    return tuple(1 if side == winner else 2 for side in range(sides))


class Counting(NamedTuple):
    """How the points of a series are read.

    Attributes:
        better: Whether many points are good, or few.
        until: The unit of the target: the points of a side, or the deals of the series.
        sentences: The keys of the sentences of `explain` that say what a deal brings: each deal has
            one of them. Empty: it is the first sentence.
        next_deal: The keys of its sentences about the next deal of a series.
    """

    better: Literal["high", "low"]
    until: Literal["points", "deals"] = "points"
    sentences: tuple[str, ...] = ()
    next_deal: tuple[str, ...] = ()

    @property
    def sign(self) -> Literal[1, -1]:
        """1 where many points are good, -1 where few are."""
        return 1 if self.better == "high" else -1


class Tricks(NamedTuple):
    """The tricks of a game, or whatever is laid together and leaves the table together.

    Attributes:
        zone: The zone in which their cards lie.
        ends: The events with which the cards leave it.
        before: The moves that come before the first one.
    """

    zone: str
    ends: tuple[type[Event], ...]
    before: tuple[type[Event], ...] = ()


class Following(NamedTuple):
    """The suit that a card has to follow, in a game where suit must be followed.

    Attributes:
        led: The suit that was led, or `trump`; None: the card leads.
        lacking: Whether the hand has none of it, so that any card may be played.
    """

    led: str | None
    lacking: bool = False


class Aim(NamedTuple):
    """The cards, the suit or the bid that the moves of a kind are about.

    Attributes:
        beats: The cards that they have to beat.
        takes: The cards that they bring to the hand of their seat, as far as these lie there now.
        follows: The suit that their card has to follow; None: the game has no such rule.
        holds: The bid that they hold; None: they hold none.
    """

    beats: Cards = ()
    takes: Cards = ()
    follows: Following | None = None
    holds: int | None = None


class CardPoints(NamedTuple):
    """The card points that decided a deal.

    Attributes:
        seats: The seats that took them together.
        others: The seats that played against them, and took the rest.
        points: The points that they took.
        least: The fewest with which they win.
        all: The points of the whole pack.
        tricks: How many tricks both took.
    """

    seats: tuple[Seat, ...]
    others: tuple[Seat, ...]
    points: int
    least: int
    all: int
    tricks: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S]):
    """The rules of one game.

    Attributes:
        key: Its name in the API and in stored events.
        title: Its name for people.
        version: The version of its rules; a table keeps the one that it was opened with.
        seats: The permitted numbers of seats.
        sides: The seats that win together.
        pack: The cards before the shuffle.
        lots: Other values drawn by chance at a table with so many seats, named in transcripts as
            their labels end.
        options: The class of its options; `target` names the one that ends a series.
        moves: The events that a player may choose.
        initial: The state once a deal is opened.
        evolve: The state after an event. Knows no rules, refuses nothing, tolerates unknown cards.
        consequence: The next event that needs no choice; None: the table waits.
        to_act: The seat that the table waits for; None: no seat.
        legal: Every legal move of a seat, and no other: `breaches` finds no clause in any of them.
        breaches: Every clause that a move breaks; none: it is legal.
        outcome: The event that settled the deal; None while it is on.
        ground: Why a legal move is allowed in a state, or in a view.
        explain: The event that settled a deal, in sentences for people.
        card_points: The card points of a settled deal; None: they did not decide it.
        aim: The cards on the table that moves of a class would be about now.
        played_for: The bid, the value of the game and the like, in few words, as the observer of
            the state knows them. Trumps are declared by the state.
        report: The result in the fields of the transcript format.
        opening_score: The score before the first deal, by options and number of seats.
        tally: The score after a deal.
        counting: How the points of the score are read.
        most_moves: The most moves that are legal for a seat at once, rounded up: a policy weighs
            each of them once.
        policies: The policies of its bots, besides `easy`, which plays every game. The oldest of a
            level comes first. None is removed: the moves of older records are made again.
        tricks: Its tricks, for their numbers and `last_trick` in a view; None: it has none.
        alliances: Whether seats of several sides play together within a deal.
        lesson: Its lesson; None: it has none.
        reasons: What is true of a move that a hint names; the first that is true is said.
        older: The version of its rules before this one, which has fewer options; None: none.
        cards: The cards of the pack, in no order.
    """

    key: str
    title: str
    version: str
    seats: tuple[int, ...]
    sides: Callable[[int], tuple[tuple[Seat, ...], ...]]
    pack: Cards
    lots: Callable[[int], tuple[Lot, ...]]
    options: type[Any]
    target: str
    moves: tuple[type[Event], ...]
    initial: Callable[[Opened], S]
    evolve: Callable[[S, Event], S]
    consequence: Callable[[S], Event | None]
    to_act: Callable[[S], Seat | None]
    legal: Callable[[S, Seat], Iterable[Event]]
    breaches: Callable[[S, Any], Iterable[Clause]]
    outcome: Callable[[S], Event | None]
    ground: Callable[[S, Any], Ground]
    explain: Callable[[Any], tuple[Sentence, ...]]
    report: Callable[[S], dict[str, Json]]
    opening_score: Callable[[Any, int], Score]
    tally: Callable[[Any, Any], Score]
    counting: Counting
    most_moves: int
    card_points: Callable[[Any], CardPoints | None] = lambda _: None
    aim: Callable[[S, type[Event]], Aim] = lambda _, __: Aim()
    played_for: Callable[[S], tuple[Sentence, ...]] = lambda _: ()
    policies: tuple[Policy, ...] = ()
    tricks: Tricks | None = None
    alliances: bool = False
    lesson: Lesson | None = field(default=None, repr=False, compare=False)
    reasons: tuple[Reason, ...] = ()
    older: "Game[S] | None" = field(default=None, repr=False)
    cards: frozenset[Card] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Check that the state declares where its cards lie.

        Raises:
            UndeclaredZone: It does not.
        """
        _ = self.layout
        object.__setattr__(self, "cards", frozenset(self.pack))

    @property
    def versions(self) -> "Iterator[Game[S]]":
        """All versions of its rules, the newest first."""
        yield self
        if self.older is not None:
            yield from self.older.versions

    def fitting(self, options: Mapping[str, Json]) -> "tuple[Game[S], dict[str, Json]]":
        """The oldest version of the rules that has the options, and those that it knows.

        An option that has its default asks for no later version: older programs can read the
        record.
        """
        fits, known = self, dict(options)
        for version in self.versions:
            names = {option.name for option in options_of(version.options)}
            later = [option for option in options_of(self.options) if option.name not in names]
            if all(options.get(each.name, each.default) == each.default for each in later):
                fits = version
                known = {name: value for name, value in options.items() if name in names}
        return fits, known

    def explained(self, outcome: Event, *, board: bool) -> tuple[Sentence, ...]:
        """The event that settled a deal, in sentences for people.

        A board is followed by no deal that depends on it (C24).
        """
        said = self.explain(outcome)
        return tuple(each for each in said if not (board and each.key in self.counting.next_deal))

    def has_partners(self, seats: int) -> bool:
        """Whether seats play together at a table with so many of them."""
        return self.alliances or any(len(side) > 1 for side in self.sides(seats))

    @property
    def layout(self) -> Layout:
        """The zones of its table, and its trumps: what its state declares."""
        return declared(get_type_hints(self.initial)["return"])

    @property
    def rules(self) -> str:
        """The game and its rules version, as the fairness recipe names them."""
        return f"{self.key}/{self.version}"


# --- Folding ------------------------------------------------------------------------------------


def evolve(game: Game[S], state: S, event: Event) -> S:
    """The state after an event of a deal; events that change nothing at the table are skipped."""
    return state if type(event) in ASIDE else game.evolve(state, event)


def fold(game: Game[S], events: Sequence[Event]) -> S:
    """The state of a deal from its events, the first of which opened it."""
    opened, *rest = events
    state, after = game.initial(cast("Opened", opened)), game.evolve
    for event in rest:
        if type(event) not in ASIDE:
            state = after(state, event)
    return state


def view(game: Game[S], events: Iterable[Event], viewer: Viewer) -> S:
    """The state of a deal as an observer saw it: the same fold, over the redacted events."""
    return fold(game, [redact(event, viewer) for event in events])


def lying(game: Game[S], state: S, *, zone: str | None = None) -> tuple[LyingCards, ...]:
    """Where the cards of a state lie, or of a view: each in one place, unknown ones too.

    Args:
        game: The rules.
        state: The state, or the view.
        zone: The only zone wanted; None: all.
    """
    return lying_cards(state, sides=game.sides(len(state.hands)), zone=zone)


def settle(game: Game[S], state: S) -> tuple[tuple[Event, ...], S]:
    """Apply consequences until the table waits for a player: the events, and the state after."""
    events: list[Event] = []
    while (event := game.consequence(state)) is not None:
        events.append(event)
        state = game.evolve(state, event)
    return tuple(events), state


def start(
    game: Game[S], opened: Opened, shuffled: Shuffled, *, shown: Sequence[SeedRevealed] = ()
) -> tuple[tuple[Event, ...], S]:
    """The first events of a deal, up to the first choice of a player."""
    follow, state = settle(game, game.evolve(game.initial(opened), shuffled))
    return (opened, *shown, shuffled, *follow), state
