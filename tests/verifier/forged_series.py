"""Series that a dishonest operator would like to pass off as honest, with their deals.

All hashes fit; only the rules of a series, or the deals, reveal them.
"""

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple, cast
from uuid import UUID

from domain.games import GAMES
from domain.kernel.deal import Opened, Terms, Voided
from domain.kernel.event import Digest, Event, Id, Text
from domain.kernel.game import fold
from domain.table import next_deal, series
from domain.table.disputes import DisputeOpened, DisputeRuled
from domain.table.events import (
    ActSigned,
    DealOpened,
    DealRecorded,
    DealVoided,
    SeatCommitted,
    SeatTaken,
)
from domain.table.guests import AuditorAdmitted
from tests.keys import key_of
from tests.verifier.making import (
    LATE,
    NOW,
    Step,
    bundled,
    committed,
    kept,
    played_on_terms,
    signed_by_players,
)
from tests.verifier.test_series import PERSON, a_series, events_of, pinned, table_bundle, taken
from verifier.bundle import Bundle

GAME: Final = GAMES["durak"]
FOR_GOOD: Final = NOW + 1_000 * LATE


class Forged(NamedTuple):
    """The bundles given to the verifier, and the expected verdict."""

    table: list[Step]
    deals: tuple[list[Step], ...] = ()
    says: str = ""
    event: str = ""
    """The type of the event that the failure names."""

    @property
    def bundle(self) -> Bundle:
        return table_bundle(signed_again(self.table))

    @property
    def others(self) -> tuple[Bundle, ...]:
        return tuple(bundled(kept(deal), receipts=False, logged=False) for deal in self.deals)


def signed_again(steps: list[Step]) -> list[Step]:
    """Sign the altered statements: an operator may have persuaded the players to do so."""
    unsigned = [
        (actor, tuple(event for event in events if not isinstance(event, ActSigned)))
        for actor, events in steps
    ]
    return signed_by_players(unsigned)


def deal_id(number: int) -> Id:
    return Id(str(UUID(int=number << 96 | 2, version=4)))


def seated(*seats: SeatTaken) -> list[Step]:
    """A table with these players."""
    actor, (opened, *_) = a_series("durak", 2).table[0]
    return [(actor, (opened,)), *((actor, (seat,)) for seat in seats)]


def without_seeds() -> list[Step]:
    return seated(*(replace(taken(seat), commits=False, key=None) for seat in (0, 1)))


def dealt(steps: list[Step], number: int, *, deal: Id | None = None, by_table: bool = True) -> Any:
    """The next deal, played to its end, and its opening at the table."""
    table, chance = series.fold_table(events_of(steps)), Random(number)
    deal = deal or deal_id(number)
    seeds = {seat: chance.randbytes(32) for seat in table.adding}
    for seat, each in enumerate(committed(deal, 2, seeds)):
        if each is not None:
            steps.append((f"seat:{seat}", (SeatCommitted(seat, number, deal, each),)))
    on = next_deal.terms(series.fold_table(events_of(steps)), deal=deal)
    if by_table:
        steps.append(("system", (DealOpened(number, deal),)))
    return played_on_terms(GAME, on, seeds=seeds, chance=chance)


def recorded(steps: list[Step], deal: list[Step]) -> None:
    table = series.fold_table(events_of(steps))
    outcome = cast("Event", GAME.outcome(fold(GAME, events_of(deal))))
    steps.append(("system", series.recorded(table, outcome, **pinned(deal))))


def voided(steps: list[Step], deal: list[Step], *seats: int) -> None:
    table, opened = series.fold_table(events_of(steps)), cast("Opened", deal[0][1][0])
    steps.append(("system", series.voided(table, deal=opened.deal, seats=seats, **pinned(deal))))


