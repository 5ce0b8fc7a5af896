"""Signed moves: valid for viewers who may see them, and missed by all where there are none."""

from dataclasses import replace
from functools import partial
from typing import Any, Final

from domain.kernel.deal import MoveSigned
from domain.kernel.event import Event, Signature
from events.record import PUBLIC
from tests.verifier.entries import Entry
from tests.verifier.making import UNKEYED, Step, bundled, deal, kept
from tests.verifier.mutations import Whole
from tests.verifier.signing import KEYED, positions, steps_of
from verifier.bundle import Bundle

SEALED: Final = "fit; the view has not the others"


def seen_by(viewer: Any, steps: list[Step] | None = None) -> Bundle:
    view = viewer if isinstance(viewer, str) else f"seat:{viewer}"
    return bundled(kept(steps or steps_of(Whole("goat", 4, KEYED)), viewer=viewer), view=view)


def junk(event: Event) -> Event:
    if isinstance(event, MoveSigned):
        return replace(event, signature=Signature("ab" * 64))
    return event


def all_junk(viewer: Any) -> Bundle:
    steps = steps_of(Whole("goat", 4, KEYED))
    return seen_by(viewer, [(actor, tuple(map(junk, events))) for actor, events in steps])


def one_missing(viewer: Any) -> Bundle:
    steps = steps_of(Whole("goat", 4, KEYED))
    at = positions(steps)[0]
    actor, (move, _, *follow) = steps[at]
    steps[at] = (actor, (move, *follow))
    return seen_by(viewer, steps)


def in_another_command() -> Bundle:
    steps = steps_of(Whole("durak", 2, KEYED))
    at = positions(steps)[0]
    actor, (move, *follow) = steps[at]
    apart = [*steps[:at], (actor, (move,)), (actor, tuple(follow)), *steps[at + 1 :]]
    return bundled(kept(apart))


ENTRIES: Final = {
    "all of them": Entry(lambda: bundled(deal("goat", 4, KEYED))),
    "without keys": Entry(lambda: bundled(deal("goat", 4))),
    "one's own": Entry(partial(seen_by, 0)),
    "none of one's own": Entry(partial(seen_by, UNKEYED)),
    "none in public": Entry(partial(seen_by, PUBLIC)),
    "junk for oneself": Entry(partial(all_junk, 0)),
    "junk for another": Entry(partial(all_junk, UNKEYED)),
    "one missing for oneself": Entry(partial(one_missing, 0)),
    "one missing for another": Entry(partial(one_missing, UNKEYED)),
    "one missing in public": Entry(partial(one_missing, PUBLIC)),
    "in another command": Entry(in_another_command),
}
