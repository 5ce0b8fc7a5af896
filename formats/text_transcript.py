"""Text transcripts: a deal in lines for people, from each event's own fields. Knows no game."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Final, cast

from domain.games import rules_of
from domain.kernel.deal import ActSigned, MoveSigned, Opened, shuffle_at
from domain.kernel.event import Event, Json, to_json
from domain.kernel.hints import HintGiven
from domain.kernel.leaving import PASSING, explain_end
from domain.kernel.progress import Progress, evolve, explain_move, progress_at
from domain.kernel.sentence import Sentence
from formats.notation import Note
from languages.catalogue import IN_ENGLISH

_UNTOLD: Final = (MoveSigned, ActSigned, HintGiven, *PASSING)
"""Signatures, hints, and who comes and goes: they are no play."""


def lines_of(
    events: Sequence[Event], *, name: str, notes: Sequence[Note] = (), ending: Sequence[str] = ()
) -> Iterator[str]:
    """A deal as text: a line for each event, and its end. Moves are numbered from 0.

    Below a move stands why the rules allowed it.

    Args:
        events: The full events of the deal, from the first on.
        name: The name of the deal.
        notes: The words of a foreign record that are no moves.
        ending: How it ended, where no event says so.
    """
    first = cast("Opened", events[0])
    game = rules_of(first.game, first.rules)
    beginning = shuffle_at(events)
    deal = progress_at(game, events[:beginning])
    opened, shuffled = deal.opened, deal.shuffled
    assert shuffled is not None, "a deal that was not dealt has no text transcript"
    options = ", ".join(f"{option} {_value(value)}" for option, value in opened.options.items())
    yield plain(f"{name}: {opened.game}{f' ({options})' if options else ''}")
    if opened.test:
        yield f"       {IN_ENGLISH.text(Sentence('deal-of-test'))}"
    yield from (f"       seat {each.seat} adds its seed" for each in deal.shown)
    yield f"       deck: {' '.join(shuffled.deck)}"
    moves = count()
    for at, event in enumerate(events[beginning:], start=beginning):
        yield from (f"       {note.text}" for note in notes if note.after == at)
        if not isinstance(event, _UNTOLD):
            place = f"[{next(moves):3}]" if event.MOVE is not None else ""
            yield f"{place:5}  {_happened(event)}"
        if event.MOVE is not None:
            yield f"       {IN_ENGLISH.text(explain_move(deal, event))}"
        deal = evolve(deal, event)
    yield from (f"       {note.text}" for note in notes if note.after == len(events))
    yield from (f"       {words}" for words in ending or _ending(deal))


def _ending(deal: Progress) -> Iterator[str]:
    """How a deal ended, by its events."""
    sentences: tuple[Sentence, ...] = (Sentence("deal-on"),)
    if deal.outcome is not None:
        sentences = deal.game.explained(deal.outcome, board=deal.opened.board is not None)
    elif deal.abandoned is not None:
        sentences = (explain_end(deal.abandoned.seats, deal.abandoned.reason),)
    return map(IN_ENGLISH.text, sentences)


def plain(text: str) -> str:
    """The text with characters that do not print, such as terminal control codes, escaped."""
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape").decode() for one in text
    )


def _happened(event: Event) -> str:
    """Such as ``seat 1 beat TH AC`` or ``trick taken: seat 2``."""
    said = dict(to_json(event))
    if event.MOVE is not None:
        return f"seat {said['seat']} {words_of_move(event)}"
    name = event.TYPE.rpartition(".")[2].replace("_", " ")
    return f"{name}: {_fields(said)}"


def words_of_move(move: Event) -> str:
    """Such as ``beat TH AC``."""
    said = {name: value for name, value in to_json(move).items() if name != "seat"}
    return f"{cast('str', move.MOVE).replace('_', ' ')} {_fields(said)}".rstrip()


def _fields(said: Mapping[str, Json]) -> str:
    """Cards appear without a label; every other field has its name."""
    words = (
        _value(value)
        if name in {"cards", "card", "hands"}
        else f"{name.replace('_', ' ')} {_value(value)}"
        for name, value in said.items()
    )
    return ", ".join(words)


def _value(value: Json) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{name.replace('_', ' ')} {_value(each)}" for name, each in value.items())
    if not isinstance(value, list):
        return _word(value)
    if any(isinstance(each, list | dict) for each in value):
        return " | ".join(f"{at}: {_value(each)}".rstrip() for at, each in enumerate(value))
    return " ".join(map(_word, value))


def _word(value: Json) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case _:
            return str(value)
