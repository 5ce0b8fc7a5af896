"""Skat in sentences: what is played for, and how a deal was settled and why (K19-K32)."""

from collections.abc import Iterator
from typing import Final

from domain.games.skat.cards import NULL, TRUMPS, Kind, matadors
from domain.games.skat.contract import null_value
from domain.games.skat.model import Contract, Ending, Settled, Step, players_after
from domain.games.skat.phases import Bidding, Contracting, Over, Playing, State
from domain.games.skat.scoring import PointsTaken, base_of, steps
from domain.kernel.cards import UNKNOWN, Cards
from domain.kernel.event import Clause, Json
from domain.kernel.sentence import Sentence

_ANNOUNCED: Final[tuple[Step, ...]] = ("hand", "schneider_announced", "schwarz_announced", "ouvert")
_NULLS: Final = {23: "null", 35: "null_hand", 46: "null_ouvert", 59: "null_hand_ouvert"}
"""The game by the fixed value of each null game (K14)."""
_ENDS: Final[dict[Ending, Clause]] = {
    "played_out": "K19",
    "conceded": "K28",
    "given_up": "K29",
    "claimed": "K30",
}
_STAYING: Final[set[tuple[Ending, bool]]] = {("conceded", True), ("given_up", False)}


_NOTHING: Final = PointsTaken((0, 0), (0, 0))


def played_for(state: State) -> tuple[Sentence, ...]:
    """The auction or its bid, the announcements, and the value as far as the observer knows it.

    Matadors are counted of twelve cards (K21), so during the play only the declarer knows them,
    who has seen the skat.
    """
    match state.phase:
        case Bidding() as bidding:
            stands = (_bid(bidding.value), _bidder(bidding)) if bidding.value else ()
            return (Sentence("skat-for-auction"), *stands)
        case Contracting(bid=bid):
            return (_bid(bid),)
        case Playing() as play:
            value = _value_now(play, (*play.held, *state.skat))
        case Over(settled=settled, played=Playing() as play):
            value = _value(settled.contract, settled.matadors, settled.steps, settled.base)
        case _:
            return ()
    return (_bid(play.bid), *_announced(play.contract), *value)


def _bid(value: int) -> Sentence:
    return Sentence("skat-for-bid", {"bid": value})


def _bidder(bidding: Bidding) -> Sentence:
    """The seat that stands by the last value."""
    if bidding.asked:
        return Sentence("skat-for-bidder", {"seat": bidding.junior})
    return Sentence("skat-for-holder", {"seat": bidding.senior})


def _announced(contract: Contract) -> Iterator[Sentence]:
    """Hand, and the highest of the announcements, which includes the others (K12)."""
    holds = (contract.hand, contract.schneider, contract.schwarz, contract.ouvert)
    said = [step for step, is_said in zip(_ANNOUNCED, holds, strict=True) if is_said]
    for step in dict.fromkeys((*said[:1], *said[-1:])):
        yield Sentence("skat-announcement", {"item": step})


def _value_now(play: Playing, twelve: Cards) -> tuple[Sentence, ...]:
    kind = play.contract.kind
    if kind == NULL:
        return _value(kind, 0, (), null_value(play.contract))
    if UNKNOWN in twelve:
        return ()
    return _value(kind, matadors(twelve, kind), steps(play.contract, _NOTHING), base_of(kind))


def _value(kind: Kind | None, led: int, made: tuple[Step, ...], base: int) -> tuple[Sentence, ...]:
    if kind == NULL:
        return (Sentence("skat-for-null", {"worth": base}),)
    key = "skat-for-with" if led > 0 else "skat-for-without"
    return (Sentence(key, _reckoned(led, made, base)),)


def _reckoned(led: int, made: tuple[Step, ...], base: int) -> dict[str, Json]:
    """Matadors and steps, each with the count so far, times the base (K22, K23)."""
    first = abs(led) + 1
    counted: list[Json] = [{"step": step, "total": total} for total, step in enumerate(made, first)]
    multiplier = abs(led) + len(made)
    return {
        "matadors": abs(led),
        "steps": counted,
        "multiplier": multiplier,
        "base": base,
        "worth": multiplier * base,
    }


OF_RESULT: Final = ("skat-passed-out", "skat-won", "skat-lost")
OF_NEXT_DEAL: Final = ("skat-deals",)


