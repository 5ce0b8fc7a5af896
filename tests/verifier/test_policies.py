"""The check of bots: permitted actors, and moves by the bot's policy."""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final, cast
from unittest.mock import patch

import orjson
import pytest

import bots
from bots import core
from domain.games import GAMES
from domain.kernel.branch import begun_as, played_again
from domain.kernel.deal import Opened, Revealed
from domain.kernel.event import Event, Text
from domain.kernel.game import view
from domain.kernel.moves import legal_moves
from events.canonical import canonical
from events.record import PUBLIC
from tests.laws.play import Run, by_kind, lasting, seat_of, terms
from tests.missing import needs
from tests.sampling import cases
from tests.verifier.by_bots import dealt_to_bots
from tests.verifier.making import (
    KEY,
    TABLES,
    Step,
    bundled,
    failing,
    kept,
    played_by_bots,
    verdicts,
)
from tests.verifier.mutations import rechained
from tests.verifier.mutations_of_play import first_move
from tests.verifier.older import in_old_form
from verifier.bundle import Bundle
from verifier.verdicts import FAILS, HAND, HOLDS, NONE, OPEN, Verdict

SEATS: Final = 4


@cache
def steps_of(key: str, seats: int, number: int = 1) -> list[Step]:
    return played_by_bots(key, seats, number)


def said(bundle: Bundle) -> Verdict:
    return verdicts(bundle)["bots"]


def with_actors(bundle: Bundle, name: Callable[[str], str]) -> Bundle:
    """The bundle with other names of actors, and new hashes."""
    entries = []
    for entry in bundle.events:
        envelope = orjson.loads(entry.body)
        envelope["actor"] = name(envelope["actor"])
        entries.append(entry._replace(body=canonical(envelope)))
    return rechained(bundle, entries)


def goat(view: str = "full", viewer: Any = "full") -> Bundle:
    """Seat 0 adds no seed; on seats 1 and 3 sits easy, on seat 2 medium."""
    return bundled(kept(steps_of("goat", SEATS, 2), viewer=viewer), view=view, receipts=False)


def unlogged(bundle: Bundle) -> Bundle:
    return bundle._replace(log=None)


def test_without_the_seed_the_check_is_open() -> None:
    (actor, (opened, *rest)), *others = steps_of("goat", SEATS, 2)
    steps = [(actor, (replace(cast("Opened", opened), seed=None), *rest)), *others]
    verdict = said(bundled(kept(steps), receipts=False))
    assert (verdict.status, "is not in the record" in verdict.detail) == (OPEN, True), verdict


# --- Their moves ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "level"), [("goat", "expert"), ("goat", "hard"), ("durak", "hard")]
)
def test_moves_of_the_stronger_levels_are_recomputed(key: str, level: str) -> None:
    game = GAMES[key]
    levels = [level, *[None] * (game.seats[0] - 1)]
    verdict = said(dealt_to_bots(game, levels, 1))
    assert verdict.status == HOLDS, verdict
    assert f"{level}/1@" in verdict.detail


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_recorded_bot_moves_are_recomputed(key: str, seats: int) -> None:
    for number in (1, 2):
        steps = steps_of(key, seats, number)
        bundle = bundled(kept(steps))
        began = time.process_time()
        verdict = said(bundle)
        assert time.process_time() - began < 8, "no player waits for it"
        moves = sum(actor.startswith("bot:") for actor, _ in steps)
        assert verdict.status == HOLDS, verdict
        assert verdict.detail.startswith(f"{moves} moves of bots are what ")
        assert failing(bundle) == []


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_another_legal_move_is_found_by_this_check_alone(key: str, seats: int) -> None:
    game, steps = GAMES[key], steps_of(key, seats)
    for at, (actor, (move, *_)) in enumerate(steps):
        before = [event for _, events in steps[:at] for event in events]
        seat = seat_of(move) if move.MOVE is not None else 0
        legal = legal_moves(game, view(game, before, seat), seat) if seat else ()
        other = next((each for each in legal if each != move and not each.EARLY), None)
        if actor.startswith("bot:") and other is not None:
            break
    made = [(who, events[0]) for who, events in steps[first_move(steps) : at]]
    bundle = bundled(kept(played_by_bots(key, seats, first=[*made, (actor, cast("Event", other))])))
    assert failing(bundle) == ["bots"]
    verdict = said(bundle)
    assert verdict.position == len(before) + 1
    label = actor.rpartition(":")[2]
    assert f": {label} makes another move: {{" in verdict.detail


