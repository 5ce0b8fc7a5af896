"""Check that the deals given are the deals of a table, and that none is missing."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, cast
from uuid import UUID

from domain.judge.record_rules import SAYS_TEST, SYSTEM, least_deal_version
from domain.kernel.clock import SECOND
from domain.kernel.deal import Revealed, SeedRevealed, Voided, is_by_hand
from domain.kernel.event import Event, Id, Json, to_json
from domain.kernel.leaving import Abandoned, ClockSet, SeatTakenOver, absent
from domain.kernel.sentence import Sentence
from domain.table import next_deal
from domain.table.events import (
    DealAbandoned,
    DealOpened,
    DealRecorded,
    DealRevealed,
    DealVoided,
    SeatReady,
)
from domain.table.series import Table
from verifier.bundle import DEAL
from verifier.case import Case
from verifier.following import NOT_SOUND, FollowedEvent, failure, opened_by, steps
from verifier.record import Decoded
from verifier.series import incomplete
from verifier.verdicts import ByHand, NotYet, together

WITH_DECKS: Final = 6
"""The first version of a table that may have given decks, if it is a test."""
_OF_ITS_SOURCE: Final = ("dealer", "leader")
"""Terms that a branch takes from its source, not from its own series, which has no results."""


def deals(case: Case) -> Sentence:
    """The deals recorded as ended are the deals of the bundles given with the table's bundle."""
    given = {each.bundle.stream: each for each in case.others if each.bundle.kind == DEAL}
    seen = ended = 0
    before: Case | None = None
    table, open_ = opened_by(case.decoded), list[Sentence]()
    for step in steps(case.decoded):
        event = step.decoded.event
        if step.after is None:
            raise NotYet(NOT_SOUND)
        table = step.after.table
        _see_ready(step, before)
        if not _is_of_a_deal(step):
            continue
        other = given.get(UUID(cast("Any", event).deal))
        if other is not None:
            open_ += _see_deal(step, other)
        if isinstance(event, DealOpened):
            _see_away(step, other, before)
            before = other
        elif not isinstance(event, DealRevealed):
            ended += 1
            seen += other is not None
    open_ += _see_no_others(case, table, given.values())
    said = Sentence("finding-deals-all", {"ended": ended})
    if seen < ended:
        said = Sentence("finding-deals-some", {"seen": seen, "ended": ended})
    _see_no_hand(table, said)
    if (why := incomplete(table)) is not None:
        open_.append(why if table.boards else Sentence("finding-series-on-because", {"why": why}))
    if seen < ended or open_:
        raise NotYet(together(said, *open_))
    return said


def _see_no_hand(table: Table, said: Sentence) -> None:
    """The decks of a series are shuffled.

    Raises:
        ByHand: those of a branch, or of a test, are or may be laid by hand.
    """
    branched = table.branch
    if branched is not None:
        raise ByHand(
            Sentence(
                "finding-of-a-branch", {"said": said, "deal": branched.deal, "event": branched.at}
            )
        )
    if _has_decks(table):
        raise ByHand(Sentence("finding-of-a-test", {"said": said}))


def _is_of_a_deal(step: FollowedEvent) -> bool:
    """Whether the event belongs to a deal that has a stream of its own."""
    event = step.decoded.event
    if isinstance(event, DealVoided):
        return step.before.status == "playing"
    return isinstance(event, DealOpened | DealAbandoned | DealRecorded | DealRevealed)


def _see_no_others(case: Case, table: Table, given: Iterable[Case]) -> Iterator[Sentence]:
    """No deal given as one of this table was dropped from it. Returns what remains uncertain.

    Raises:
        Failure: a deal was dropped.
    """
    opened = {each.number: each.deal for each in case.events if isinstance(each, DealOpened)}
    for deal in given:
        each = deal.opened
        if each.table != table.opened.table:
            continue
        if opened.get(each.number) == each.deal:
            if _is_over(deal) and _is_on(table, each.deal):
                values = {"number": each.number, "deal": each.deal}
                yield Sentence("finding-over-uncounted", values)
            continue
        if each.number < table.next_number or table.ended is not None:
            decoded = next(
                (
                    decoded
                    for decoded in case.decoded
                    if getattr(decoded.event, "number", 0) == each.number
                ),
                case.decoded[-1],
            )
            detail = Sentence("finding-deal-dropped", {"deal": each.deal, "number": each.number})
            raise failure(decoded, detail, "deal")
        yield Sentence("finding-ends-before-deal", {"number": each.number, "deal": each.deal})


def _is_over(deal: Case) -> bool:
    """Whether the server has revealed the seed of a deal, as it does at the deal's end."""
    return any(isinstance(each, Revealed) for each in deal.events)


def _is_on(table: Table, deal: Id) -> bool:
    return table.status == "playing" and table.deals[-1].deal == deal


