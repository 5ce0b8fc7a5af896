"""The cases of a run: which faults occur in each, and how a case shows that they did."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from conformance.exchanges import (
    Exchanges,
    Request,
    is_commitment,
    is_move,
    is_read,
    is_seed,
    is_signed,
)
from conformance.fault_injection import (
    Fault,
    Script,
    Step,
    busy,
    late,
    outage,
    overtaken,
    smooth,
    steps,
)
from conformance.forgeries import other_receipt, other_record, wrong_signature
from conformance.rules import Rule, evidence_read, is_away
from conformance.tables import MINE

AWAY_SECONDS: Final = 1.5
SLOW_SECONDS: Final = 2.0
TURN_SECONDS: Final = 2
LATE_SECONDS: Final = TURN_SECONDS + 0.3
PACE_SECONDS: Final = 0.2
"""The least number of cards left in the deal when a turn is missed or the client is killed, so
that there is something to come back to."""
CUTS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A series that is played while something goes wrong."""

    name: str
    about: str
    """The fault that a client must handle here."""
    script: Callable[[], Script] = lambda: smooth
    game: str | None = None
    """None: the game with the fewest seats."""
    commits: bool = False
    """Whether the seat adds seeds to the shuffle."""
    signs: bool = False
    """Whether the seat has a key."""
    deals: int = 1
    """The least length of the series."""
    withholds: bool = False
    """Whether the client must stop once something was forged."""
    rules: tuple[Rule, ...] = ()
    """Rules that are checked in this case only."""
    turn_limit: int | None = None
    """The turn limit in seconds; None: there is no clock."""
    thinking: float = 0.0
    """How long the others think about one move, in seconds."""
    pace: float = 0.0
    """How long the others take for every move, in seconds."""
    killed_after: int | None = None
    """The client is killed and restarted after this number of moves."""
    required: bool = True
    shown: Callable[[Exchanges], str | None] = lambda _exchanges: None
    """Why the case has shown nothing; None: it has shown something."""
    needs: Callable[[Exchanges], bool] | None = None
    """Requests that the client must make soon; otherwise the case is stopped."""


def _happened(exchanges: Exchanges) -> str | None:
    met = any(each.fault for each in exchanges)
    return None if met else "the series was over before anything went wrong: try again"


def _cut(exchanges: Exchanges) -> str | None:
    met = any(each.fault == "cut" for each in exchanges)
    return None if met else "no stream was followed"


def _commits(exchanges: Exchanges) -> bool:
    return any(is_commitment(each.request) for each in exchanges)


def _seeded(exchanges: Exchanges) -> str | None:
    return None if _commits(exchanges) else "the client does not commit to seeds"


def _signs(exchanges: Exchanges) -> bool:
    return any(is_move(each.request) and is_signed(each.request) for each in exchanges)


def _signed(exchanges: Exchanges) -> str | None:
    if not _signs(exchanges):
        return "the client does not sign its moves"
    return _happened(exchanges) or _missed(exchanges)


def _forged(exchanges: Exchanges) -> str | None:
    return _seeded(exchanges) or _happened(exchanges)


def _missed(exchanges: Exchanges) -> str | None:
    if not any(is_away(each) for each in exchanges):
        return "no turn was missed, or the series was over with it: try again"
    return None


def _lost() -> Script:
    """The service has made the move, or it has not: the client cannot know which."""
    return steps(
        Step(is_move, 1, Fault("made, and the answer lost", lost=True)),
        Step(is_move, 3, Fault("lost on its way", forwarded=False, lost=True)),
        Step(is_move, 4, Fault("made, and the answer lost again", lost=True)),
    )


def _cuts() -> Script:
    """Cut the first streams, each a little later than the one before."""

    def decide(request: Request, exchanges: Exchanges) -> Fault | None:
        cuts = sum(each.fault == "cut" for each in exchanges)
        is_events = is_read(request) and request.path.endswith("/events")
        return Fault("cut", cut_after=1 + cuts) if is_events and cuts < CUTS else None

    return decide


