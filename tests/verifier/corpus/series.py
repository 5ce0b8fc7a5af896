"""Series that a dishonest operator would like to pass off as honest, with their deals.

All hashes fit; only the rules of a series, or the deals, reveal them.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import Any, Final, NamedTuple, cast
from uuid import UUID

from domain.games import GAMES
from domain.kernel.deal import Opened, Revealed, Terms, Voided
from domain.kernel.event import Digest, Event, Id, Text
from domain.kernel.game import fold
from domain.table import next_deal, series
from domain.table.disputes import DisputeOpened, DisputeRuled
from domain.table.events import (
    DealOpened,
    DealRecorded,
    DealVoided,
    SeatCommitted,
    SeatTaken,
    TableActSigned,
    TableOpened,
)
from domain.table.guests import AuditorAdmitted
from tests.keys import key_of
from tests.verifier.entries import Entry
from tests.verifier.making import (
    KEY,
    LATE,
    NOW,
    TABLES,
    Step,
    bundled,
    committed,
    kept,
    place,
    played,
    played_on_terms,
    signed_by_players,
)
from tests.verifier.mutations import rechained
from tests.verifier.older import in_old_form
from tests.verifier.series import (
    PERSON,
    a_series,
    events_of,
    forfeited,
    pinned,
    table_bundle,
    taken,
)
from verifier.bundle import Bundle
from verifier.case import Case

GAME: Final = GAMES["durak"]
FOR_GOOD: Final = NOW + 1_000 * LATE


class Forged(NamedTuple):
    """A series: the appends to its table, and to its deals."""

    table: list[Step]
    deals: tuple[list[Step], ...] = ()

    @property
    def bundle(self) -> Bundle:
        return table_bundle(signed_again(self.table))

    @property
    def others(self) -> tuple[Bundle, ...]:
        return tuple(bundled(kept(deal), receipts=False, logged=False) for deal in self.deals)


def signed_again(steps: list[Step]) -> list[Step]:
    """Sign the altered statements: an operator may have persuaded the players to do so."""
    unsigned = [
        (actor, tuple(event for event in events if not isinstance(event, TableActSigned)))
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
    return Forged(steps, tuple(deals))


def blamed_although_committed() -> Forged:
    """Seat 0 commits, seat 1 does not, and seat 0 is blamed."""
    steps = seated(taken(0), taken(1))
    for number in range(1, 4):
        each = committed(deal_id(number), 2, {0: bytes(32)})[0]
        steps.append(("seat:0", (SeatCommitted(0, number, deal_id(number), cast("Any", each)),)))
        table = series.fold_table(events_of(steps))
        steps.append(("system", series.voided(table, deal=deal_id(number), seats=(0,))))
    return Forged(steps)


def blamed_in_part() -> Forged:
    """Neither seat commits, and only one is blamed."""
    void = DealVoided(1, deal_id(1), (1,))
    steps = [*seated(taken(0), taken(1)), ("system", (void,))]
    return Forged(steps)


def voided_at_once() -> Forged:
    """The seats had no time to commit: a player has only just taken a seat."""
    actor, (opened, *_) = a_series("durak", 2).table[0]
    sits = (actor, (opened, taken(0), taken(1), DealVoided(1, deal_id(1), (0, 1))))
    return Forged([sits])


def voided_before_the_time() -> Forged:
    """Seat 1 had no time to show its seed: everything is in one append."""
    made = a_series("durak", 2)
    steps, deal = [*made.table], made.deals[1]
    deal = [("system", tuple(events_of(deal)))]
    at = next(at for at, each in enumerate(steps) if isinstance(each[1][0], DealVoided))
    actor, (void, *rest) = steps[at]
    steps[at] = (actor, (replace(cast("Any", void), **pinned(deal)), *rest))
    deals = (made.deals[0], deal, *made.deals[2:])
    return Forged(steps, deals)


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
    return Forged(steps, deals)


def dropped() -> Forged:
    """A deal with number 2 was played, and another one with that number counts."""
    steps = without_seeds()
    deals = [dealt(steps, 1)]
    recorded(steps, deals[0])
    hidden = dealt([*steps], 2, deal=deal_id(77), by_table=False)
    deals.append(dealt(steps, 2))
    recorded(steps, deals[1])
    return Forged(steps, (*deals, hidden))


def dropped_after_the_end() -> Forged:
    """Seat 1 had forfeited, so the deal that was played nevertheless does not count."""
    lost = forfeited(seated(taken(0), taken(1)), *map(deal_id, (1, 2, 3)))
    voids = [*lost[:-1], ("system", lost[-1][1][:1])]
    hidden = dealt(voids, 4, by_table=False)
    return Forged(lost, (hidden,))


def seeds_of_a_bot(**own: Any) -> Forged:
    """A bot brings a seed, which only a person may: the operator knows it."""
    bot = replace(taken(1), bot=Text("medium"), holder=None, token=None, commits=False, key=None)
    steps = seated(taken(0), replace(bot, **own))
    return Forged(steps)


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
    return Forged([*made.table, *steps])


def pinned_at_event_1() -> Forged:
    """The table's pin of the record covers only its beginning."""
    made = a_series("durak", 2)
    first = {cast("Opened", deal[0][1][0]).deal: kept(deal)[0] for deal in made.deals}

    def unpinned(event: Event) -> Event:
        if not isinstance(event, DealRecorded):
            return event
        return replace(event, version=1, head=Digest(first[event.deal].hash.hex()))

    steps = [(actor, tuple(map(unpinned, events))) for actor, events in made.table]
    return Forged(steps, tuple(made.deals))


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
    return Forged(steps, (deal,))


