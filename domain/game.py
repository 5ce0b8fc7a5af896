"""A game is one frozen record of pure functions; what all games share is written here, once.

A move is a proposed event. What the table does by itself is a recorded consequence. State is a fold
of events, and a view is the same fold of the events as that observer saw them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import reduce
from typing import (
    Any,
    Final,
    Generic,
    Literal,
    NamedTuple,
    Protocol,
    TypeVar,
    cast,
    get_args,
    get_origin,
)

from domain.cards import UNKNOWN, Card, Cards
from domain.deal import Opened, Revealed, Shuffled, follows, opens
from domain.event import Clause, Digest, Event, Json, Observer, Seat, redact, to_json
from domain.fairness import Lot
from domain.options import BadOption

S = TypeVar("S")

NOT_YOUR_TURN: Final[Clause] = "T1"
NOT_IN_HAND: Final[Clause] = "T2"
DEAL_OVER: Final[Clause] = "T3"
NOT_IN_THIS_PHASE: Final[Clause] = "T4"
NOT_A_MOVE: Final[Clause] = "T5"


class Score(Protocol):
    """What a series stands at, between two deals. Each game adds what it has to remember."""

    @property
    def points(self) -> tuple[int, ...]:
        """What each side has; what they count for, the game says."""
        ...

    @property
    def dealer(self) -> Seat | None:
        """Who deals next; None: by lot."""
        ...

    @property
    def leader(self) -> Seat | None:
        """Who leads the next deal, where the deal before decides it."""
        ...

    @property
    def winner(self) -> int | None:
        """The side that has won the series; None while it goes on."""
        ...

    @property
    def titles(self) -> tuple[str, ...]:
        """What each side may be called for it, at the end."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S]):
    """The rules of one game.

    Attributes:
        key: Its name in the API and in stored events.
        title: Its name for people.
        version: The version of its rules; a table keeps the one that it was opened with.
        seats: How many may sit.
        sides: The seats that win together.
        pack: The cards before the shuffle.
        lots: What else is drawn by chance, named in transcripts as their labels end.
        options: The class of its options; `target` names the one that ends a series.
        moves: What a player may choose.
        initial: The state once a deal is opened.
        evolve: The state after an event. Knows no rules, refuses nothing, tolerates unknown cards.
        consequence: What follows with no one choosing; None: the table waits.
        to_act: The seat that the table waits for; None: for nobody.
        candidates: The moves worth a look, every legal one among them.
        breaches: Every clause that a move breaks; none: it is legal.
        outcome: The event that settled the deal; None while it is on.
        report: The result in the fields of the transcript format.
        opening_score: The score before the first deal.
        tally: The score after a deal.
    """

    key: str
    title: str
    version: str
    seats: tuple[int, ...]
    sides: Callable[[int], tuple[tuple[Seat, ...], ...]]
    pack: Cards
    lots: tuple[Lot, ...]
    options: type[Any]
    target: str
    moves: tuple[type[Event], ...]
    initial: Callable[[Opened], S]
    evolve: Callable[[S, Event], S]
    consequence: Callable[[S], Event | None]
    to_act: Callable[[S], Seat | None]
    candidates: Callable[[S, Seat], Iterable[Event]]
    breaches: Callable[[S, Any], Iterable[Clause]]
    outcome: Callable[[S], Event | None]
    report: Callable[[S], dict[str, Json]]
    opening_score: Callable[[Any], Score]
    tally: Callable[[Any, Any], Score]

    @property
    def rules(self) -> str:
        """The game and its rules version, as the fairness recipe names them."""
        return f"{self.key}/{self.version}"


# --- Folding ------------------------------------------------------------------------------------


def fold(game: Game[S], events: Sequence[Event]) -> S:
    """The state of a deal from its events, the first of which opened it."""
    opened, *rest = events
    return reduce(game.evolve, rest, game.initial(cast("Opened", opened)))


def view(game: Game[S], events: Iterable[Event], observer: Observer) -> S:
    """The state of a deal as an observer saw it: the same fold, of what he was shown."""
    return fold(game, [redact(event, observer) for event in events])


# --- Moves --------------------------------------------------------------------------------------


class IllegalMove(Exception):
    """A move that the rules refuse, with every clause that it breaks."""

    def __init__(self, move: Event, clauses: tuple[Clause, ...]) -> None:
        super().__init__(f"{move.MOVE}: {', '.join(clauses)}")
        self.move = move
        self.clauses = clauses


