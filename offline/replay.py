"""Replay a transcript under today's rules, and compare the result with the expected one."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, cast

from domain.kernel.deal import Opened
from domain.kernel.event import Clause, Event, Json, to_json
from domain.kernel.game import NOT_A_MOVE
from domain.kernel.moves import IllegalMove, NotAMove, breaches, parse_move
from formats.notation import Note, Reading
from formats.transcript import Transcript, is_seat
from languages.catalogue import IN_ENGLISH
from offline.deals import RunningDeal

LEGAL: Final = "legal"
REFUSED: Final = "refused"
ABSENT: Final = "no such field"


class Difference(NamedTuple):
    """A difference between a transcript and today's rules."""

    field: str
    expected: Json
    got: Json


class Replay(NamedTuple):
    """The result of replaying a transcript under today's rules."""

    id: str
    events: tuple[Event, ...]
    differences: tuple[Difference, ...]
    outcome: Mapping[str, Json]
    incomparable: str = ""
    """Why the expected result cannot be compared with the rules; empty: it was compared."""
    notes: tuple[Note, ...] = ()
    """Words of a foreign record besides moves."""
    ending: tuple[str, ...] = ()
    """How a foreign record ended, where no event says so."""

    @property
    def ok(self) -> bool:
        """Whether the transcript agrees with the rules."""
        return not self.differences and not self.incomparable


def replay(transcript: Transcript) -> Replay:
    """Replay a transcript. It stops at an impossible move; later ones would prove nothing."""
    playing = RunningDeal(transcript.game, transcript.opened, transcript.shuffled)
    differences = list(_play(playing, transcript))
    outcome = {"over": playing.over, **transcript.game.report(playing.state)}
    if not any(each.field.startswith("moves[") for each in differences):
        differences += _compare("", transcript.expect, outcome)
        if transcript.abandoned is not None and playing.over:
            differences.append(Difference("abandoned", to_json(transcript.abandoned), None))
    abandoned = () if transcript.abandoned is None or playing.over else (transcript.abandoned,)
    return Replay(transcript.id, (*playing.events, *abandoned), tuple(differences), outcome)


def held(reading: Reading, *, name: str) -> Replay:
    """Compare the result of a record in a foreign notation with the result by the rules.

    Args:
        reading: The record, as it was played through the rules.
        name: A name to use if the record has none.
    """
    differences: tuple[Difference, ...] = ()
    if reading.illegal is not None:
        place, clauses = reading.illegal
        differences = (Difference(place, LEGAL, ", ".join(clauses)),)
    elif not reading.incomparable:
        differences = tuple(_compare("", reading.said, reading.due))
    return Replay(
        reading.id or name,
        reading.events,
        differences,
        reading.due,
        reading.incomparable,
        reading.notes,
        reading.ending,
    )


def _play(playing: RunningDeal, transcript: Transcript) -> Iterator[Difference]:
    for at, (seat, said) in enumerate(transcript.moves):
        yield from _refuse(playing, transcript, after=at)
        try:
            playing.make(parse_move(playing.game, seat, said))
        except NotAMove as bad:
            got = f"{', '.join(bad.clauses)}: {IN_ENGLISH.text(bad.detail)}"
            yield Difference(f"moves[{at}]{bad.pointer}", LEGAL, got)
            return
        except IllegalMove as illegal:
            yield Difference(f"moves[{at}]", LEGAL, ", ".join(illegal.clauses))
            return
    yield from _refuse(playing, transcript, after=len(transcript.moves))


def _refuse(playing: RunningDeal, transcript: Transcript, *, after: int) -> Iterator[Difference]:
    for each in transcript.refused:
        if each.after != after:
            continue
        clauses = _clauses(playing, each.said)
        field = f"refused[{each.at}]"
        if not clauses:
            yield Difference(field, each.clause or REFUSED, LEGAL)
        elif each.clause is not None and each.clause not in clauses:
            yield Difference(field, each.clause, ", ".join(clauses))


def _clauses(playing: RunningDeal, said: Mapping[str, Json]) -> tuple[Clause, ...]:
    """Every clause that a move breaks, as its seat sees the deal."""
    move = dict(said)
    seat = move.pop("seat", None)
    if not is_seat(seat, cast("Opened", playing.events[0]).seats):
        return (NOT_A_MOVE,)
    try:
        proposed = parse_move(playing.game, seat, move, any_card=True)
    except NotAMove as bad:
        return bad.clauses
    return breaches(playing.game, playing.view(seat), proposed)


def _compare(field: str, expected: Json, got: Json) -> Iterator[Difference]:
    """Compare field by field; fields without an expectation are not compared."""
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        for name, value in cast("Mapping[str, Json]", expected).items():
            path = f"{field}.{name}" if field else name
            if name in got:
                yield from _compare(path, value, got[name])
            else:
                yield Difference(path, value, ABSENT)
    elif isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        for at, (mine, other) in enumerate(zip(expected, got, strict=True)):
            yield from _compare(f"{field}[{at}]", mine, other)
    elif expected != got or isinstance(expected, bool) != isinstance(got, bool):
        yield Difference(field, expected, got)
