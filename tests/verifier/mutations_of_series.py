"""Tables and their deals altered: cut, renumbered, on other terms, with more events."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final, cast

import orjson

from domain.kernel.deal import ActSigned, MoveSigned
from domain.kernel.event import Digest, Event, Id, Signature, Text
from domain.kernel.leaving import (
    Abandoned,
    ClockSet,
    Resigned,
    SeatReturned,
    SeatTakenOver,
    TimeOver,
)
from domain.table import events as table
from domain.table.disputes import DisputeAnswered, DisputeOpened, DisputeRuled
from domain.table.guests import (
    AuditorAdmitted,
    AuditorDismissed,
    InvitationWithdrawn,
    Invited,
    ReaderAdmitted,
    ReaderDismissed,
    WatcherAdmitted,
    WatcherDismissed,
)
from events.canonical import canonical
from tests.verifier.corpus.series import FORGED, forged
from tests.verifier.making import KEY, NOW, Step, bundled, failing, kept, place, signed_by_players
from tests.verifier.mutations import Mutant, Whole, drop, insert, rechained, swap, truncate
from tests.verifier.mutations_of_fields import (
    a_field,
    an_envelope,
    an_older_version,
    with_changed_event,
)
from tests.verifier.mutations_of_play import another_move, redealt_and_committed
from tests.verifier.older import in_old_form
from tests.verifier.series import PERSON, TABLE, a_series, taken
from verifier.bundle import Bundle, BundleEvent, read, write
from verifier.case import Case

STUMBLES: Final = (AssertionError, LookupError, TypeError, ValueError)
"""Exceptions of the fold for impossible events, which could not have been signed."""


@cache
def cases(whole: Whole) -> tuple[Case, ...]:
    return a_series(whole.key, whole.seats).cases()


@cache
def table_of(whole: Whole) -> Bundle:
    return bundled(kept(a_series(whole.key, whole.seats).table), view="public")


def mutant(kind: str, bundle: Bundle, others: tuple[Case, ...], chance: Random) -> Mutant:
    """With all of the deals, or without one."""
    if chance.random() < 0.2:
        at = chance.randrange(len(others))
        others = others[:at] + others[at + 1 :]
    return Mutant(kind, write(bundle), frozenset(), {"others": others})


def a_table_out_of_order(whole: Whole, chance: Random) -> Mutant:
    """Events dropped, inserted, swapped or cut off, with new hashes."""
    alter = chance.choice((drop, insert, swap, truncate))
    bundle = table_of(whole)
    forged = rechained(bundle, alter(bundle.events, chance))
    return mutant(f"{alter.__name__} at a table", forged, cases(whole), chance)


def a_table_cut_off(whole: Whole, chance: Random) -> Mutant:
    """The beginning of a record, with fresh proofs: it may be open, but must not hold."""
    steps = a_series(whole.key, whole.seats).table
    bundle = bundled(kept(steps[: chance.randrange(1, len(steps))]), view="public")
    return mutant("a_table_cut_off", bundle, cases(whole), chance)


def commands_of_a_table(whole: Whole, chance: Random) -> Mutant | None:
    """Commands dropped, repeated or swapped; the players have signed the altered record."""
    steps = [*a_series(whole.key, whole.seats).table]
    at, other = chance.randrange(1, len(steps)), chance.randrange(1, len(steps))
    match chance.randrange(3):
        case 0:
            del steps[at]
        case 1:
            steps.insert(other, steps[at])
        case _:
            steps[at], steps[other] = steps[other], steps[at]
    bundle = _signed_anew(steps)
    return bundle and mutant("commands_of_a_table", bundle, cases(whole), chance)


def _signed_anew(steps: list[Step]) -> Bundle | None:
    plain = [
        (actor, tuple(event for event in events if not isinstance(event, table.TableActSigned)))
        for actor, events in steps
    ]
    try:
        return bundled(kept(signed_by_players(plain)), view="public", receipts=False)
    except STUMBLES:
        return None


def a_table_renumbered(whole: Whole, chance: Random) -> Mutant:
    """The numbers of deals, or of disputes, shifted from some event on."""
    bundle, by = table_of(whole), chance.choice((-1, 1, 7))
    start = chance.randrange(len(bundle.events))
    events = []
    for at, entry in enumerate(bundle.events):
        envelope = orjson.loads(entry.body)
        if at >= start and "number" in envelope["data"]:
            envelope["data"]["number"] += by
        events.append(entry._replace(body=canonical(envelope)))
    return mutant("a_table_renumbered", rechained(bundle, events), cases(whole), chance)


def a_table_of_another_version(whole: Whole, chance: Random) -> Mutant:
    first = chance.choice((1, 2, 3, 4, 5, 7))
    other = chance.choice(("table.seat_taken", "table.deal_voided", "table.series_ended", ""))
    lost = {"table.seat_taken": ("kind",), "table.deal_voided": ("version", "head")}

    def older(envelope: dict[str, Any]) -> None:
        if envelope["type"] == "table.opened":
            envelope["schema"] = first
        if envelope["type"] == other:
            envelope["schema"] -= 1
            for name in lost.get(other, ()) if chance.random() < 0.8 else ():
                envelope["data"].pop(name, None)

    return mutant("another version", in_old_form(table_of(whole), older), cases(whole), chance)


def a_field_of_a_table(whole: Whole, chance: Random) -> Mutant | None:
    change = chance.choice((a_field, a_field, an_envelope))
    made = with_changed_event(table_of(whole), change, chance, f"{change.__name__} of a table")
    return made and made._replace(held={"others": cases(whole)})


def a_deal_on_other_terms(whole: Whole, chance: Random) -> Mutant | None:
    """A deal of the series with other terms, with a matching head in its table."""
    every = [*cases(whole)]
    at = chance.randrange(len(every))
    deal = every[at].bundle
    change = chance.choice((a_field, an_envelope))
    first_event_only = deal._replace(events=deal.events[:1])
    altered = with_changed_event(
        first_event_only if chance.random() < 0.7 else deal, change, chance, ""
    )
    if altered is None:
        return None
    events = orjson.loads(altered.raw)["events"]
    bodies = [each["body"].encode() for each in events] + [
        e.body for e in deal.events[len(events) :]
    ]
    entries = [e._replace(body=body) for e, body in zip(deal.events, bodies, strict=True)]
    forged = rechained(deal, entries)
    every[at] = Case(forged)
    steps = _with_head(a_series(whole.key, whole.seats).table, deal, forged)
    return mutant("a_deal_on_other_terms", bundled(kept(steps)), tuple(every), chance)


def _with_head(steps: list[Step], old: Bundle, new: Bundle) -> list[Step]:
    def pinned(event: Event) -> Event:
        named = getattr(event, "head", None) == old.head.hex()
        return replace(cast("Any", event), head=Digest(new.head.hex())) if named else event

    return [(actor, tuple(map(pinned, events))) for actor, events in steps]


def events_besides(whole: Whole, chance: Random) -> Mutant | None:
    """Some additional events at the table, most of which are impossible there."""
    made = a_series(whole.key, whole.seats)
    steps = [*made.table]
    at = chance.randrange(len(steps) // 2, len(steps) + 1)
    deals = [Id(str(case.bundle.stream)) for case in cases(whole)]
    more = [_besides(chance, deals, whole.seats) for _ in range(chance.randrange(1, 9))]
    steps[at:at] = more
    bundle = _signed_anew(steps) if chance.random() < 0.5 else None
    bundle = bundle or bundled(kept(steps), view="public", receipts=False)
    if chance.random() < 0.3:
        bundle = in_old_form(bundle)
    return mutant("events_besides", bundle, cases(whole), chance)


def _besides(chance: Random, deals: list[Id], seats: int) -> Step:
    number, seat, deal = (
        chance.choice((1, 1, 1, 2, 0)),
        chance.randrange(seats),
        chance.choice(deals),
    )
    until = NOW + chance.choice((-1, 10**15))
    token, text = Digest("ab" * 32), Text("x")
    adjustment = chance.choice(((0,) * seats, (1, -1), (5,) * seats, ()))
    ruling: Any = chance.choice(("upheld", "dismissed"))
    pin = (chance.choice((None, 3)), chance.choice((None, token)))
    events: tuple[Event, ...] = (
        AuditorAdmitted(number, text, token, until),
        AuditorAdmitted(1, text, token, NOW + 10**15),
        AuditorDismissed(number),
        DisputeOpened(deal, number, seat, chance.choice((0, 1, 3, 10**6)), "deal", text),
        DisputeAnswered(deal, number, chance.choice((seat, -1, 9)), text),
        DisputeRuled(deal, number, ruling, adjustment, text, 1),
        WatcherAdmitted(number, text, chance.choice((None, seat, 9)), token, until),
        WatcherDismissed(number),
        ReaderAdmitted(number, text, None, chance.choice((None, deal, TABLE)), token, until),
        ReaderDismissed(number),
        Invited(number, chance.choice((None, seat, 9)), text, token, until),
        InvitationWithdrawn(number, chance.choice((1, 2))),
        table.TableClosed(),
        table.RematchOpened(TABLE),
        table.TableRematched(TABLE),
        table.SeatLeft(seat),
        taken(seat),
        table.DealOpened(number, deal),
        table.DealVoided(number, deal, (seat,), *pin),
        table.DealAbandoned(number, deal, (seat,), "left", *pin),
        table.DealAbandoned(number, deal, (), "closed", *pin),
        table.SeatCommitted(seat, number, deal, token),
        table.TableActSigned(seat, Signature("ab" * 64)),
        table.PersonErased(seat, chance.choice((2, seat + 4, 999))),
        table.PersonErased(seat, 4 + seat),
        table.SeatTokenIssued(seat, token),
        table.SeatReady(seat, number),
    )
    event = chance.choice(events)
    owner = f"key:{PERSON}"
    usual = {"dispute_r": "auditor:1", "auditor": owner, "seat_t": owner, "deal_": "system"}
    name = event.TYPE.removeprefix("table.")
    actor = next((who for what, who in usual.items() if name.startswith(what)), f"seat:{seat}")
    return (actor, (event,))


def came_and_went(whole: Whole, chance: Random) -> Mutant:
    """Additional events in a deal: leaving, returning or resigning; half of them are signed."""
    steps = [*whole.steps]
    for _ in range(chance.randrange(1, 5)):
        seat = chance.choice((*range(whole.seats), 9, -1)) if chance.random() < 0.2 else 0
        level: Any = Text(chance.choice(("easy", "medium")))
        reasons: tuple[Any, ...] = ("time", "left", "resigned", "closed")
        reason = chance.choice(reasons)
        events: tuple[Event, ...] = (
            SeatTakenOver(seat, level, chance.choice(cast("Any", ("time", "left", "away")))),
            SeatReturned(seat),
            Resigned(seat),
            Abandoned(chance.choice(((seat,), (), (0, 1))), reason),
            TimeOver(seat, 1, 2),
            ClockSet(30, 0, stand_ins_wait=True),
            ActSigned(seat, Signature("ab" * 64)),
            MoveSigned(seat, Signature("ab" * 64)),
        )
        actor = chance.choice((f"seat:{seat}", f"seat:{seat}", "system", f"key:{PERSON}"))
        steps.insert(chance.randrange(1, len(steps)), (actor, (chance.choice(events),)))
    try:
        made = signed_by_players(steps) if chance.random() < 0.6 else steps
    except STUMBLES:
        made = steps
    bundle = bundled(kept(made), receipts=False, logged=False)
    return Mutant("came_and_went", write(bundle), frozenset())


def a_forged_series(_: Whole, chance: Random) -> Mutant:
    """A series that a dishonest operator would like to pass off as honest."""
    name = chance.choice(sorted(FORGED))
    one = forged(name)
    others = tuple(map(Case, one.others))
    return Mutant(f"forged: {name}", write(one.bundle), frozenset(), {"others": others})


def a_deal_of_its_series(whole: Whole, chance: Random) -> Mutant | None:
    """A deal that holds by itself, but not with its series: its table needs no signatures of it."""
    every = [*cases(whole)]
    at = chance.randrange(len(every))
    forged = _disordered(every[at].bundle, chance)
    if forged is None or failing(forged):
        return None
    every[at] = Case(forged)
    table = table_of(whole)._replace(receipts=(), log=None)
    return Mutant(
        "a_deal_of_its_series", write(table), frozenset({"series"}), {"others": (*every,)}
    )


def a_table_against_a_receipt(whole: Whole, chance: Random) -> Mutant | None:
    """A table that nothing signs; the reader has the receipt for its last event."""
    bundle = table_of(whole)
    forged = _disordered(bundle._replace(receipts=(), log=None), chance)
    held: Any = {"receipts": bundle.receipts[-1:]}
    kind = "a_table_against_a_receipt"
    return forged and Mutant(kind, write(forged), frozenset({"receipts", "form"}), held)


def _disordered(bundle: Bundle, chance: Random) -> Bundle | None:
    """Events dropped, inserted, swapped, cut off, or some of them at another time."""
    how = chance.choice((drop, insert, swap, truncate, _months_earlier))
    events = how(bundle.events, chance)
    same = [each.body for each in events] == [each.body for each in bundle.events]
    return None if same else rechained(bundle, events)


def _months_earlier(events: tuple[BundleEvent, ...], chance: Random) -> tuple[BundleEvent, ...]:
    at = chance.randrange(len(events))
    body = events[at].body.replace(b'"at":17', b'"at":16')
    return (*events[:at], events[at]._replace(body=body), *events[at + 1 :])


def a_fork(whole: Whole, chance: Random) -> Mutant | None:
    """Two records of one deal, signed by the log's key, or of the same number at the table."""
    fork = chance.choice((another_move, redealt_and_committed, an_older_version, came_and_went))
    made = fork(whole, chance)
    if made is None:
        return None
    bundle = read(made.raw)
    if chance.random() < 0.5:
        others = chance.choice((6, 6, 8))
        bundle = bundle._replace(log=place(bundle, others=others), key=whole.bundle.key)
    held: dict[str, Any] = chance.choice(({}, {"key": KEY.verifier}))
    return Mutant("a_fork", write(bundle), frozenset(), {**held, "rival": whole.bundle})


