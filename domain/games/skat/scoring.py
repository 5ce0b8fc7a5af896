"""The value of a game of Skat, its winner, and the reasons (K19-K30)."""

from typing import Final, NamedTuple

from domain.games.skat.cards import ALL_POINTS, NULL, SUIT_GAMES, Kind, matadors, points_of
from domain.games.skat.contract import null_value
from domain.games.skat.lists import list_points
from domain.games.skat.model import (
    HAND,
    Contract,
    Ending,
    Reason,
    Settled,
    Step,
    players_after,
)
from domain.games.skat.phases import Over, Playing, State
from domain.kernel.cards import Cards, Hands, Suit
from domain.kernel.event import Json, Seat
from domain.kernel.game import CardPoints

HALF: Final = 61
"""The points with which the declarer wins a game without announcements (K19)."""
SCHNEIDER: Final = 90
"""The points with which a side leaves at most 30 to the other (K20, K24)."""
BASES: Final[dict[Suit | None, int]] = {"D": 9, "H": 10, "S": 11, "C": 12, None: 24}
"""K23; without a trump suit: grand."""


class PointsTaken(NamedTuple):
    """The points and tricks of both sides when the play ends: declarer, defenders."""

    points: tuple[int, int]
    """With the skat, or the discards, on the declarer's side (K19)."""
    tricks: tuple[int, int]


class GameVerdict(NamedTuple):
    """The result of a game; its fields are explained in `Settled`."""

    schneider: bool
    schwarz: bool
    matadors: int
    steps: tuple[Step, ...]
    base: int
    multiplier: int
    overbid: bool
    won: bool
    value: int
    clauses: tuple[Reason, ...]


# --- The value ----------------------------------------------------------------------------------


def base_of(kind: Kind) -> int:
    """The base of a suit game or of grand (K23)."""
    return BASES[SUIT_GAMES.get(kind)]


def is_schneider(taken: PointsTaken) -> bool:
    """Whether one side has 90 points or more, so that the other has at most 30 (K20)."""
    return max(taken.points) >= SCHNEIDER


def is_schwarz(taken: PointsTaken) -> bool:
    """Whether one side has taken every trick, ten of them (K20)."""
    return HAND in taken.tricks


def steps(contract: Contract, taken: PointsTaken) -> tuple[Step, ...]:
    """The steps that raise the multiplier besides matadors: made or announced, each once (K22)."""
    counted: dict[Step, bool] = {
        "game": True,
        "hand": contract.hand,
        "schneider": is_schneider(taken) or contract.schneider,
        "schneider_announced": contract.schneider,
        "schwarz": is_schwarz(taken) or contract.schwarz,
        "schwarz_announced": contract.schwarz,
        "ouvert": contract.ouvert,
    }
    return tuple(step for step, counts in counted.items() if counts)


def _granted(contract: Contract, taken: PointsTaken, *, needed: int) -> tuple[Step, ...]:
    """The steps after the defenders gave up: of those in reach, what the bid needs (K27, K29)."""
    most = with_rest_to_declarer(taken)
    in_reach = (taken, PointsTaken(most.points, taken.tricks), most)
    counted = [steps(contract, reached) for reached in in_reach]
    return next((each for each in counted if len(each) >= needed), counted[0])


def with_rest_to_declarer(taken: PointsTaken) -> PointsTaken:
    """The points and tricks of both sides if the declarer takes all remaining cards."""
    (_, points), (_, tricks) = taken
    return PointsTaken((ALL_POINTS - points, points), (HAND - tricks, tricks))