class NotAMove(ValueError):
    """Words that are no move of the game (T5), with the JSON pointer to what is wrong."""

    def __init__(self, pointer: str, detail: str) -> None:
        super().__init__(f"{pointer or '/'}: {detail}")
        self.pointer = pointer
        self.detail = detail


def breaches(game: Game[S], state: S, move: Event) -> tuple[Clause, ...]:
    """Every clause that a move breaks, the general ones (T1-T5) among them; none: it is legal."""
    cards = _cards_of(move)
    offended: set[Clause] = set()
    if game.outcome(state) is not None:
        offended.add(DEAL_OVER)
    if any(hint == Cards and not getattr(move, name) for name, hint in move.KINDS.items()):
        offended.add(NOT_A_MOVE)
    if cast("Any", move).seat not in range(max(game.seats)):
        offended.add(NOT_A_MOVE)
    elif set(game.pack).issuperset(cards):
        offended.update(game.breaches(state, move))
    else:
        offended.update((NOT_IN_HAND, NOT_A_MOVE))
    return tuple(sorted(offended, key=lambda clause: (clause[0], int(clause[1:]))))


def _cards_of(move: Event) -> Cards:
    named: list[Card] = []
    for name, hint in move.KINDS.items():
        value = getattr(move, name)
        if hint == Cards:
            named.extend(value)
        elif Card in (hint, *get_args(hint)) and value is not None:
            named.append(value)
    return tuple(named)


def legal_moves(game: Game[S], state: S, seat: Seat) -> tuple[Event, ...]:
    """Every move that the seat may make now. The same from its own view as from the full state."""
    if game.outcome(state) is not None:
        return ()
    return tuple(
        move for move in game.candidates(state, seat) if not any(game.breaches(state, move))
    )


def settle(game: Game[S], state: S) -> tuple[tuple[Event, ...], S]:
    """What the table does by itself until it waits for a player: the events, the state after."""
    events: list[Event] = []
    while (event := game.consequence(state)) is not None:
        events.append(event)
        state = game.evolve(state, event)
    return tuple(events), state


def decide(game: Game[S], state: S, move: Event, *, seen: S) -> tuple[tuple[Event, ...], S]:
    """A move and all that follows from it.

    Args:
        game: The rules.
        state: The full state.
        move: What the player proposes.
        seen: The state as that player sees it. Legality is judged on this alone, so that a refusal
            can not tell him what he does not know.

    Raises:
        IllegalMove: The move breaks a clause; nothing has changed.
    """
    if clauses := breaches(game, seen, move):
        raise IllegalMove(move, clauses)
    follow, after = settle(game, game.evolve(state, move))
    return (move, *follow), after


def start(game: Game[S], opened: Opened, shuffled: Shuffled) -> tuple[tuple[Event, ...], S]:
    """The first events of a deal, up to the first choice of a player."""
    follow, state = settle(game, game.evolve(game.initial(opened), shuffled))
    return (opened, shuffled, *follow), state


# --- Words and moves ----------------------------------------------------------------------------


def move_fields(kind: type[Event]) -> Iterator[tuple[str, Any, bool]]:
    """Name, type and whether it must be given, of all that a player says with a move."""
    for each in fields(cast("Any", kind)):
        if each.name != "seat":
            yield each.name, kind.KINDS[each.name], each.default is MISSING


def parse_move(game: Game[Any], seat: Seat, raw: Json) -> Event:
    """The event that a move of the API or of a transcript proposes.

    Args:
        game: The rules.
        seat: Who moves.
        raw: A JSON object: ``{"type": "beat", "cards": ["TH", "AC"]}``.

    Raises:
        NotAMove: It is not a move at all (T5); its cards, though, need not be cards of the pack.
    """
    if not isinstance(raw, Mapping):
        raise NotAMove("", "a move is an object with a type")
    said = dict(cast("Mapping[str, Json]", raw))
    name = said.pop("type", None)
    kind = next((kind for kind in game.moves if name == kind.MOVE), None)
    if kind is None:
        names = ", ".join(str(kind.MOVE) for kind in game.moves)
        raise NotAMove("/type", f"must be one of {names}")
    values: dict[str, Any] = {"seat": seat}
    for field, hint, required in move_fields(kind):
        if field in said:
            values[field] = _parse(said.pop(field), hint, f"/{field}")
        elif required:
            raise NotAMove(f"/{field}", f"{name} needs {field}")
    if said:
        raise NotAMove(_pointer(str(next(iter(said)))), f"{name} has no such field")
    return cast("Callable[..., Event]", kind)(**values)