FAULTS: Final = (
    Case(
        name="lost-answer",
        about="answers to moves are lost: repeat with the same Idempotency-Key",
        script=_lost,
        shown=_happened,
    ),
    Case(
        name="lost-read",
        about="answers to reads are lost: read again",
        script=lambda: steps(
            *(Step(is_read, n, Fault(f"read {n} lost", lost=True)) for n in (1, 2, 5))
        ),
        shown=_happened,
    ),
    Case(
        name="unavailable",
        about="503 with Retry-After: wait so long, then repeat",
        script=lambda: busy(503, "unavailable", write=1, read=4),
        shown=_happened,
    ),
    Case(
        name="limited",
        about="429 with Retry-After: wait so long, then repeat",
        script=lambda: busy(429, "too-many-requests", write=2, read=5),
        shown=_happened,
    ),
    Case(
        name="slow",
        about="the answer to a move takes 2 s, and so does another's move: wait, or repeat with "
        "the same Idempotency-Key; and do not read in a tight loop",
        script=lambda: steps(Step(is_move, 1, Fault("slow", delay=SLOW_SECONDS))),
        thinking=SLOW_SECONDS,
        shown=_happened,
    ),
    Case(
        name="refused",
        about="a move came too late (409): read the deal again, and choose anew",
        script=lambda: overtaken(1, 3),
        shown=_happened,
    ),
    Case(
        name="restart",
        about="the service is away for 1.5 s: come back, and repeat what was not answered",
        script=lambda: outage(after=2, seconds=AWAY_SECONDS),
        shown=_happened,
    ),
    Case(
        name="clock",
        about="a turn of 2 s is missed, and a bot plays for the seat: come back, and play on",
        script=lambda: late(after=1, seconds=LATE_SECONDS),
        turn_limit=TURN_SECONDS,
        pace=PACE_SECONDS,
        shown=_missed,
    ),
    Case(
        name="killed",
        about="the client itself is killed and started again: the token is all it needs",
        killed_after=3,
        pace=PACE_SECONDS,
    ),
    Case(
        name="cut-stream",
        about="a stream is cut within an event: resume after the last whole one",
        script=_cuts,
        required=False,
        shown=_cut,
    ),
    Case(
        name="seeds",
        about="the seat commits to seeds and shows them, though the answers are lost",
        script=lambda: steps(
            Step(is_commitment, 0, Fault("commitment made, and the answer lost", lost=True)),
            Step(is_seed, 0, Fault("seed shown, and the answer lost", lost=True)),
        ),
        commits=True,
        required=False,
        shown=_seeded,
        needs=_commits,
    ),
    Case(
        name="signed",
        about="the seat has a key, and a turn is missed: sign the moves, and the return as well",
        script=lambda: late(after=1, seconds=LATE_SECONDS),
        signs=True,
        turn_limit=TURN_SECONDS,
        pace=PACE_SECONDS,
        required=False,
        shown=_signed,
        needs=_signs,
    ),
    *(
        Case(
            name=f"forged:{name}",
            about=f"{about}: do not show the seed",
            script=script,
            commits=True,
            deals=deals,
            withholds=True,
            rules=rules,
            required=False,
            shown=_forged,
            needs=_commits,
        )
        for name, about, script, deals, rules in (
            ("signature", "the receipt of the opening is not signed", wrong_signature, 1, ()),
            ("deal", "the receipt belongs to another deal", other_receipt, 2, ()),
            ("head", "the receipt is for another record", other_record, 1, (evidence_read,)),
        )
    ),
)


def all_cases(games: Iterable[Mapping[str, Any]]) -> Iterator[Case]:
    """One case without faults for each game, and one case for each fault."""
    for game in games:
        key = str(game["key"])
        about = "a whole series by its legal_moves, while nothing goes wrong"
        yield Case(name=f"game:{key}", about=about, game=key)
    yield from FAULTS


def record_faults(series: Mapping[str, Any]) -> Iterator[str]:
    """Violations that the record of the series shows."""
    voided = [line["number"] for line in series["deals"] if MINE in line["voided"]]
    if voided:
        yield (
            f"deal {voided[0]} was voided, as its seat did not show the seed in time that it had "
            "committed to: derive seeds from a secret, so that you have them whatever happens"
        )
    if MINE in series["forfeited"]:
        yield "the client has forfeited the series"
