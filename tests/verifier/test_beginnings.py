"""A record shows that it is only a beginning, by the versions that it began with, within limits."""

import time
from functools import cache

import pytest

from domain.kernel.deal import Opened
from domain.table import series
from domain.table.events import DealRecorded
from tests.verifier.making import KEY, TABLES, Step, bundled, deal, failing, kept, place, verdicts
from tests.verifier.mutations import rechained
from tests.verifier.older import in_old_form
from tests.verifier.series import Series, a_series, complete, events_of
from tests.verifier.test_leaving import altered, at
from tests.verifier.test_pace import played
from verifier.bundle import Bundle, Unreadable, read, read_growth, write
from verifier.case import Case
from verifier.form import Malformed
from verifier.verdicts import FAILS, HOLDS, OPEN
from verifier.verify import verify

every_table = pytest.mark.parametrize(("key", "seats"), TABLES)


# --- A beginning is not a whole record ------------------------------------------------------------


def cut_before_the_last_result(made: Series) -> list[Step]:
    last = max(at for at, step in enumerate(made.table) if isinstance(step[1][0], DealRecorded))
    return made.table[:last]


@every_table
def test_a_table_that_is_cut_leaves_score_and_series_open(key: str, seats: int) -> None:
    """Its new end is in the log, and the reader has key and checkpoint."""
    made = a_series(key, seats)
    cut = bundled(kept(cut_before_the_last_result(made)), view="public")
    note = place(cut).checkpoint
    said = verdicts(cut, others=made.cases(), key=KEY.verifier, checkpoints=(note,))
    assert FAILS not in {each.status for each in said.values()}
    assert said["log"].status == HOLDS
    assert (said["score"].status, said["series"].status) == (OPEN, OPEN)
    lost = made.deals[-1][0][1][0]
    assert f"{lost.deal}, is over, and the record of the table ends before it is counted" in (  # type: ignore[attr-defined]
        said["series"].detail
    )


def test_a_cut_record_never_passes_as_complete() -> None:
    made = a_series("durak", 2)
    whole = complete(made.table)
    for stop in range(1, len(whole) + 1):
        cut = bundled(kept(whole[:stop]), view="public", receipts=False, logged=False)
        said = verdicts(cut, others=made.cases())
        assert FAILS not in {each.status for each in said.values()}, stop
        expected = HOLDS if stop == len(whole) else OPEN
        assert (said["score"].status, said["series"].status) == (expected, expected), stop


def test_a_series_that_has_ended_is_the_whole() -> None:
    made = a_series("svoi_kozyri", 2)
    assert series.fold_table(events_of(made.table)).ended is not None
    assert verdicts(bundled(kept(made.table), view="public"))["score"].status == HOLDS


# --- Versions -----------------------------------------------------------------------------------


@cache
def timed() -> Bundle:
    return played(waits=True).deals[0]


def downgraded(bundle: Bundle) -> Bundle:
    """The clock as before 0.2, when no stand-in had to wait."""
    clock = at(bundle, "deal.clock_set")
    plain = altered(bundle, clock, b',"stand_ins_wait":true', b"")
    return altered(plain, clock, b'"schema":2', b'"schema":1')


def test_an_older_version_does_not_excuse_a_newer_record() -> None:
    said = verdicts(downgraded(timed()))["form"]
    assert (said.status, said.position) == (FAILS, at(timed(), "deal.clock_set") + 1)
    assert f"deal.opened@{Opened.VERSION} does not hold deal.clock_set@1" in said.detail


def test_a_record_that_began_with_an_older_version_may_hold_it() -> None:
    assert failing(in_old_form(downgraded(timed()))) == []


def test_events_that_came_later_are_not_in_older_records() -> None:
    whole = bundled(kept(a_series("durak", 2).table), view="public")
    signed = [each for each in whole.events if b"table.act_signed" in each.body]
    assert signed, "seat 0 has a key"
    old = in_old_form(whole)
    assert verdicts(old)["form"].status == HOLDS
    mixed = rechained(old, [*old.events, signed[0]])
    assert "does not hold table.act_signed@1" in verdicts(mixed)["form"].detail


# --- Bounds -------------------------------------------------------------------------------------

SECONDS = 2.0


@cache
def whole() -> Bundle:
    return bundled(deal("goat", 4))


def test_each_receipt_is_in_a_bundle_once() -> None:
    receipts = whole().receipts
    for given in ((*receipts, receipts[-1]), receipts * 2000, receipts[::-1]):
        with pytest.raises(Malformed, match="each once"):
            read(write(whole()._replace(receipts=given)))


def test_a_note_has_few_signatures() -> None:
    placed = place(whole())
    line = placed.checkpoint.rpartition("\n\n")[2]
    for times in (17, 60_000):
        note = placed.checkpoint + line * times
        began = time.process_time()
        said = {
            each.check: each
            for each in verify(Case(whole()._replace(log=placed._replace(checkpoint=note))))
        }
        assert time.process_time() - began < SECONDS
        assert (said["log"].status, "at most" in said["log"].detail) == (FAILS, True)
    other = placed.checkpoint + line.replace(KEY.name, "somebody.else") * 15
    assert verdicts(whole()._replace(log=placed._replace(checkpoint=other)))["log"].status == HOLDS


def test_the_paths_of_a_tree_are_short() -> None:
    log_place = place(whole())
    with pytest.raises(Malformed, match="at most 64 items"):
        read(write(whole()._replace(log=log_place._replace(path=(bytes(32),) * 65))))
    proof = ",".join(['"' + "00" * 32 + '"'] * 129)
    with pytest.raises(Unreadable, match="at most 128 items"):
        read_growth(f'{{"from":1,"log":"x","proof":[{proof}],"to":2}}'.encode())