def explain(settled: Settled) -> tuple[Sentence, ...]:
    """The settlement in sentences for people, each with the clause that it comes from."""
    dealer = settled.next_dealer
    leader = players_after(dealer, len(settled.list_points))[0]
    deals = Sentence("skat-deals", {"seat": dealer, "leader": leader}, "K3")
    if settled.declarer is None:
        return (Sentence("skat-passed-out", clause="K8"), deals)
    return (*_sentences(settled), deals)


def _sentences(settled: Settled) -> Iterator[Sentence]:
    yield _played(settled)
    yield _ended(settled)
    yield _worth(settled)
    yield from _skat_counts(settled)
    if _is_granted(settled):
        yield Sentence("skat-granted", clause="K29")
    if settled.overbid:
        raised: dict[str, Json] = {
            "bid": settled.bid,
            "multiplier": settled.multiplier,
            "base": settled.base,
            "worth": settled.multiplier * settled.base,
        }
        yield Sentence("skat-overbid", raised, "K27")
    yield from _missed(settled)
    if (settled.ending, settled.won) in _STAYING and not settled.overbid:
        yield Sentence("skat-stays", clause="K29")
    if settled.won:
        yield Sentence("skat-won", {"value": settled.value}, "K25")
    else:
        yield Sentence("skat-lost", {"value": settled.value}, "K26")
    listed: list[Json] = [
        {"seat": seat, "points": points} for seat, points in enumerate(settled.list_points)
    ]
    yield Sentence("skat-listed", {"seats": listed}, "K32")


def _played(settled: Settled) -> Sentence:
    said: list[Json] = [step for step in _ANNOUNCED if step in settled.steps]
    played: dict[str, Json] = {
        "seat": settled.declarer,
        "game": _game(settled),
        "announced": [] if settled.contract == NULL else said,
        "bid": settled.bid,
    }
    key = "skat-played-announced" if played["announced"] else "skat-played"
    return Sentence(key, played, "K9")


def _game(settled: Settled) -> str | None:
    return _NULLS[settled.base] if settled.contract == NULL else settled.contract


def _ended(settled: Settled) -> Sentence:
    null = settled.contract == NULL
    clause = _ENDS[settled.ending]
    if null and settled.ending == "claimed":
        return Sentence("skat-claimed-null", clause=clause)
    taken: dict[str, Json] = {"tricks": settled.tricks}
    if not null:
        taken["points"] = settled.points
    key = f"skat-{settled.ending.replace('_', '-')}"
    return Sentence(f"{key}-null" if null else key, taken, clause)


def _worth(settled: Settled) -> Sentence:
    if settled.contract == NULL:
        return Sentence("skat-null-worth", {"game": _game(settled), "worth": settled.base}, "K14")
    value = _reckoned(settled.matadors, settled.steps, settled.base)
    return Sentence(f"skat-worth-{'with' if settled.matadors > 0 else 'without'}", value, "K22")


def _skat_counts(settled: Settled) -> Iterator[Sentence]:
    """The cards of the skat that decided how many matadors there are: they come as a surprise."""
    assert settled.contract is not None, "somebody played"
    count = settled.matadors
    trumps = TRUMPS[settled.contract]
    deciding = trumps[:count] if count > 0 else trumps[-count : 1 - count]
    found: list[Json] = [card for card in deciding if card in settled.skat]
    if found:
        yield Sentence("skat-counts", {"cards": found, "number": len(found)}, "K21")


def _is_granted(settled: Settled) -> bool:
    """Whether a step counts that was neither made nor announced."""
    steps = settled.steps
    made = {"schneider": settled.schneider, "schwarz": settled.schwarz}
    return any(
        step in steps and not is_made and f"{step}_announced" not in steps
        for step, is_made in made.items()
    )


def _missed(settled: Settled) -> Iterator[Sentence]:
    """The targets that were not reached, of all that were required."""
    if settled.won:
        return
    if "K19" in settled.clauses:
        yield Sentence("skat-without-half", clause="K19")
    if "K24" in settled.clauses:
        yield Sentence(_missed_announcement(settled), clause="K24")


def _missed_announcement(settled: Settled) -> str:
    if settled.contract == NULL:
        return "skat-null-trick"
    announced = "schwarz" if "schwarz_announced" in settled.steps else "schneider"
    return f"skat-missed-{announced}"