def appraise(
    contract: Contract, twelve: Cards, *, bid: int, taken: PointsTaken, ending: Ending
) -> GameVerdict:
    """The result of a game, with every step of the reckoning.

    Args:
        contract: The declared game.
        twelve: The declarer's hand, with the skat or the discards.
        bid: The declarer's last value.
        taken: The points and tricks of both sides. After a claim: with the tricks that it claimed.
        ending: How the play ended.
    """
    if contract.kind == NULL:
        return _appraise_null(contract, taken, ending)
    base, led = base_of(contract.kind), matadors(twelve, contract.kind)
    needed_steps = -(-bid // base)
    made = steps(contract, taken)
    if ending == "given_up":
        made = _granted(contract, taken, needed=needed_steps - abs(led))
    overbid = abs(led) + len(made) < needed_steps
    multiplier = needed_steps if overbid else abs(led) + len(made)
    missed = _missed(contract, taken, ending)
    reasons: tuple[Reason, ...] = (*missed, "K27") if overbid else missed
    worth = base * multiplier
    return GameVerdict(
        schneider=is_schneider(taken),
        schwarz=is_schwarz(taken),
        matadors=led,
        steps=made,
        base=base,
        multiplier=multiplier,
        overbid=overbid,
        won=not reasons,
        value=-2 * worth if reasons else worth,
        clauses=_why(reasons, ending),
    )


def _appraise_null(contract: Contract, taken: PointsTaken, ending: Ending) -> GameVerdict:
    worth = null_value(contract)
    missed = _missed(contract, taken, ending)
    return GameVerdict(
        schneider=False,
        schwarz=False,
        matadors=0,
        steps=(),
        base=worth,
        multiplier=1,
        overbid=False,
        won=not missed,
        value=-2 * worth if missed else worth,
        clauses=_why(missed, ending),
    )


# --- Won or lost --------------------------------------------------------------------------------


def _missed(contract: Contract, taken: PointsTaken, ending: Ending) -> tuple[Reason, ...]:
    """The clauses by which the declarer missed the contract; none: the declarer made it."""
    if ending == "given_up":
        return _lost_already(contract, taken)
    missed = _not_reached(contract, taken)
    if ending == "conceded" and (missed or contract.kind == NULL):
        return (*_lost_already(contract, taken), "K28")
    return missed


def _not_reached(contract: Contract, taken: PointsTaken) -> tuple[Reason, ...]:
    """The targets that were not reached with the cards taken (K19, K24)."""
    if contract.kind == NULL:
        return ("K24",) if taken.tricks[0] else ()
    missed: list[Reason] = []
    if taken.points[0] < HALF:
        missed.append("K19")
    if (contract.schneider and taken.points[0] < SCHNEIDER) or (
        contract.schwarz and taken.tricks[0] < HAND
    ):
        missed.append("K24")
    return tuple(missed)


def _lost_already(contract: Contract, taken: PointsTaken) -> tuple[Reason, ...]:
    """The targets that can no longer be reached, whatever is still to come (K29)."""
    if contract.kind == NULL:
        return ("K24",) if taken.tricks[0] else ()
    return _not_reached(contract, with_rest_to_declarer(taken))


def _why(reasons: tuple[Reason, ...], ending: Ending) -> tuple[Reason, ...]:
    """The clauses that decided, in the order of the rule book."""
    result: tuple[Reason, ...] = (*reasons, "K26") if reasons else ("K24", "K25")
    if ending == "given_up" or (ending == "conceded" and not reasons):
        result = (*result, "K29")
    elif ending == "claimed":
        result = (*result, "K30")
    return tuple(sorted({*result}, key=lambda clause: int(clause[1:])))


# --- Settling a deal ----------------------------------------------------------------------------


def settle(state: State, ending: Ending) -> Settled:
    """Count a deal; of the full state only."""
    assert state.dealer is not None, "somebody dealt"
    next_dealer = (state.dealer + 1) % state.seats
    if not isinstance(state.phase, Playing):
        again = state.options.all_pass == "redeal"
        return _passed_out(state, state.dealer if again else next_dealer)
    play = state.phase
    taken = taken_by(play, state.hands, state.skat, claimed=ending == "claimed")
    verdict = appraise(
        play.contract,
        (*play.held, *state.skat),
        bid=play.bid,
        taken=taken,
        ending=ending,
    )
    return Settled(
        ending=ending,
        declarer=play.declarer,
        contract=play.contract.kind,
        bid=play.bid,
        points=taken.points[0],
        tricks=taken.tricks[0],
        **verdict._asdict(),
        list_points=list_points(
            state.options.scoring,
            state.seats,
            declarer=play.declarer,
            won=verdict.won,
            value=verdict.value,
        ),
        next_dealer=next_dealer,
        skat=state.skat,
    )


def _passed_out(state: State, next_dealer: Seat) -> Settled:
    return Settled(
        ending="passed_out",
        declarer=None,
        contract=None,
        bid=0,
        points=0,
        tricks=0,
        schneider=False,
        schwarz=False,
        matadors=0,
        steps=(),
        base=0,
        multiplier=0,
        overbid=False,
        won=False,
        value=0,
        clauses=("K8",),
        list_points=(0,) * state.seats,
        next_dealer=next_dealer,
        skat=state.skat,
    )


def card_points(settled: Settled) -> CardPoints | None:
    """The declarer's card points (K19, K24), if all were taken and points decided."""
    tricks_decide = settled.contract == NULL or "schwarz_announced" in settled.steps
    if settled.declarer is None or tricks_decide or settled.ending in {"conceded", "given_up"}:
        return None
    least = SCHNEIDER if "schneider_announced" in settled.steps else HALF
    seats = len(settled.list_points)
    players = players_after((settled.next_dealer - 1) % seats, seats)
    defenders = tuple(seat for seat in players if seat != settled.declarer)
    tricks = (settled.tricks, HAND - settled.tricks)
    return CardPoints((settled.declarer,), defenders, settled.points, least, ALL_POINTS, tricks)


def taken_by(play: Playing, hands: Hands, skat: Cards, *, claimed: bool) -> PointsTaken:
    """The points and tricks of both sides; the skat and claimed tricks are the declarer's (K19)."""
    own, others = play.piles
    tricks = play.tricks
    if claimed:
        rest = (*play.trick, *(card for hand in hands for card in hand))
        left = HAND - sum(tricks)
        if play.contract.kind == NULL:
            others, tricks = (*others, *rest), (tricks[0], tricks[1] + left)
        else:
            own, tricks = (*own, *rest), (tricks[0] + left, tricks[1])
    return PointsTaken((points_of((*own, *skat)), points_of(others)), tricks)


def report(state: State) -> dict[str, Json]:
    """The result so far in the fields of the transcript format; None: not known yet."""
    phase = state.phase
    names = ("won", "value", "points", "tricks", "matadors", "overbid", "schneider", "schwarz")
    if isinstance(phase, Over):
        settled = phase.settled
        return {"declarer": settled.declarer, **{name: getattr(settled, name) for name in names}}
    found: dict[str, Json] = {"declarer": getattr(phase, "declarer", None), **dict.fromkeys(names)}
    if isinstance(phase, Playing):
        taken = taken_by(phase, state.hands, state.skat, claimed=False)
        led = matadors((*phase.held, *state.skat), phase.contract.kind)
        found |= {"points": taken.points[0], "tricks": taken.tricks[0], "matadors": led}
    return found
