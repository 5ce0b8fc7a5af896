"""Signed moves in evidence: valid for viewers who may see them; every alteration is detected."""

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from events.record import PUBLIC
from tests.keys import key_of
from tests.sampling import cases
from tests.verifier import javascript
from tests.verifier.javascript import base64, question, said_of
from tests.verifier.making import TABLES, UNKEYED, Step, bundled, deal, failing, kept, verdicts
from tests.verifier.mutations import Mutant, Whole
from tests.verifier.parity import are_alike
from tests.verifier.signing import KEYED, OF_SIGNATURES, positions, steps_of
from tests.verifier.test_mutations import failures
from tests.verifier.test_series import a_series, table_bundle
from verifier.bundle import Bundle, write
from verifier.verdicts import FAILS, HOLDS, NONE, OPEN, Verdict

VECTORS = Path(__file__).parents[1] / "vectors" / "moves.json"
EACH = cases(sample=1, full=2)
"""How often each kind of mutation is tried at a table."""

every_table = pytest.mark.parametrize(("key", "seats"), TABLES)


def bundle_of(steps: list[Step], viewer: Any, **options: bool) -> Bundle:
    view = viewer if isinstance(viewer, str) else f"seat:{viewer}"
    return bundled(kept(steps, viewer=viewer), view=view, **options)


@every_table
def test_in_full_all_holds(key: str, seats: int) -> None:
    said = verdicts(bundled(deal(key, seats, KEYED)))
    assert {each.status for each in said.values()} == {HOLDS, NONE}, said
    assert said["bots"].status == NONE
    count = len(positions(steps_of(Whole(key, seats, KEYED))))
    assert count > 1
    assert said["signatures"].detail.startswith(f"{count} moves of seat")


@every_table
def test_without_keys_nothing_is_signed(key: str, seats: int) -> None:
    said = verdicts(bundled(deal(key, seats, 1)))["signatures"]
    assert (said.status, said.detail) == (NONE, "no seat has a key, and nothing is signed")


@every_table
def test_a_player_checks_their_own_moves_and_the_public_none(key: str, seats: int) -> None:
    steps = steps_of(Whole(key, seats, KEYED))
    signing = {steps[at][0] for at in positions(steps)}
    total = len(positions(steps))
    for viewer in (*range(seats), PUBLIC):
        own = sum(steps[at][0] == f"seat:{viewer}" for at in positions(steps))
        said = verdicts(bundle_of(steps, viewer))["signatures"]
        if own == total:
            assert said.status == HOLDS
        else:
            assert said == Verdict(
                "signatures", OPEN, f"{own} of {total} fit; the view has not the others"
            )
    assert f"seat:{UNKEYED}" not in signing


def test_a_player_detects_an_altered_signature_of_their_own() -> None:
    steps = steps_of(Whole("goat", 4, KEYED))
    forged = [(actor, tuple(map(_junk, events))) for actor, events in steps]
    assert failing(bundle_of(forged, 0)) == ["signatures"]
    assert failing(bundle_of(forged, UNKEYED)) == [], "this viewer has no signature to see"


def _junk(event: Any) -> Any:
    return type(event)(event.seat, "ab" * 64) if event.TYPE == "deal.move_signed" else event


def test_a_move_that_is_not_signed_is_seen_by_all() -> None:
    steps = steps_of(Whole("goat", 4, KEYED))
    at = positions(steps)[0]
    actor, (move, _, *follow) = steps[at]
    steps[at] = (actor, (move, *follow))
    for viewer in (0, UNKEYED, PUBLIC):
        said = verdicts(bundle_of(steps, viewer))["signatures"]
        assert said.status == FAILS
        assert said.detail.endswith("seat: the move is not signed [F7]")


def test_a_signature_of_another_command_is_found() -> None:
    steps = steps_of(Whole("durak", 2, KEYED))
    at = positions(steps)[0]
    actor, (move, *follow) = steps[at]
    apart = [*steps[:at], (actor, (move,)), (actor, tuple(follow)), *steps[at + 1 :]]
    said = verdicts(bundled(kept(apart)))["signatures"]
    assert said.status == FAILS
    assert "with another command" in said.detail


