"""Failures of the verifier that need a forgery of their own, each with the words it is named by."""

from dataclasses import replace
from typing import Any, cast

from domain.kernel.deal import Opened
from domain.kernel.event import Key
from domain.table.events import SeatTaken, TableOpened
from tests.keys import key_of
from tests.verifier.making import Step, bundled, deal, kept, verdicts
from tests.verifier.mutations import rechained
from tests.verifier.older import in_old_form
from tests.verifier.test_series import a_series, table_bundle
from verifier.bundle import Bundle, BundleOpening
from verifier.case import Case
from verifier.verdicts import FAILS, HOLDS, OPEN

ORDER_OF_TWO = Key("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")
"""A point of small order: any signature fits it."""


def changed(steps: list[Step], kind: type, **fields: Any) -> list[Step]:
    """The steps with other fields in the first event of a kind."""
    at, place = next(
        (n, m)
        for n, (_, events) in enumerate(steps)
        for m, event in enumerate(events)
        if isinstance(event, kind)
    )
    actor, events = steps[at]
    event = replace(cast("Any", events[place]), **fields)
    return [*steps[:at], (actor, (*events[:place], event, *events[place + 1 :])), *steps[at + 1 :]]


def test_a_table_that_was_only_opened_is_open() -> None:
    actor, events = a_series("durak", 2).table[0]
    assert isinstance(events[0], TableOpened)
    said = verdicts(table_bundle([(actor, events[:1])]))
    assert said["consequences"].status == HOLDS
    assert said["score"].status == OPEN


def test_deals_of_another_table_change_nothing() -> None:
    made, stranger = a_series("durak", 2), Case(bundled(deal("durak", 2, 7)))
    alone = verdicts(table_bundle(made.table), others=made.cases())
    assert verdicts(table_bundle(made.table), others=(*made.cases(), stranger)) == alone
    assert stranger.opened.table != made.cases()[0].opened.table


def test_a_deal_in_an_older_form_than_its_table_fails() -> None:
    made = a_series("durak", 2)
    first, *rest = made.cases()
    old = Case(in_old_form(first.bundle))
    said = verdicts(table_bundle(made.table), others=(old, *rest))["series"]
    assert (said.status, "older form than its table" in said.detail) == (FAILS, True), said


def test_an_opening_is_no_object() -> None:
    whole = bundled(deal("goat", 4))
    at, entry = next((n, each) for n, each in enumerate(whole.events) if each.openings)
    first, *others = entry.openings
    forged = entry._replace(openings=(BundleOpening(first.slot, first.salt, b'{"a":1}'), *others))
    events = (*whole.events[:at], forged, *whole.events[at + 1 :])
    said = verdicts(rechained(whole, events))["form"]
    assert (said.status, "no secret is an object" in said.detail) == (FAILS, True)


def failing_signatures(bundle: Bundle) -> str:
    said = verdicts(bundle)["signatures"]
    assert said.status == FAILS
    return said.detail


def test_a_deal_names_a_key_or_none_for_each_seat() -> None:
    a_deal = a_series("durak", 2).deals[0]
    one_key = bundled(kept(changed(a_deal, Opened, keys=(key_of(0),))))
    assert "there is a key, or none, for each seat" in failing_signatures(one_key)


def test_a_seat_has_a_key_that_only_its_owner_can_sign_with() -> None:
    made = a_series("durak", 2).table
    steps = [*made[:2], *changed(made[2:], SeatTaken, key=ORDER_OF_TWO)]
    assert "more signatures fit than its owner makes" in failing_signatures(table_bundle(steps))