def a_person_of_a_table(whole: Whole, chance: Random) -> Mutant:
    """The opening of a person's name altered, deleted, or that of a note for the owner added."""
    bundle, full = table_of(whole), bundled(kept(a_series(whole.key, whole.seats).table))
    at = chance.choice([n for n, entry in enumerate(bundle.events) if entry.openings])
    [name] = bundle.events[at].openings
    openings = chance.choice(
        (
            (),
            (name._replace(payload=b'"Eve"'),),
            (name._replace(payload=b"null"),),
            (name._replace(salt=bytes(32)),),
            full.events[at].openings,
            full.events[at].openings[:1],
        )
    )
    entry = bundle.events[at]._replace(openings=openings)
    altered = bundle._replace(events=(*bundle.events[:at], entry, *bundle.events[at + 1 :]))
    if chance.random() < 0.3:
        altered = altered._replace(view=chance.choice(("full", "seat:0")))
    return mutant("a_person_of_a_table", altered, cases(whole), chance)


OF_SERIES: Final[tuple[Callable[[Whole, Random], Mutant | None], ...]] = (
    *(a_table_out_of_order, a_table_cut_off, commands_of_a_table, a_table_renumbered),
    *(a_table_of_another_version, a_field_of_a_table, a_deal_on_other_terms),
    *(a_person_of_a_table, a_person_of_a_table, a_person_of_a_table),
    *(events_besides, events_besides, came_and_went, came_and_went),
    *(a_forged_series, a_forged_series, a_fork, a_fork),
    *(a_deal_of_its_series, a_table_against_a_receipt) * 2,
)