def options_dropped() -> Forged:
    """The deal was opened without an option that the table has."""
    made = a_series("durak", 2)
    (actor, (opened, *rest)), *others = made.table[
        : next(n for n, e in enumerate(made.table) if _is_end(e))
    ]
    first = replace(cast("TableOpened", opened), options={"both_out": "draw"})
    steps: list[Step] = [(actor, (first, *rest)), *others]
    recorded(steps, made.deals[0])
    return Forged(steps, (made.deals[0],))


def _is_end(step: Step) -> bool:
    return isinstance(step[1][0], DealRecorded)


def plainly(seat: int) -> SeatTaken:
    return replace(taken(seat), commits=False, key=None)


def stranger() -> Forged:
    """The deals of the series, and one of another table."""
    made = a_series("durak", 2)
    return Forged(made.table, (*made.deals, played(GAME, seats=2, number=7)))


def in_an_older_form() -> dict[str, Any]:
    """The first deal in an older form than its table."""
    first, *rest = a_series("durak", 2).cases()
    return {"others": (Case(in_old_form(first.bundle)), *rest)}


def unpinned() -> Bundle:
    """A table so old that it names no record of a void."""

    def older(envelope: dict[str, Any]) -> None:
        if envelope["type"] == "table.deal_voided":
            envelope["schema"] = 1
            del envelope["data"]["version"], envelope["data"]["head"]

    return in_old_form(table_bundle(a_series("durak", 2).table), older)


def bot_with(**own: Any) -> Bundle:
    """A deal in which a bot has a seed, or a key."""
    opened = cast("Opened", a_series("durak", 2).deals[0][0][1][0])
    bots = (None, Text("medium"))
    opened = replace(opened, **{"bots": bots, "commitments": (), "keys": (), **own})
    record = kept([("system", (opened, Revealed(Digest("cd" * 32))))], viewer=0)
    return bundled(record, view="seat:0", receipts=False, logged=False)


def numbered(number: int) -> Bundle:
    opened = replace(cast("Opened", a_series("durak", 2).deals[0][0][1][0]), number=number)
    record = kept([("system", (opened,))], viewer="public")
    return bundled(record, view="public", receipts=False, logged=False)


def up_to_deal_2() -> Bundle:
    steps = a_series("durak", 2).table
    end = next(at for at, (_, events) in enumerate(steps) if isinstance(events[0], DealRecorded))
    return table_bundle(steps[: end + 1])


def committed_to_another(kind: type[Event]) -> Bundle:
    """The id of another deal in the first event of this kind: the table alone shows it."""
    steps = [*a_series("durak", 2).table]
    at = next(at for at, (_, events) in enumerate(steps) if isinstance(events[0], kind))
    actor, (event, *rest) = steps[at]
    other = Id("00000000-0000-7000-8000-00000000beef")
    steps[at] = (actor, (replace(cast("Any", event), deal=other), *rest))
    return table_bundle(steps)


@cache
def cut(key: str, seats: int) -> Bundle:
    """A table without the result of its last deal and what follows it, in the log."""
    steps = a_series(key, seats).table
    last = max(at for at, step in enumerate(steps) if isinstance(step[1][0], DealRecorded))
    return bundled(kept(steps[:last]), view="public")


