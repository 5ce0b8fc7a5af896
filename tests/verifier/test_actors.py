"""Actors: moves and seeds of a person are by their seat, everything else by the server."""

from collections.abc import Callable
from typing import Final

import pytest

from domain.games import GAMES
from domain.kernel.event import Event, Text
from domain.kernel.leaving import Abandoned, Resigned, SeatTakenOver
from events.record import PUBLIC
from tests.verifier.making import Step, bundled, kept, played, verdicts
from tests.verifier.test_series import a_series, table_bundle
from verifier.bundle import Bundle
from verifier.verdicts import FAILS, HOLDS

STEPS: Final = played(GAMES["durak"], seats=2, number=1)
"""Two persons, one of whom adds a seed."""


def bundle_of(steps: list[Step]) -> Bundle:
    return bundled(kept(steps), receipts=False, logged=False)


def named(name: Callable[[str], str], steps: list[Step] = STEPS) -> Bundle:
    """The record with other names of actors."""
    return bundle_of([(name(actor), events) for actor, events in steps])


def only(place: int, actor: str) -> Bundle:
    """The record with another actor of one command."""
    altered = [(actor if at == place else who, each) for at, (who, each) in enumerate(STEPS)]
    return bundle_of(altered)


FORGED: Final = {
    "all moves by the other seat": named(lambda who: who.replace("seat:1", "seat:0")),
    "all by an operator": named(lambda _: "key:operator"),
    "all by the server": named(lambda _: "system"),
    "opened by a player": only(0, "seat:0"),
    "a seed shown by another": only(1, "seat:1"),
    "the last move by an unknown actor": only(len(STEPS) - 1, "test"),
}


def test_permitted_principals_may_act() -> None:
    said = verdicts(bundle_of(STEPS))["actors"]
    assert (said.status, said.detail) == (
        HOLDS,
        f"{len(STEPS)} commands are by those whom they were for",
    )


@pytest.mark.parametrize("name", FORGED)
def test_no_seat_acts_for_another(name: str) -> None:
    said = verdicts(FORGED[name])["actors"]
    assert (said.status, said.position is not None) == (FAILS, True)
    assert "to do, and it is by" in said.detail


@pytest.mark.parametrize(
    ("end", "actor", "status"),
    [
        (Abandoned((1,), "left"), "seat:1", HOLDS),
        (Abandoned((1,), "left"), "seat:0", FAILS),
        (Abandoned((0, 1), "resigned"), "seat:0", HOLDS),
        (Abandoned((), "closed"), "key:owner", HOLDS),
        (Abandoned((), "closed"), "seat:0", FAILS),
        (Abandoned((1,), "time"), "system", HOLDS),
        (Resigned(1), "seat:0", FAILS),
        (SeatTakenOver(1, Text("easy"), "left"), "system", FAILS),
    ],
)
def test_only_the_player_can_leave(end: Event, actor: str, status: str) -> None:
    bundle = bundled(kept([*STEPS[:5], (actor, (end,))], viewer=PUBLIC), view="public")
    assert verdicts(bundle)["actors"].status == status


def forged_table(old: str, new: str) -> Bundle:
    steps = a_series("durak", 2).table
    return table_bundle([(new if actor == old else actor, events) for actor, events in steps])


@pytest.mark.parametrize(
    ("old", "new"), [("seat:0", "seat:1"), ("seat:1", "key:operator"), ("system", "seat:0")]
)
def test_at_a_table_seats_commit_and_the_server_counts(old: str, new: str) -> None:
    assert verdicts(table_bundle(a_series("durak", 2).table))["actors"].status == HOLDS
    said = verdicts(forged_table(old, new))["actors"]
    assert (said.status, f"and it is by {new}" in said.detail) == (FAILS, True)