def played_and_voided(*sits: SeatTaken, times: int = 3) -> Forged:
    """The operator dislikes the results of deals, and claims that they were voided (F4)."""
    steps, deals = seated(*sits), []
    for number in range(1, times + 1):
        deals.append(dealt(steps, number))
        voided(steps, deals[-1], 1)
    says = "voided by these seats" if sits[0].commits else "follow from the results"
    return Forged(steps, tuple(deals), says, "table.deal_voided")


def blamed_although_committed() -> Forged:
    """Seat 0 commits, seat 1 does not, and seat 0 is blamed."""
    steps = seated(taken(0), taken(1))
    for number in range(1, 4):
        each = committed(deal_id(number), 2, {0: bytes(32)})[0]
        steps.append(("seat:0", (SeatCommitted(0, number, deal_id(number), cast("Any", each)),)))
        table = series.fold_table(events_of(steps))
        steps.append(("system", series.voided(table, deal=deal_id(number), seats=(0,))))
    return Forged(steps, says="follow from the results", event="table.deal_voided")


def blamed_in_part() -> Forged:
    """Neither seat commits, and only one is blamed."""
    void = DealVoided(1, deal_id(1), (1,))
    steps = [*seated(taken(0), taken(1)), ("system", (void,))]
    return Forged(steps, says="follow from the results", event="table.deal_voided")


def voided_at_once() -> Forged:
    """The seats had no time to commit: a player has only just taken a seat."""
    actor, (opened, *_) = a_series("durak", 2).table[0]
    sits = (actor, (opened, taken(0), taken(1), DealVoided(1, deal_id(1), (0, 1))))
    return Forged([sits], says="follow from the results", event="table.deal_voided")


def voided_before_the_time() -> Forged:
    """Seat 1 had no time to show its seed: everything is in one append."""
    made = a_series("durak", 2)
    steps, deal = [*made.table], made.deals[1]
    deal = [("system", tuple(events_of(deal)))]
    at = next(at for at, each in enumerate(steps) if isinstance(each[1][0], DealVoided))
    actor, (void, *rest) = steps[at]
    steps[at] = (actor, (replace(cast("Any", void), **pinned(deal)), *rest))
    deals = (made.deals[0], deal, *made.deals[2:])
    return Forged(steps, deals, "the time to show a seed was not over", "table.deal_voided")


def charged_although_it_had_shown() -> Forged:
    """Seat 0 has shown its seed and seat 1 has not; deal and table blame seat 0."""
    made = a_series("durak", 2)
    steps, deal = [*made.table], [*made.deals[1]]
    actor, (_, *end) = deal[-1]
    deal[-1] = (actor, (Voided((0,)), *end))
    at = next(at for at, each in enumerate(steps) if isinstance(each[1][0], DealVoided))
    who, (void, *rest) = steps[at]
    steps[at] = (who, (replace(cast("Any", void), seats=(0,), **pinned(deal)), *rest))
    deals = (made.deals[0], deal, *made.deals[2:])
    return Forged(steps, deals, "others than those who owed a seed", "table.deal_voided")


def dropped() -> Forged:
    """A deal with number 2 was played, and another one with that number counts."""
    steps = without_seeds()
    deals = [dealt(steps, 1)]
    recorded(steps, deals[0])
    hidden = dealt([*steps], 2, deal=deal_id(77), by_table=False)
    deals.append(dealt(steps, 2))
    recorded(steps, deals[1])
    return Forged(steps, (*deals, hidden), "and the table has it not", "table.deal_opened")


def dropped_after_the_end() -> Forged:
    """Seat 1 had forfeited, so the deal that was played nevertheless does not count."""
    steps = seated(taken(0), taken(1))
    lost = [*steps]
    for number in range(1, 4):
        table = series.fold_table(events_of(lost))
        lost.append(("system", series.voided(table, deal=deal_id(number), seats=(0, 1))))
    voids = [*lost[:-1], ("system", lost[-1][1][:1])]
    hidden = dealt(voids, 4, by_table=False)
    return Forged(lost, (hidden,), "and the table has it not", "table.series_ended")