def _see_deal(step: FollowedEvent, deal: Case) -> Sequence[Sentence]:
    """Check that a deal is as the table's record says. Returns what remains uncertain."""
    decoded = step.decoded
    match event := decoded.event:
        case DealOpened():
            _see_terms(step, deal)
            _see_clock(step, deal)
            return ()
        case DealRecorded():
            _see_pin(decoded, event, deal)
            if not any(_result(each) == event.result for each in deal.events):
                raise failure(decoded, Sentence("finding-other-result"), "result")
            return ()
        case DealRevealed():
            _see_pin(decoded, event, deal)
            return ()
        case DealAbandoned(seats=seats, reason=reason):
            if Abandoned(seats, reason) not in deal.events:
                raise failure(decoded, Sentence("finding-not-abandoned-for"), "reason")
        case _:
            _see_void(step, deal)
    if cast("Any", event).version is None:
        return (Sentence("finding-which-record", {"deal": str(deal.bundle.stream)}),)
    _see_pin(decoded, event, deal)
    return ()


def _see_void(step: FollowedEvent, deal: Case) -> None:
    """A deal was voided by exactly the seats that owed a seed, after the time was over (F4)."""
    decoded, seats = step.decoded, cast("DealVoided", step.decoded.event).seats
    void = next((each for each in deal.decoded if each.event == Voided(seats)), None)
    if void is None:
        raise failure(decoded, Sentence("finding-not-voided-by"), "seats", "F4")
    shown = {each.seat for each in deal.events if isinstance(each, SeedRevealed)}
    if seats != tuple(seat for seat in deal.opened.adding if seat not in shown):
        raise failure(decoded, Sentence("finding-voided-by-others"), "seats", "F4")
    if void.at - deal.decoded[0].at < step.before.opened.reveal_seconds * SECOND:
        raise failure(decoded, Sentence("finding-seed-time-left"), "seats", "F4")


def _see_pin(decoded: Decoded, event: Any, deal: Case) -> None:
    """The whole record of the deal ends with this event and this head.

    A board is revealed later than it ends (C25).
    """
    version, whole = event.version, len(deal.heads)
    ends = whole if deal.opened.board is None or isinstance(event, DealRevealed) else whole - 1
    if version not in (ends, whole) or deal.heads[version - 1].hex() != event.head:
        raise failure(decoded, Sentence("finding-other-record-counted"), "head")


def _see_terms(step: FollowedEvent, deal: Case) -> None:
    """The deal has the terms of its series; a branch has the terms of its source.

    At a test table the deck of any deal may be given, and then no seat commits to a seed.
    """
    opened, branched = deal.opened, step.before.branch is not None
    by_hand = is_by_hand(opened)
    if deal.decoded[0].schema < least_deal_version(step.before.first_version):
        raise failure(step.decoded, Sentence("finding-older-than-table"), "deal.schema")
    if by_hand != branched and not (by_hand and _has_decks(step.before)):
        detail = Sentence("finding-branch-has-seed")
        if not branched:
            detail = Sentence("finding-by-hand-at-series")
        raise failure(step.decoded, detail, "deal.commitment")
    terms = next_deal.terms(step.before, deal=Id(opened.deal))
    if by_hand:
        terms = terms._replace(commitments=())
    if deal.decoded[0].schema < SAYS_TEST:
        terms = terms._replace(test=False)
    for name, value in terms._asdict().items():
        if getattr(opened, name) != value and not (branched and name in _OF_ITS_SOURCE):
            raise failure(step.decoded, Sentence("finding-other-terms"), f"deal.{name}")


def _has_decks(table: Table) -> bool:
    """Whether a table may have deals with given decks: a test, since there are such decks."""
    return table.opened.test and table.first_version >= WITH_DECKS


def _see_clock(step: FollowedEvent, deal: Case) -> None:
    """The deal was played with the table's clock, and with its bots for players who had left."""
    table = step.before.opened
    clock = [] if table.turn_limit is None else [(table.turn_limit, table.time_bank)]
    if [(each.turn, each.bank) for each in deal.events if isinstance(each, ClockSet)] != clock:
        raise failure(step.decoded, Sentence("finding-other-clock"), "deal.clock")
    for each in deal.events:
        if isinstance(each, SeatTakenOver) and (table.abandon, table.stand_in) != ("bot", each.bot):
            raise failure(step.decoded, Sentence("finding-other-stand-in"), "deal.stand_in")
        forfeited = isinstance(each, Abandoned) and each.reason in ("time", "left")
        if forfeited and table.abandon == "bot":
            raise failure(step.decoded, Sentence("finding-bot-stands-in"), "deal.abandoned")


def _see_away(step: FollowedEvent, deal: Case | None, before: Case | None) -> None:
    """Seats away when the deal begins had left the deal before it and not returned (L3).

    This can be checked only if both deals were given, or if it is the first deal.
    """
    if deal is None or (before is None and step.before.deals):
        return
    began = {
        each.seat: each.bot
        for each in deal.events
        if isinstance(each, SeatTakenOver) and each.reason == "away"
    }
    left = {} if before is None else absent(before.opened.bots, before.events)
    if began != left:
        raise failure(step.decoded, Sentence("finding-others-away"), "deal.away")


def _see_ready(step: FollowedEvent, before: Case | None) -> None:
    """A seat that the server calls ready has a player who had left in the deal before."""
    event = step.decoded.event
    if not isinstance(event, SeatReady) or step.decoded.actor != SYSTEM or before is None:
        return
    if event.seat not in absent(before.opened.bots, before.events):
        detail = Sentence("finding-ready-had-not-left")
        raise failure(step.decoded, detail, "seat")


def _result(outcome: Event) -> dict[str, Json]:
    return {"type": outcome.TYPE, "schema": outcome.VERSION, "data": to_json(outcome)}