def test_a_move_where_the_policy_waits_is_found() -> None:
    """A bot of Skat never gives up out of turn."""
    game, steps = GAMES["skat"], steps_of("skat", 3, 2)
    for at in range(first_move(steps), len(steps)):
        before = [event for _, events in steps[:at] for event in events]
        turn = game.to_act(view(game, before, "full"))
        for seat in {1, 2} - {turn}:
            for move in legal_moves(game, view(game, before, seat), seat):
                actor = next(who for who, _ in steps if who.startswith(f"bot:{seat}:"))
                made = [(who, events[0]) for who, events in steps[first_move(steps) : at]]
                forged = played_by_bots("skat", 3, 2, first=[*made, (actor, move)])
                verdict = said(bundled(kept(forged)))
                assert (verdict.status, verdict.position) == (FAILS, len(before) + 1)
                assert verdict.detail.endswith("makes another move: it waits")
                return
    raise AssertionError("no seat can give up")


# --- Their identity -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "detail"),
    [
        ("bot:1:", "bot:2:", "on seat 1 plays the bot easy"),
        ("bot:1:easy", "bot:1:medium", "on seat 1 plays the bot easy"),
        ("bot:1:easy/2@0", "bot:1:easy", "this names no bot"),
        ("bot:1:easy/2@0", "bot:01:easy/2@0", "this names no bot"),
        ("bot:1:easy/2@0", "seat:1", "a bot plays on seat 1, and did not make this move"),
        ("seat:0", "bot:0:easy/2@0", "no bot plays on seat 0"),
        ("system", "bot:0:easy/2@0", "this is for system to do, and it is by bot:0:easy/2@0"),
    ],
)
def test_a_bot_is_the_one_that_the_deal_names(old: str, new: str, detail: str) -> None:
    bundle = with_actors(unlogged(goat()), lambda actor: actor.replace(old, new))
    assert "@0" in said(goat()).detail
    every = verdicts(bundle)
    verdict = every["actors"]
    assert (verdict.status, detail in verdict.detail) == (FAILS, True), verdict
    assert ", actor: " in verdict.detail
    assert (every["bots"].status, every["bots"].detail) == (OPEN, "an actor is not allowed")


def test_consequences_have_the_actor_of_the_move() -> None:
    bundle = unlogged(goat())
    last = bundle.events[-1]
    envelope = orjson.loads(last.body)
    envelope["actor"] = "system"
    forged = [*bundle.events[:-1], last._replace(body=canonical(envelope))]
    verdict = verdicts(rechained(bundle, forged))["actors"]
    assert (verdict.status, verdict.position) == (FAILS, len(bundle.events))
    assert "it follows by itself" in verdict.detail


def older(bundle: Bundle, schema: int) -> Bundle:
    """The bundle with its first event in the form of an earlier schema."""
    envelope = orjson.loads(bundle.events[0].body)
    envelope["schema"] = schema
    gone = ("hints", "test", *{2: ("keys",), 1: ("keys", "commitments")}.get(schema, ()))
    envelope["data"] = {key: each for key, each in envelope["data"].items() if key not in gone}
    first = bundle.events[0]._replace(body=canonical(envelope))
    return rechained(bundle, [first, *bundle.events[1:]])


@pytest.mark.parametrize(
    ("new", "missing"),
    [
        ("easy/1", "the seed of easy/1 was not in the record"),
        ("easy/9@0", "easy/9@0 of goat is not known here"),
    ],
)
def test_an_irreproducible_move_fails_unless_the_record_is_old(new: str, missing: str) -> None:
    """The mover's own label is no excuse: a forger would write it."""
    bundle = with_actors(unlogged(goat()), lambda actor: actor.replace("easy/2@0", new))
    for schema, status in ((1, OPEN), (2, OPEN), (3, FAILS)):
        every = verdicts(older(bundle, schema))
        assert (every["bots"].status, missing in every["bots"].detail) == (status, True), every
        assert every["actors"].status == HOLDS


def test_a_budget_that_is_not_that_of_the_policy_fails() -> None:
    bundle = with_actors(unlogged(goat()), lambda actor: actor.replace("easy/2@0", "easy/2@1"))
    assert failing(bundle) == ["bots"]
    assert "actor: the policy is easy/2@0" in said(bundle).detail


def test_a_level_that_is_not_known_fails() -> None:
    steps = steps_of("goat", SEATS)
    (actor, (opened, *rest)), *others = steps
    levels = tuple(level and Text("perfect") for level in cast("Opened", opened).bots)
    altered = (actor, (replace(cast("Opened", opened), bots=levels), *rest))
    named = [(who.replace("easy", "perfect").replace("medium", "perfect"), e) for who, e in others]
    verdict = said(bundled(kept([altered, *named]), receipts=False, logged=False))
    assert (verdict.status, "perfect/2@0 of goat is not known" in verdict.detail) == (FAILS, True)


def played_skat(old: str, new: str, *, before: bool) -> Verdict:
    """The verdict on a deal of Skat whose bots have other names, optionally in an older form."""
    bundle = unlogged(
        bundled(kept(played_by_bots("skat", 3, levels=("medium", "medium"))), receipts=False)
    )
    assert "medium/2@12000" in said(bundle).detail

    def rename(envelope: dict[str, Any]) -> None:
        envelope["actor"] = envelope["actor"].replace(old, new)

    if before:
        return said(in_old_form(bundle, rename))
    return said(with_actors(bundle, lambda actor: actor.replace(old, new)))