def seeds_of_a_bot(**own: Any) -> Forged:
    """A bot brings a seed, which only a person may: the operator knows it."""
    bot = replace(taken(1), bot=Text("medium"), holder=None, token=None, commits=False, key=None)
    steps = seated(taken(0), replace(bot, **own))
    return Forged(steps, says="cannot have happened", event="table.seat_taken")


def judged(*, until: int = FOR_GOOD, at: int = 3, ruling: Any = "upheld") -> Forged:
    """An impossible ruling, which changes the ledger."""
    made = a_series("durak", 2)
    deal = next(each.deal for each in events_of(made.table) if isinstance(each, DealRecorded))
    events = (
        AuditorAdmitted(1, Text("Elder"), Digest("ab" * 32), until),
        DisputeOpened(deal, 1, 0, at, "deal", Text("No.")),
        DisputeRuled(deal, 1, ruling, (50, -50), Text("So."), auditor=1),
    )
    admitted, claimed, ruled = events
    steps: list[Step] = [
        (f"key:{PERSON}", (admitted,)),
        ("seat:0", (claimed,)),
        ("auditor:1", (ruled,)),
    ]
    event = "table.dispute_opened" if at != 3 else "table.dispute_ruled"
    return Forged([*made.table, *steps], (), "cannot have happened", event)


def pinned_at_event_1() -> Forged:
    """The table's pin of the record covers only its beginning."""
    made = a_series("durak", 2)
    first = {cast("Opened", deal[0][1][0]).deal: kept(deal)[0] for deal in made.deals}

    def unpinned(event: Event) -> Event:
        if not isinstance(event, DealRecorded):
            return event
        return replace(event, version=1, head=Digest(first[event.deal].hash.hex()))

    steps = [(actor, tuple(map(unpinned, events))) for actor, events in made.table]
    says = "another record of the deal was counted"
    return Forged(steps, tuple(made.deals), says, "table.deal_recorded")


def stripped(**other: Any) -> Forged:
    """The deal was opened on other terms than the table's."""
    made = a_series("durak", 2)
    opened = cast("Opened", made.deals[0][0][1][0])
    own = {name: getattr(opened, name) for name in Terms._fields}
    chance = Random(2)
    on = Terms(**{**own, "commitments": (), "keys": (), **other})
    deal = played_on_terms(GAME, on, seeds={}, chance=chance)
    steps = made.table[: next(at for at, each in enumerate(made.table) if _is_end(each))]
    recorded(steps, deal)
    return Forged(steps, (deal,), "other terms", "table.deal_opened")


def _is_end(step: Step) -> bool:
    return isinstance(step[1][0], DealRecorded)


@cache
def forged() -> dict[str, Forged]:
    """All of them, by name."""
    plain = [replace(taken(seat), commits=False, key=None) for seat in (0, 1)]
    keys = tuple(key_of(seat) for seat in (0, 1))
    return {
        "played, and voided": played_and_voided(*plain),
        "played with seeds, and voided": played_and_voided(taken(0), taken(1), times=1),
        "blamed although committed": blamed_although_committed(),
        "blamed in part": blamed_in_part(),
        "voided at once": voided_at_once(),
        "voided before the time": voided_before_the_time(),
        "charged although it had shown": charged_although_it_had_shown(),
        "dropped": dropped(),
        "dropped after the end": dropped_after_the_end(),
        "a bot's seed": seeds_of_a_bot(commits=True),
        "a bot's key": seeds_of_a_bot(key=key_of(1)),
        "dismissed, yet adjusted": judged(ruling="dismissed"),
        "an auditor whose time was over": judged(until=1),
        "a claim about no event": judged(at=10**9),
        "a claim about event 0": judged(at=0),
        "pinned at event 1": pinned_at_event_1(),
        "seeds and keys stripped": stripped(),
        "other keys": stripped(keys=keys),
        "another number": stripped(number=7),
    }