def cut_table(key: str, seats: int) -> Entry:
    """Its new end is in the log, and the reader has key and checkpoint."""
    return Entry(
        partial(cut, key, seats),
        held=lambda: {
            "others": a_series(key, seats).cases(),
            "key": KEY.verifier,
            "checkpoints": (place(cut(key, seats)).checkpoint,),
        },
    )


def signed_later() -> Bundle:
    """A table in an older form, and an act that is signed."""
    whole = table_bundle(a_series("durak", 2).table)
    signed = next(each for each in whole.events if b"table.act_signed" in each.body)
    return rechained(whole, [*in_old_form(whole).events, signed])


def another_record() -> dict[str, Any]:
    """The first deal with another correlation in every event: its signatures fail, too."""
    first = a_series("goat", 4).cases()[0].bundle
    events = [
        entry._replace(body=entry.body.replace(b'"correlation":null', b'"correlation":"x"'))
        for entry in first.events
    ]
    return {"others": (Case(rechained(first, events)),)}


def deals(*some: int) -> Callable[[], dict[str, Any]]:
    return lambda: {"others": tuple(a_series("durak", 2).cases()[at] for at in some)}


def series_of_durak() -> Bundle:
    return table_bundle(a_series("durak", 2).table)


FORGED: Final[dict[str, Callable[[], Forged]]] = {
    "played, and voided": lambda: played_and_voided(plainly(0), plainly(1)),
    "played with seeds, and voided": lambda: played_and_voided(taken(0), taken(1), times=1),
    "blamed although committed": blamed_although_committed,
    "blamed in part": blamed_in_part,
    "voided at once": voided_at_once,
    "voided before the time": voided_before_the_time,
    "charged although it had shown": charged_although_it_had_shown,
    "dropped": dropped,
    "dropped after the end": dropped_after_the_end,
    "a bot's seed": lambda: seeds_of_a_bot(commits=True),
    "a bot's key": lambda: seeds_of_a_bot(key=key_of(1)),
    "dismissed, yet adjusted": lambda: judged(ruling="dismissed"),
    "an auditor whose time was over": lambda: judged(until=1),
    "a claim about no event": lambda: judged(at=10**9),
    "a claim about event 0": lambda: judged(at=0),
    "pinned at event 1": pinned_at_event_1,
    "seeds and keys stripped": stripped,
    "other keys": lambda: stripped(keys=(key_of(0), key_of(1))),
    "an option dropped": options_dropped,
    "another number": lambda: stripped(number=7),
}


@cache
def forged(name: str) -> Forged:
    return FORGED[name]()


def entry(name: str) -> Entry:
    return Entry(
        lambda: forged(name).bundle,
        lambda: {"others": tuple(map(Case, forged(name).others))},
    )


ENTRIES: Final = {
    **{name: entry(name) for name in FORGED},
    "a void without its deal": Entry(lambda: forged("played with seeds, and voided").bundle),
    "deals without the one that was voided": Entry(series_of_durak, held=deals(0, 2)),
    "a deal of another table": Entry(
        lambda: stranger().bundle, held=lambda: {"others": tuple(map(Case, stranger().others))}
    ),
    "an older deal": Entry(series_of_durak, held=in_an_older_form),
    "voids and rulings": Entry(lambda: judged().bundle),
    "an old void": Entry(unpinned, held=deals(0, 1, 2)),
    "a deal after the end": Entry(up_to_deal_2, held=deals(0, 1)),
    "a bot with a seed": Entry(lambda: bot_with(commitments=(None, Digest("ab" * 32)))),
    "a bot with a key": Entry(lambda: bot_with(keys=(None, key_of(1)))),
    "deal 0": Entry(lambda: numbered(0)),
    "deal -1": Entry(lambda: numbered(-1)),
    "a commitment to another deal": Entry(lambda: committed_to_another(SeatCommitted)),
    "another deal opened": Entry(lambda: committed_to_another(DealOpened)),
    "another deal voided": Entry(lambda: committed_to_another(DealVoided)),
    "another record": Entry(lambda: table_bundle(a_series("goat", 4).table), held=another_record),
    **{f"{key} with {seats}, cut": cut_table(key, seats) for key, seats in TABLES},
    "in an older form": Entry(lambda: in_old_form(series_of_durak())),
    "an act signed in an older form": Entry(signed_later),
}