def test_a_deal_has_the_policy_of_its_time_and_no_other() -> None:
    """So it is impossible to choose between two policies once the cards are known."""
    holds = played_skat("medium/2", "medium/1", before=True)
    assert (holds.status, "medium/1@12000" in holds.detail) == (HOLDS, True), holds
    for name, before in (("medium/2", True), ("medium/1", False)):
        verdict = played_skat("medium/2", name, before=before)
        missing = f"{name}@12000 of skat is not known here"
        assert (verdict.status, missing in verdict.detail) == (FAILS, True), verdict


# --- Other missing evidence -----------------------------------------------------------------------


def test_without_all_cards_only_the_identity_of_bots_is_checked() -> None:
    for viewer, name in ((PUBLIC, "public"), (2, "seat:2")):
        bundle = unlogged(goat(name, viewer))
        assert said(bundle) == ("bots", OPEN, "the view has not all cards", None)
        forged = with_actors(bundle, lambda actor: actor.replace("bot:1:easy", "bot:1:medium"))
        assert failing(forged) == ["actors"]


def test_a_record_that_is_not_by_the_rules_is_seen_up_to_there() -> None:
    steps = steps_of("goat", SEATS)
    broken = [*steps[:-3], *steps[-2:]]
    verdict = said(bundled(kept(broken)))
    assert (verdict.status, verdict.detail) == (OPEN, "the record is not by the rules up to here")
    (actor, (opened, *rest)), *others = steps
    nowhere = (actor, (replace(cast("Any", opened), dealer=9), *rest))
    assert said(bundled(kept([nowhere, *others]))) == verdict


def branch(key: str, seats: int) -> list[Step]:
    """A branch of a deal of bots, with the same seats, played out at random."""
    game, source = GAMES[key], steps_of(key, seats)
    events = [event for _, each in source for event in each]
    was = cast("Opened", events[0])
    on = terms(game, was.options, seats=seats)._replace(bots=was.bots)
    made = played_again(game, events, at=len(events) // 2, opened=begun_as(was, on))
    opened, shuffled, *follow = made.events
    run, chance = Run(game, cast("Any", opened), cast("Any", shuffled)), Random(1)
    for event in follow:
        if event.MOVE is not None:
            run.make(event)
    steps: list[Step] = [("system", made.events)]
    while not run.over:
        move = by_kind(chance, lasting(run.kinds()))
        seat = seat_of(move)
        level = was.bots[seat]
        actor = str(bots.actor(game, level, seat=seat)) if level else f"seat:{seat}"
        steps.append((actor, run.make(move)))
    return steps


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_in_a_branch_the_source_has_no_actor_and_later_moves_are_open(key: str, seats: int) -> None:
    steps = branch(key, seats)
    bundle = bundled(kept(steps))
    every = verdicts(bundle, key=KEY.verifier)
    assert FAILS not in {each.status for each in every.values()}, every
    assert {name for name, each in every.items() if each.status != HOLDS} == {
        *("commitments", "seeds", "pack", "root", "bots", "signatures", "hints")
    }
    assert {each.status for each in every.values()} == {HOLDS, HAND, NONE}
    level = steps[0][1][0].bots[1]  # type: ignore[attr-defined]
    assert failing(with_actors(unlogged(bundle), lambda who: who.replace("bot:1", "seat:1"))) == [
        *("receipts", "actors")
    ], level


def test_a_branch_that_is_cut_off_has_no_score() -> None:
    steps = branch("goat", SEATS)
    assert not any(isinstance(event, Revealed) for _, events in steps for event in events)
    cut = verdicts(bundled(kept(steps[:-1]), receipts=False, logged=False))
    assert (cut["score"].status, cut["form"].status) == (FAILS, HOLDS)
    assert "ends when the deal is over" in cut["score"].detail


@needs("the wheel wasmtime", core.is_available())
def test_moves_of_the_core_are_recomputed_by_it_or_by_its_twin() -> None:
    level = ("medium", "hard")[cases(sample=0, full=1)]  # the twin takes 100 times as long
    bundle = bundled(kept(played_by_bots("durak", 2, levels=(level, level))))
    by_core = said(bundle)
    assert by_core.status == HOLDS, by_core
    assert f"{level}/" in str(by_core.detail)
    with patch.object(core, "is_available", return_value=False):
        assert said(bundle) == by_core


def test_where_no_bot_moved_it_holds() -> None:
    steps = steps_of("goat", SEATS)[:1]
    verdict = said(bundled(kept(steps, viewer=PUBLIC), view="public"))
    assert (verdict.status, verdict.detail) == (NONE, "no bot has moved")