def _pointer(field: str) -> str:
    """A JSON pointer (RFC 6901) to a field of any name, fit to be sent back."""
    sendable = field.encode(errors="replace").decode()
    return "/" + sendable.replace("~", "~0").replace("/", "~1")


def _parse(value: Json, hint: Any, pointer: str) -> Any:
    if hint == Cards:
        if not isinstance(value, list):
            raise NotAMove(pointer, "must be a list of cards")
        return tuple(_parse(card, Card, f"{pointer}/{at}") for at, card in enumerate(value))
    if hint is Card or Card in get_args(hint):
        if not isinstance(value, str) or value == UNKNOWN:
            raise NotAMove(pointer, "must be a card code such as TH")
        return value
    if get_origin(hint) is Literal:
        if not any(type(value) is type(one) and value == one for one in get_args(hint)):
            raise NotAMove(pointer, f"must be one of {', '.join(map(str, get_args(hint)))}")
        return value
    if type(value) is not hint:
        raise NotAMove(
            pointer, "must be true or false" if hint is bool else "must be a whole number"
        )
    return value


def say(move: Event) -> dict[str, Json]:
    """A move in the words of the API: what `parse_move` reads."""
    said: dict[str, Json] = {"type": move.MOVE}
    for name, _, required in move_fields(type(move)):
        value = to_json(getattr(move, name))
        if required or value is not None:
            said[name] = value
    return said


# --- Checking a record --------------------------------------------------------------------------


class Finding(NamedTuple):
    """Something in a record that the rules do not bear out."""

    position: int
    """The event, from 1."""
    clauses: tuple[Clause, ...]
    detail: str


def check(game: Game[S], events: Sequence[Event]) -> tuple[Finding, ...]:
    """Play a full record through the rules: every move legal, every consequence as they demand.

    The first finding ends the check: what comes after an event that could not happen says nothing.
    """
    match events:
        case [Opened() as opened, Shuffled() as shuffled, *rest]:
            found = _check_opening(game, opened, shuffled)
        case _:
            return (Finding(1, (), "a deal begins with deal.opened and deal.shuffled"),)
    if found is not None:
        return (found,)
    state = game.evolve(game.initial(opened), shuffled)
    for position, event in enumerate(rest, start=3):
        if isinstance(event, Revealed):
            settled = game.outcome(state) is not None and position == len(events)
            found = _check_reveal(opened, event) if settled else _OUT_OF_PLACE
        else:
            found = _check_one(game, state, event)
        if found is not None:
            return (found._replace(position=position),)
        state = game.evolve(state, event)
    if (missing := game.consequence(state)) is not None:
        return (Finding(len(events), (), f"{missing.TYPE} should have followed"),)
    return ()


def _check_opening(game: Game[Any], opened: Opened, shuffled: Shuffled) -> Finding | None:
    try:
        game.initial(opened)
    except BadOption as bad:
        return Finding(1, (), str(bad))
    if opened.seed is not None and not opens(opened, Digest(opened.seed)):
        return Finding(1, (), "the seed does not open the commitment")
    if not follows(opened, shuffled, pack=game.pack, lots=game.lots):
        return Finding(2, (), "the shuffle does not follow from what was fixed before it")
    return None


def _check_reveal(opened: Opened, revealed: Revealed) -> Finding | None:
    if opens(opened, revealed.seed):
        return None
    return Finding(0, (), "the seed does not open the commitment")


_OUT_OF_PLACE: Final = Finding(0, (), "the seed is revealed at the end of a deal, and once")


def _check_one(game: Game[S], state: S, event: Event) -> Finding | None:
    due = game.consequence(state)
    if due is not None:
        if due == event:
            return None
        return Finding(0, (), f"{due.TYPE} follows by itself, and is not what stands here")
    if type(event) not in game.moves:
        return Finding(0, (), f"{event.TYPE} does not follow here")
    clauses = breaches(game, state, event)
    return Finding(0, clauses, f"{event.MOVE} was not legal") if clauses else None
