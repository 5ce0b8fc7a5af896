"""The people of a table: their names behind commitments, erased or not, in every verifier."""

import json
from dataclasses import replace
from functools import cache
from typing import Any, Final
from uuid import UUID

import pytest

from domain.kernel.event import Text
from domain.table.events import ActSigned, PersonErased, SeatTaken
from events.canonical import canonical
from tests.verifier import by_the_format
from tests.verifier.javascript import question, said_of
from tests.verifier.making import Step, bundled, failing, kept, signed_by_players, verdicts
from tests.verifier.mutations import Mutant, rechained
from tests.verifier.older import in_old_form
from tests.verifier.test_series import PERSON, a_series, complete
from verifier.bundle import Bundle, Entry, write
from verifier.verdicts import FAILS, HOLDS

KEY: Final = f"key:{PERSON}"
NAME: Final = "name"


@cache
def steps() -> list[Step]:
    """A series whose first player was known to its owner."""
    noted: dict[str, Any] = {
        "ref": Text("user-42"),
        "metadata": ((Text("club"), Text("Saturday")),),
    }

    def known(event: Any) -> Any:
        return replace(event, **noted) if isinstance(event, SeatTaken) else event

    made = complete(a_series("durak", 2).table)
    plain = [
        (actor, tuple(known(event) for event in events if not isinstance(event, ActSigned)))
        for actor, events in made
    ]
    return signed_by_players(plain)


@cache
def erasures() -> list[Step]:
    """The erasure of every person, each in a command of its own."""
    events = [event for _, events in steps() for event in events]
    taken = [(at, each) for at, each in enumerate(events, 1) if isinstance(each, SeatTaken)]
    return [(KEY, (PersonErased(each.seat, at),)) for at, each in taken]


def place_of_a_name(bundle: Bundle) -> int:
    return next(at for at, entry in enumerate(bundle.events) if entry.openings)


def with_openings(bundle: Bundle, at: int, openings: Any) -> Bundle:
    entry = bundle.events[at]._replace(openings=openings)
    return bundle._replace(events=(*bundle.events[:at], entry, *bundle.events[at + 1 :]))


def public(more: list[Step]) -> Bundle:
    return bundled(kept([*steps(), *more]), view="public", receipts=False, logged=False)


def openings_in_every_verifier(bundle: Bundle) -> set[str]:
    raw = write(bundle)
    [said] = said_of([question(Mutant("one", raw, frozenset()))])
    javascript = next(each.status for each in said if each.check == "openings")
    document = by_the_format.verify(raw)["openings"][0]
    return {verdicts(bundle)["openings"].status, javascript, document}


def test_a_name_may_be_opened_or_not() -> None:
    bundle = public([])
    assert openings_in_every_verifier(bundle) == {HOLDS}
    closed = with_openings(bundle, place_of_a_name(bundle), ())
    assert openings_in_every_verifier(closed) == {HOLDS}
    assert failing(closed) == []


@pytest.mark.parametrize("payload", [b'"Eve"', b"null"])
def test_another_name_does_not_fit_its_commitment(payload: bytes) -> None:
    bundle = public([])
    at = place_of_a_name(bundle)
    [name] = bundle.events[at].openings
    forged = with_openings(bundle, at, (name._replace(payload=payload),))
    assert openings_in_every_verifier(forged) == {FAILS}


def test_the_notes_of_the_owner_are_in_no_public_bundle() -> None:
    bundle, full = public([]), bundled(kept(steps()), receipts=False, logged=False)
    at = place_of_a_name(bundle)
    assert [each.slot for each in bundle.events[at].openings] == [NAME]
    assert [each.slot for each in full.events[at].openings] == ["metadata", NAME, "ref"]
    assert openings_in_every_verifier(full) == {HOLDS}
    assert openings_in_every_verifier(with_openings(bundle, at, full.events[at].openings)) == {
        FAILS
    }


def test_an_erasure_is_an_event_that_every_verifier_follows() -> None:
    bundle = public(erasures())
    assert [entry.openings for entry in bundle.events if entry.openings] == []
    assert openings_in_every_verifier(bundle) == {HOLDS}
    [said] = said_of([question(Mutant("one", write(bundle), frozenset()))])
    assert FAILS not in {each.status for each in said}
    assert failing(bundle) == []


@pytest.mark.parametrize(
    "more",
    [
        PersonErased(1, 2),
        PersonErased(0, 3),
        PersonErased(0, 999),
        PersonErased(0, 0),
        PersonErased(-1, 2),
    ],
)
def test_only_a_person_who_sat_down_is_erased(more: PersonErased) -> None:
    assert_impossible(public([(KEY, (more,))]))


def test_a_person_is_erased_once() -> None:
    assert_impossible(public([*erasures(), erasures()[0]]))


def assert_impossible(bundle: Bundle) -> None:
    assert failing(bundle) == ["consequences"]
    [said] = said_of([question(Mutant("one", write(bundle), frozenset()))])
    assert [each.check for each in said if each.status == FAILS] == ["consequences"]


def test_an_older_table_has_the_name_in_its_record_and_may_hold_an_erasure() -> None:
    old = in_old_form(public([]))
    assert b'"name":"Ann"' in old.events[1].body
    envelope = json.loads(old.events[-1].body)
    erasure = {"command": str(UUID(int=99)), "data": {"seat": 0, "taken": 2}, "schema": 1}
    body = canonical({**envelope, **erasure, "type": PersonErased.TYPE})
    old = rechained(old, [*old.events, Entry(body, b"")])
    assert openings_in_every_verifier(old) == {HOLDS}
    assert failing(old) == []
