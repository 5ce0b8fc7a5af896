"""A finished deal of ours as a record: `parsing.py` makes the same deal of it again."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, cast

from domain.games.skat import rules
from domain.games.skat.cards import NULL
from domain.games.skat.model import (
    Accepted,
    Bid,
    Claimed,
    Conceded,
    ConcessionAsked,
    Dealt,
    Declared,
    Declined,
    Discarded,
    HandOpened,
    Held,
    Passed,
    PickedUp,
    Played,
    SkatTaken,
    players_after,
)
from domain.games.skat.phases import Over, State
from domain.kernel.deal import ASIDE, Opened, Shuffled
from domain.kernel.event import Event
from formats.iss import result
from formats.iss.cards import CODES, written
from formats.iss.ours import PLACE, comment, due
from formats.iss.rerun import KINDS

_LETTERS: Final = {kind: letter for letter, kind in KINDS.items()}


def write(events: Sequence[Event], *, date: datetime | None = None) -> str:
    """Write a finished deal of Skat as one line (`formats.notation.Writing`)."""
    opened = cast("Opened", events[0])
    moves, state = _moves(events)
    assert isinstance(state.phase, Over), "the deal is over"
    assert state.dealer is not None, "somebody dealt"
    players = range(len(state.players))
    properties = {
        "GM": "Skat",
        "PC": PLACE,
        "CO": comment(opened, dealer=state.dealer),
        "SE": opened.table,
        "ID": opened.deal,
        **({} if date is None else {"DT": f"{date:%Y-%m-%d/%H:%M:%S}/UTC"}),
        **{f"P{place}": f"seat {state.players[place]}" for place in players},
        **{f"R{place}": "" for place in players},
        "MV": f"{moves} ",
        "R": result.written(due(state.phase.settled, state.players)),
    }
    return f"(;{''.join(f'{name}[{value}]' for name, value in properties.items())} ;)"


def _moves(events: Sequence[Event]) -> tuple[str, State]:
    """The moves, word by word, and the state of the deal at its end."""
    state = rules.initial(cast("Opened", events[0]))
    words: list[str] = []
    events = [event for event in events if type(event) not in ASIDE]
    for at, event in enumerate(events[1:], start=1):
        if isinstance(event, Declined) and not _must_be_said(events[at + 1 :]):
            said = ""
        else:
            said = _said(event, state)
        if isinstance(event, HandOpened) and isinstance(events[at - 1], Declared):
            words[-1] += f".{written(event.cards)}"
        elif said:
            words.append(said)
        state = rules.evolve(state, event)
    return " ".join(words), state


def _must_be_said(rest: Sequence[Event]) -> bool:
    """Whether a refusal must be written, as the next move is a concession by a defender."""
    moves = (event for event in rest if event.MOVE is not None)
    return isinstance(
        next((move for move in moves if not isinstance(move, Declined)), None), Conceded
    )


def _said(event: Event, state: State) -> str:
    """The words of a record for an event; empty for a consequence."""
    match event:
        case Dealt():
            hands = (event.hands[seat] for seat in players_after(event.dealer, state.seats))
            cards = (*(card for hand in hands for card in hand), *state.skat[9:11])
            return f"w {written(cards)}"
        case SkatTaken():
            return f"w {written(event.cards)}"
        case Discarded() | Shuffled():
            return ""
        case _ if event.MOVE is None:
            return ""
        case _:
            seat = cast("Any", event).seat
            return f"{state.players.index(seat)} {_does(event, state)}"


def _does(move: Event, state: State) -> str:
    match move:
        case Played():
            return CODES[move.card]
        case Bid():
            return str(move.value)
        case Declared():
            discards = () if move.hand else state.skat
            return ".".join(filter(None, (type_of(move), written(discards))))
        case Claimed():
            return f"SC.{written(state.hands[move.seat])}"
        case _:
            return _WORDS[type(move)]


_WORDS: Final[dict[type[Event], str]] = {
    Held: "y",
    Passed: "p",
    PickedUp: "s",
    Conceded: "RE",
    ConcessionAsked: "RE",
    Accepted: "RE",
    Declined: "p",
}


def type_of(declared: Declared) -> str:
    """The contract in the notation: an announcement that another one includes is left out."""
    letter = _LETTERS[declared.contract]
    if declared.ouvert:
        hand = "H" if declared.hand and declared.contract == NULL else ""
        return f"{letter}O{hand}"
    if declared.schwarz:
        return f"{letter}HZ"
    return letter + "H" * declared.hand + "S" * declared.schneider