@cache
def altered() -> tuple[Mutant, ...]:
    made = [
        mutation(Whole(key, seats, KEYED), Random(turn * seats))
        for key, seats in TABLES
        for turn, mutation in enumerate(OF_SIGNATURES * EACH)
    ]
    return tuple(mutant for mutant in made if mutant is not None)


def test_every_alteration_is_detected_and_named() -> None:
    kinds = set()
    for mutant in altered():
        found = list(failures(mutant))
        assert "signatures" in {each.check for each in found}, (mutant.kind, found)
        at = {each.position for each in found if each.check == "signatures"}
        assert at == {mutant.position}, (mutant.kind, found)
        kinds.add(mutant.kind)
    assert len(kinds) == len(OF_SIGNATURES)


# --- JavaScript ---------------------------------------------------------------------------------


def test_the_vectors_are_the_same_byte_for_byte() -> None:
    expected = json.loads(VECTORS.read_text("utf-8"))
    made = javascript.call("moves", expected)
    assert made["signed"] == [each["signed"] for each in expected["moves"]]
    assert made["fits"] == [True] * len(expected["moves"])
    assert made["keys"] == [each["holds"] for each in expected["keys"]]


def bundles() -> list[Bundle]:
    """Bundles of every viewer, during a deal and after it."""
    made = []
    for key, seats in TABLES:
        steps = steps_of(Whole(key, seats, KEYED))
        made.append(bundled(deal(key, seats, KEYED)))
        for stop in (1, len(steps) // 2, len(steps)):
            plain = {"receipts": False, "logged": False}
            made += [bundle_of(steps[:stop], each, **plain) for each in (*range(seats), PUBLIC)]
    return made


def test_both_languages_say_the_same_of_every_readers_bundle() -> None:
    every = bundles()
    for bundle, said in zip(every, said_of({"raw": base64(write(b))} for b in every), strict=True):
        mine = list(verdicts(bundle).values())
        assert FAILS not in {each.status for each in mine}
        for one, other in zip(mine, said, strict=True):
            assert are_alike(one, other), (one, other)


def test_both_languages_report_alterations_in_the_same_words() -> None:
    for mutant, said in zip(altered(), said_of(map(question, altered())), strict=True):
        (mine,) = (each for each in failures(mutant) if each.check == "signatures")
        assert mine in said, mutant.kind


def test_a_key_is_judged_once_however_often_it_signs() -> None:
    """In JavaScript, too: a table has thousands of acts, and to judge a key takes 4 ms."""
    table = table_bundle(a_series("durak", 2).table)
    assert verdicts(table)["signatures"].detail.startswith("4 acts")
    assert javascript.call("numbersRead", base64(write(table))) <= 1


def test_a_key_that_the_reader_knows_is_compared_with_the_one_in_the_record() -> None:
    bundle = bundled(deal("goat", 4, KEYED))
    seat = 0
    mine, other = (bytes.fromhex(key_of(each)) for each in (seat, seat + 10))
    alone = verdicts(bundle)["signatures"]
    assert "only --seat-key can show their owner: seats 0, 2, 3" in alone.detail
    known = verdicts(bundle, seat_keys={seat: mine})["signatures"]
    assert (known.status, "owner: seats 2, 3" in known.detail) == (HOLDS, True)
    every = {each: bytes.fromhex(key_of(each)) for each in (0, 2, 3)}
    assert "--seat-key" not in verdicts(bundle, seat_keys=every)["signatures"].detail
    for place, key in ((seat, other), (1, mine), (9, mine)):
        said = verdicts(bundle, seat_keys={place: key})["signatures"]
        assert (said.status, f"keys/{place}: the key that you know is" in said.detail) == (
            FAILS,
            True,
        )
