"""Disputes, rulings and beginnings of series."""

from dataclasses import replace
from functools import partial
from typing import Any, Final

from domain.kernel.event import Digest, Event, Id, Text
from domain.table import series
from domain.table.disputes import (
    MOST,
    DisputeAnswered,
    DisputeAppealed,
    DisputeOpened,
    DisputeRuled,
    DisputeWithdrawn,
)
from domain.table.events import DealOpened, DealRecorded, TableActSigned, TableOpened
from domain.table.guests import AuditorAdmitted, AuditorDismissed
from tests.verifier.entries import Entry
from tests.verifier.making import NOW, Step, signed_by_players
from tests.verifier.older import in_old_form
from tests.verifier.series import PERSON, a_series, complete, events_of, table_bundle
from verifier.bundle import Bundle

TOKEN: Final = Digest("ab" * 32)
SAID: Final = Text("No.")
ADMITTED: Final = AuditorAdmitted(1, SAID, TOKEN, NOW + 10**15)
LAST: Final = 5
"""The last event of the deal that is abandoned."""


def by_an_auditor(*events: Event) -> list[Step]:
    return [(f"key:{PERSON}" if "auditor_" in e.TYPE else "auditor:1", (e,)) for e in events]


def first_deal() -> Id:
    every = events_of(a_series("durak", 2).table)
    return next(each.deal for each in every if isinstance(each, DealRecorded))


def claim(number: int = 1, seat: int = 1) -> Step:
    return f"seat:{seat}", (DisputeOpened(first_deal(), number, seat, 3, "deal", SAID),)


def answer() -> Step:
    return "seat:1", (DisputeAnswered(first_deal(), 1, 1, SAID),)


def ruled(*adjustment: int, number: int = 1) -> list[Step]:
    ruling: Any = "upheld" if any(adjustment) else "dismissed"
    event = DisputeRuled(first_deal(), number, ruling, adjustment or (0, 0), SAID, auditor=1)
    return by_an_auditor(event)


def disputed(*steps: Step) -> Bundle:
    """These steps after a series in which an auditor was admitted."""
    return table_bundle([*a_series("durak", 2).table, *by_an_auditor(ADMITTED), *steps])


def withdrawn() -> Step:
    return "seat:1", (DisputeWithdrawn(first_deal(), 1, 1),)


def withdrawn_by_another() -> Bundle:
    steps = [*a_series("durak", 2).table, *by_an_auditor(ADMITTED), claim(seat=0)]
    return table_bundle([*signed_by_players(steps), withdrawn()])


def appeal() -> Step:
    return "seat:1", (DisputeAppealed(first_deal(), 1, 1, SAID),)


def again(auditor: int) -> Step:
    ruling = DisputeRuled(first_deal(), 1, "dismissed", (0, 0), SAID, auditor=auditor)
    return f"auditor:{auditor}", (ruling,)


def appealed(*steps: Step) -> Bundle:
    """These steps after an appeal, at a table with two auditors."""
    second = by_an_auditor(replace(ADMITTED, auditor=2))
    return disputed(*second, claim(), *ruled(1, -1), appeal(), *steps)


def fixed(early: int, *steps: Step, auditor: int = 1) -> Bundle:
    """These steps after a ruling at a table of fixed auditors, so many of them admitted in time."""
    opening, *played = a_series("durak", 2).table
    actor, (first, *rest) = opening
    assert isinstance(first, TableOpened)
    admitted = [by_an_auditor(replace(ADMITTED, auditor=number))[0] for number in (1, 2)]
    begun = [(actor, (replace(first, fixed_auditors=True), *rest)), *admitted[:early]]
    said = [*admitted[early:], claim(), again(auditor), *steps]
    unsigned = [
        (by, tuple(e for e in es if not isinstance(e, TableActSigned))) for by, es in played
    ]
    return table_bundle(signed_by_players([*begun, *unsigned, *said]))


def dismissed() -> Bundle:
    return disputed(claim(), *by_an_auditor(AuditorDismissed(1)), *ruled(1, -1))


def many(*, disputes: int, answers: int) -> Bundle:
    """So many disputes about the first deal, the first of which is answered."""
    claims = [claim(number) for number in range(1, disputes + 1)]
    return disputed(*claims, *[answer()] * answers)


def abandoned(*, at: int, pinned: bool = True) -> Bundle:
    """A dispute about a deal that a player has left."""
    steps = a_series("durak", 2).table
    start = next(at for at, (_, each) in enumerate(steps) if isinstance(each[0], DealOpened))
    steps = steps[: start + 1]
    table = series.fold_table(events_of(steps))
    pin: Any = {"version": LAST, "head": TOKEN}
    end = series.abandoned(table, seats=(1,), reason="left", **pin)
    deal = table.deals[-1].deal
    said: Step = ("seat:1", (DisputeOpened(deal, 1, 1, at, "deal", SAID),))
    reply: Step = ("seat:1", (DisputeAnswered(deal, 1, 1, SAID),))

    def unpinned(envelope: dict[str, Any]) -> None:
        if envelope["type"] == "table.deal_abandoned":
            envelope["schema"] = 1
            del envelope["data"]["version"], envelope["data"]["head"]

    bundle = table_bundle([*steps, ("system", end), said, *([reply] if pinned else [])])
    return bundle if pinned else in_old_form(bundle, unpinned)


