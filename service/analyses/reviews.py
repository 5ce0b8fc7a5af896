"""The analysis of a deal from its evidence, and the JSON of a review."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from bots.analysis import Alternative, Review
from domain.games import rules_of
from domain.judge.deal_rules import play_record
from domain.kernel.event import Event
from domain.kernel.game import Game
from domain.kernel.moves import say
from formats.text_transcript import words_of_move
from service.responses.analyses import AlternativeJson, ReviewJson
from verifier.bundle import LONGEST, Bundle, Unreadable, read
from verifier.exports import (
    IncompleteDeal,
    begins_as_export,
    bundle_of,
    events_of,
    lines,
    opened,
    read_line,
)
from verifier.form import Malformed

WAITS: Final = "wait"


class FinishedDeal(NamedTuple):
    """A deal to analyse."""

    id: str
    game: Game[Any]
    events: tuple[Event, ...]


def deals_in(file: Any, *, name: str) -> Iterator[FinishedDeal | str]:
    """Every deal of a file: of a bundle, an export or an archive. A text says why there is none.

    Args:
        file: The binary file.
        name: Its name, for the texts.
    """
    buffered = opened(file)
    try:
        if not begins_as_export(buffered):
            yield _deal(read(buffered.read(LONGEST + 1)))
            return
        for number, line in enumerate(lines(buffered), start=1):
            try:
                yield _deal(bundle_of(read_line(line)))
            except (IncompleteDeal, Unreadable, Malformed) as fault:
                yield f"{name}:{number}: {fault}"
    except (IncompleteDeal, Unreadable, Malformed) as fault:
        yield f"{name}: {fault}"


def _deal(bundle: Bundle) -> FinishedDeal:
    """The deal of a bundle.

    Raises:
        IncompleteDeal: It has not the full record of a deal that was dealt, by the rules.
    """
    events = events_of(bundle)
    game = rules_of(bundle.game, bundle.rules)
    finding, _ = play_record(game, events)
    if finding is not None:
        raise IncompleteDeal(f"event {finding.position} is against the rules")
    return FinishedDeal(str(bundle.stream), game, events)


# --- Reviews ------------------------------------------------------------------------------------


def review_json(review: Review) -> ReviewJson:
    """A review, as the API gives it."""
    return {
        "at": review.position,
        "seat": review.seat,
        "verdict": review.verdict.value,
        "loss": review.loss,
        "open_loss": review.open_loss,
        "played": _alternative_json(review.played),
        "best": _alternative_json(review.best),
        "alternatives": [_alternative_json(each) for each in review.alternatives],
        "worlds": review.worlds,
        "cut": review.cut,
    }


def _alternative_json(alternative: Alternative) -> AlternativeJson:
    values: AlternativeJson = {"value": alternative.value, "open": alternative.open}
    return values if alternative.move is None else {"move": say(alternative.move), **values}


def line_of(review: Review) -> str:
    """A review for people."""
    losses = f"{_percent(review.loss)}  {_percent(review.open_loss)}"
    better = "" if review.best == review.played else _words(review.best.move)
    played = _words(review.played.move)
    verdict = review.verdict.value
    return f"{review.position:5}  {review.seat:4}  {verdict:10}  {losses}  {played:24}  {better}"


HEADING: Final = "event  seat  verdict     loss   open  played                    best"


def _percent(value: int) -> str:
    return f"{value / 10:4.1f}%" if value else "    -"


def _words(move: Event | None) -> str:
    return WAITS if move is None else words_of_move(move)
