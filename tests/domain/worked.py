"""Worked cases of the rules, in the notation of the rule texts: files of `cases`.

A case is a paragraph. Its first line has its clauses and what it shows; ``#`` begins a comment.

    G13 the one on turn may pull too
    dealt: 9S 6C 7D 8H | 9D QD 10D AD | 8S 9H 7C JD | 6H 7H JH KH; trump C
    play: 0 lead 9S
    kinds 1: discard pull
    refused G13 T2: 1 pull 9D QD 10D 8H
    legal: 1 discard 9D
    play: 1 pull 9D QD 10D AD
    then: -
    turn: 2
    seen public hands 1: -

| line | meaning |
|---|---|
| the name of a function: hands; options | a new position, or result |
| the name of a function ARGUMENTS: value | its value |
| play: moves; lay: tricks of Skat | the moves are made |
| answer LEVEL: move or move | what a bot does in the view of a seat: one of these |
| then: events | what the last move brought about, with fields that are named |
| refused CLAUSES: moves; legal: moves | the clauses that each of these moves would break; none |
| kinds SEAT, playable SEAT | the kinds of moves that a seat may make; the cards that it may play |
| count PATH: number; sizes PATH: numbers | how many things a field has, or each part of it |
| seen VIEWER PATH: value | a field in the view of a seat, or of the public |
| why VIEWER: sentence | why the last move was allowed, as a viewer knows it |
| explained NUMBER: sentence | the words about the event that ended the deal |
| to_act: seat; report PATH: value | what the rules say of the position |
| PATH: value | a field of the position, of its state, or of the phase that it is in |
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from domain.kernel.cards import UNKNOWN
from domain.kernel.event import Event
from tests.domain.in_english import in_english
from tests.domain.positions import Position

NOTHING = "-"
WORDS = {"none": None, "yes": True, "no": False}


class Case(NamedTuple):
    """A case: its name, and its lines as key and value."""

    name: str
    lines: tuple[tuple[str, str], ...]


def cases(folder: Path, pattern: str = "*") -> dict[str, Case]:
    """The cases in the files of a folder, by name."""
    files = sorted((folder / "cases").glob(f"{pattern}.txt"))
    found = [case for file in files for case in _paragraphs(file.read_text("utf-8"))]
    named = {case.name: case for case in found}
    assert len(named) == len(found), "two cases have one name"
    return named


def _paragraphs(text: str) -> Iterator[Case]:
    for paragraph in text.split("\n\n"):
        lines = [line for line in paragraph.splitlines() if line and line[0] != "#"]
        if lines:
            name, *rest = lines
            pairs = (line.split(":", 1) for line in rest)
            yield Case(name, tuple((key, said.strip()) for key, said in pairs))


def check(case: Case, positions: Mapping[str, Any]) -> None:
    """Play a case, and compare what it says.

    Args:
        case: The case.
        positions: Functions of the game, by name.
    """
    deal: Any = None
    happened: tuple[Event, ...] = ()
    for key, said in case.lines:
        name, *words = key.split()
        if name in positions and words:
            words = " ".join(words).split(" | ")
            assert text(positions[name](*words)) == said, key
        elif name in positions:
            deal = _built(positions[name], said)
        elif name == "play":
            happened = deal.make(*said.split(", "))
        elif name == "lay":
            for card in said.replace(", ", " ").split():
                happened = deal.make(f"{deal.turn} play {card}")
        elif name in {"refused", "legal"}:
            for move in said.split(", "):
                assert deal.refusal(move) == tuple(words), (key, move)
        elif name == "then":
            _compare_events(happened[1:], said)
        else:
            value = text(_value(deal, name, words, happened))
            assert value in (said.split(" or ") if name == "answer" else [said]), (key, value)


def _compare_events(follow: Sequence[Event], said: str) -> None:
    wanted = [] if said == NOTHING else said.split(", ")
    assert len(wanted) == len(follow), follow
    for event, each in zip(follow, wanted, strict=True):
        name, *fields = each.split()
        assert event.TYPE.partition(".")[2] == name, event
        for key, value in (field.split("=") for field in fields):
            assert text(getattr(event, key)).replace(" ", "/") == value, (event, key)


def _built(build: Callable[..., Position], said: str) -> Position:
    """``hand | hand; option value`` as the arguments of a function."""
    first, *options = said.split("; ")
    hands = [hand.removeprefix(NOTHING) for hand in first.split(" | ")] if first else []
    pairs = (option.split(" ", 1) for option in options)
    return build(*hands, **{key: _argument(value) for key, value in pairs})


def _argument(said: str) -> Any:
    words = said.split()
    if all(word.lstrip("-").isdigit() for word in words):
        numbers = tuple(map(int, words))
        return numbers if len(numbers) > 1 else numbers[0]
    return WORDS.get(said, said)


def _value(deal: Any, name: str, words: list[str], happened: Sequence[Event]) -> Any:
    match name:
        case "answer" | "kinds" | "playable":
            return getattr(deal, name)(int(words[0]) if words[0].isdigit() else words[0])
        case "count" | "sizes":
            found = _value(deal, words[0], words[1:], happened)
            return len(found) if name == "count" else tuple(map(len, found))
        case "why" | "explained":
            return _sentence(deal, name, words, happened)
        case "to_act" | "report":
            return _field(getattr(deal.game, name)(deal.state), words)
        case "seen":
            viewer, *words = words
            return _field(deal.seen_by(int(viewer) if viewer.isdigit() else viewer), words)
    state = getattr(deal, "state", None)
    owners = (state, deal, getattr(state, "phase", None))
    values = (getattr(owner, name) for owner in owners if hasattr(owner, name))
    return _field(next(value for value in values if not callable(value)), words)


def _sentence(deal: Any, name: str, words: list[str], happened: Sequence[Event]) -> Any:
    if name == "explained":
        return _field(in_english(deal.game.explain(happened[-1])), words)
    (viewer,) = words
    (sentence,) = in_english([deal.why(int(viewer) if viewer.isdigit() else viewer)])
    return sentence


def _field(value: Any, words: list[str]) -> Any:
    for word in words:
        if word.lstrip("-").isdigit():
            value = value[int(word)]
        else:
            value = value[word] if isinstance(value, dict) else getattr(value, word)
    return value


def text(value: Any) -> str:
    """A value of a case."""
    for word, meant in WORDS.items():
        if value is meant:
            return word
    if isinstance(value, set | frozenset):
        return " ".join(sorted(map(text, value))) or NOTHING
    if isinstance(value, tuple | list):
        between = " | " if any(isinstance(each, tuple) for each in value) else " "
        return between.join(map(text, value)) or NOTHING
    if value == UNKNOWN:
        return "?"
    said = str(value)
    return f"10{said[1]}" if len(said) == 2 and said[0] == "T" else said or NOTHING