def scored(*rulings: Step) -> Bundle:
    """Two disputes after a series that was closed, and rulings."""
    steps = [*complete(a_series("durak", 2).table), *by_an_auditor(ADMITTED), claim(), claim(2)]
    return table_bundle([*steps, *rulings])


def up_to_the_first_result(*more: Step) -> Bundle:
    steps = a_series("durak", 2).table
    end = next(at for at, (_, each) in enumerate(steps) if isinstance(each[0], DealRecorded))
    return table_bundle([*steps[: end + bool(more)], *more])


def of_a_test(*, test: bool) -> Bundle:
    (actor, (first, *rest)), *others = complete(a_series("durak", 2).table)
    opened = replace(first, test=test) if isinstance(first, TableOpened) else first
    return table_bundle([(actor, (opened, *rest)), *others])


def with_result(name: str, value: object) -> Bundle:
    """A series in whose results, which are events, something else stands."""

    def wrong(event: Event) -> Event:
        if not isinstance(event, DealRecorded):
            return event
        return replace(event, result={**event.result, name: value})

    table = a_series("durak", 2).table
    return table_bundle([(actor, tuple(map(wrong, events))) for actor, events in table])


def after_the_end(*odd: Step) -> Bundle:
    steps = [*a_series("durak", 2).table, *by_an_auditor(ADMITTED), claim(seat=0), *ruled(1, -1)]
    return table_bundle([*signed_by_players(steps), *odd])


RESULTS: Final = (("schema", True), ("schema", "1"), ("schema", 2), ("type", True), ("data", None))

ENTRIES: Final = {
    "ruled after dismissal": Entry(dismissed),
    "ruled after dismissal in an old record": Entry(lambda: in_old_form(dismissed())),
    "about its last event": Entry(lambda: abandoned(at=LAST)),
    "about an event after the last": Entry(lambda: abandoned(at=LAST + 1)),
    "about any event, unpinned": Entry(lambda: abandoned(at=10**6, pinned=False)),
    "about no event, unpinned": Entry(lambda: abandoned(at=0, pinned=False)),
    "answered before the ruling": Entry(lambda: disputed(claim(), answer(), *ruled())),
    "answered after the ruling": Entry(lambda: disputed(claim(), *ruled(), answer())),
    "withdrawn": Entry(lambda: disputed(claim(), withdrawn())),
    "withdrawn by another seat": Entry(withdrawn_by_another),
    "withdrawn after the ruling": Entry(lambda: disputed(claim(), *ruled(), withdrawn())),
    "withdrawn twice": Entry(lambda: disputed(claim(), withdrawn(), withdrawn())),
    "ruled after it was withdrawn": Entry(lambda: disputed(claim(), withdrawn(), *ruled())),
    "appealed": Entry(appealed),
    "appealed and ruled again": Entry(lambda: appealed(again(2))),
    "appealed and ruled again by the same auditor": Entry(lambda: appealed(again(1))),
    "appealed and answered": Entry(lambda: appealed(answer())),
    "appealed and withdrawn": Entry(lambda: appealed(withdrawn())),
    "appealed twice": Entry(lambda: appealed(again(2), appeal())),
    "appealed before the ruling": Entry(lambda: disputed(claim(), appeal())),
    "appealed to fixed auditors": Entry(lambda: fixed(2, appeal(), again(2))),
    "appealed without a second fixed auditor": Entry(lambda: fixed(1, appeal())),
    "ruled by an auditor who is not fixed": Entry(lambda: fixed(1, auditor=2)),
    "as many as there may be": Entry(lambda: many(disputes=MOST, answers=0)),
    "one too many": Entry(lambda: many(disputes=MOST + 1, answers=0)),
    "as many answers as there may be": Entry(lambda: many(disputes=1, answers=MOST)),
    "one answer too many": Entry(lambda: many(disputes=1, answers=MOST + 1)),
    "no ruling": Entry(scored),
    "one ruling of two": Entry(lambda: scored(*ruled(500, -500))),
    "both ruled": Entry(lambda: scored(*ruled(500, -500), *ruled(number=2))),
    "during the series": Entry(lambda: up_to_the_first_result(claim())),
    "a deal that is over and not counted": Entry(
        up_to_the_first_result, held=lambda: {"others": a_series("durak", 2).cases()[:1]}
    ),
    "a test table": Entry(lambda: of_a_test(test=True)),
    "no test table": Entry(lambda: of_a_test(test=False)),
    **{
        f"a result with {name} {value}": Entry(partial(with_result, name, value))
        for name, value in RESULTS
    },
    "after the end": Entry(after_the_end, held=lambda: {"others": a_series("durak", 2).cases()}),
    **{
        f"after the end, {name} again": Entry(partial(lambda step: after_the_end(*step()), step))
        for name, step in {
            "admitted": lambda: by_an_auditor(ADMITTED),
            "claimed": lambda: [claim()],
            "ruled": lambda: ruled(1, -1),
        }.items()
    },
}
