"""A settled deal of Skat in words: what was played, what it came to, and why (K19-K32)."""

from collections.abc import Iterator
from typing import Final

from domain.games.skat.cards import NULL, TRUMPS
from domain.games.skat.model import Ending, Settled, Step

_ANNOUNCED: Final[dict[Step, str]] = {
    "hand": "hand",
    "schneider_announced": "schneider announced",
    "schwarz_announced": "schwarz announced",
    "ouvert": "ouvert",
}
_NULLS: Final = {23: "null", 35: "null hand", 46: "null ouvert", 59: "null hand, ouvert"}
"""The fixed value of each null game (K14)."""

_ENDS: Final[dict[Ending, str]] = {
    "played_out": "The declarer took {taken} [K19].",
    "conceded": "The declarer gave the game up with {taken} [K28].",
    "given_up": "Both defenders gave up when the declarer had {taken} [K29].",
    "claimed": "The declarer claimed all that was left, which makes {taken} [K30].",
}

_NULL_CLAIM: Final = "The declarer claimed to take none of the tricks that were left [K30]."
_WITHOUT_HALF: Final = "Without 61 points the game is lost [K19]."
_NULL_TRICK: Final = "In a null game the declarer must take no trick at all [K24]."
_STAYS: Final = "A game that is already won or lost stays so [K29]."
_GRANTED: Final = "The bid needs more, which was in reach and counts as made [K29]."
_SCHNEIDER: Final = "schneider asks for 90 points"
_SCHWARZ: Final = "schwarz asks for all ten tricks"
_STAYING: Final[set[tuple[Ending, bool]]] = {("conceded", True), ("given_up", False)}


def explain(settled: Settled) -> tuple[str, ...]:
    """The settlement in sentences for people, each with the clause that it comes from."""
    if settled.declarer is None:
        return ("All passed: there is no declarer, and nothing is counted [K8].",)
    return tuple(_sentences(settled))


def _sentences(settled: Settled) -> Iterator[str]:
    yield f"Seat {settled.declarer} played {_game(settled)} at a bid of {settled.bid} [K9]."
    yield _ended(settled)
    yield _worth(settled)
    yield from _skat_counts(settled)
    if _is_granted(settled):
        yield _GRANTED
    if settled.overbid:
        yield (
            f"The bid was {settled.bid}: overbid, and lost whatever the points."
            f" The next value to cover it is {_times(settled)} [K27]."
        )
    yield from _missed(settled)
    if (settled.ending, settled.won) in _STAYING and not settled.overbid:
        yield _STAYS
    if settled.won:
        yield f"The game is won: {settled.value:+} [K25]."
    else:
        yield f"The game is lost and counts twice: {settled.value:+} [K26]."
    listed = ", ".join(f"seat {seat} {points:+}" for seat, points in enumerate(settled.list_points))
    yield f"In the list: {listed} [K32]."


def _game(settled: Settled) -> str:
    if settled.contract == NULL:
        return _NULLS[settled.base]
    said = [words for step, words in _ANNOUNCED.items() if step in settled.steps]
    return f"{settled.contract} {', '.join(said)}".rstrip()


def _ended(settled: Settled) -> str:
    null = settled.contract == NULL
    if null and settled.ending == "claimed":
        return _NULL_CLAIM
    return _ENDS[settled.ending].format(taken=_tricks(settled) if null else _taken(settled))


def _taken(settled: Settled) -> str:
    return f"{settled.points} points, the skat included, in {_tricks(settled)}"


def _tricks(settled: Settled) -> str:
    return "1 trick" if settled.tricks == 1 else f"{settled.tricks} tricks"


def _worth(settled: Settled) -> str:
    if settled.contract == NULL:
        return f"{_NULLS[settled.base].capitalize()} is worth {settled.base} [K14]."
    total = abs(settled.matadors)
    counted = [f"{'with' if settled.matadors > 0 else 'without'} {total}"]
    for step in settled.steps:
        total += 1
        counted.append(f"{step.replace('_', ' ')} {total}")
    worth = f"{total} times {settled.base} is {total * settled.base}"
    return f"{', '.join(counted).capitalize()}: {worth} [K22]."


def _skat_counts(settled: Settled) -> Iterator[str]:
    """The cards of the skat that decided how many matadors there are: they come as a surprise."""
    assert settled.contract is not None, "somebody played"
    count = settled.matadors
    trumps = TRUMPS[settled.contract]
    deciding = trumps[:count] if count > 0 else trumps[-count : 1 - count]
    if found := [card for card in deciding if card in settled.skat]:
        counts = "counts" if len(found) == 1 else "count"
        yield f"{' and '.join(found)} in the skat {counts} with the declarer's hand [K21]."


def _is_granted(settled: Settled) -> bool:
    """Whether a step counts that was neither made nor announced."""
    steps = settled.steps
    made = {"schneider": settled.schneider, "schwarz": settled.schwarz}
    return any(
        step in steps and not is_made and f"{step}_announced" not in steps
        for step, is_made in made.items()
    )


def _times(settled: Settled) -> str:
    worth = settled.multiplier * settled.base
    return f"{settled.multiplier} times {settled.base}, {worth}"


def _missed(settled: Settled) -> Iterator[str]:
    """The targets that were not reached, of all that were required."""
    if settled.won:
        return
    if "K19" in settled.clauses:
        yield _WITHOUT_HALF
    if "K24" in settled.clauses:
        yield _NULL_TRICK if settled.contract == NULL else _missed_announcement(settled)


def _missed_announcement(settled: Settled) -> str:
    announced = _SCHWARZ if "schwarz_announced" in settled.steps else _SCHNEIDER
    return f"The announced {announced}; missed, it counts all the same [K24]."
