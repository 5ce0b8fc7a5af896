"""Tokens of seats that are issued again, in the record of a table and in every verifier."""

import pytest

from domain.kernel.event import Digest
from domain.table.events import ActSigned, SeatTokenIssued
from tests.verifier import by_the_format
from tests.verifier.javascript import question, said_of
from tests.verifier.making import Step, failing, signed_by_players
from tests.verifier.mutations import Mutant
from tests.verifier.test_series import PERSON, a_series, table_bundle
from verifier.bundle import Bundle, write
from verifier.verdicts import FAILS

KEY = f"key:{PERSON}"


def issued(seat: int, actor: str = KEY) -> Step:
    return actor, (SeatTokenIssued(seat, Digest("ab" * 32)),)


def failing_everywhere(bundle: Bundle) -> list[set[str]]:
    """The checks that fail in Python, JavaScript, and the verifier made from the document."""
    raw = write(bundle)
    [said] = said_of([question(Mutant("one", raw, frozenset()))])
    document = by_the_format.verify(raw).items()
    return [
        set(failing(bundle)),
        {each.check for each in said if each.status == FAILS},
        {check for check, (status, *_) in document if status == FAILS},
    ]


def test_a_taken_seat_gets_another_token_at_any_time() -> None:
    first, *rest = (
        (actor, tuple(each for each in events if not isinstance(each, ActSigned)))
        for actor, events in a_series("durak", 2).table
    )
    steps = signed_by_players([first, issued(0), *rest, issued(1), issued(1)])
    bundle = table_bundle(steps)
    assert failing_everywhere(bundle) == [set(), set(), set()]


@pytest.mark.parametrize("seat", [2, -1])
def test_a_seat_that_is_none_gets_no_token(seat: int) -> None:
    python, javascript, _ = failing_everywhere(
        table_bundle([*a_series("durak", 2).table, issued(seat)])
    )
    assert python == javascript == {"consequences"}


def test_a_seat_that_is_free_gets_no_token() -> None:
    opened, left, *_ = a_series("durak", 2).table
    python, javascript, _ = failing_everywhere(table_bundle([opened, left, issued(0)]))
    assert python == javascript == {"consequences"}


@pytest.mark.parametrize("actor", ["seat:1", "system"])
def test_only_a_key_has_another_token_issued(actor: str) -> None:
    bundle = table_bundle([*a_series("durak", 2).table, issued(1, actor)])
    assert failing_everywhere(bundle) == [{"actors"}] * 3
