"""Honest records hold, for every viewer at every stage: no verifier finds a failure in them."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import pytest

from domain.games import GAMES
from events.record import PUBLIC
from tests.sampling import cases
from tests.verifier.corpus.by_hand import a_branch
from tests.verifier.corpus.hints import steps_with_hints
from tests.verifier.corpus.policies import branch
from tests.verifier.making import TABLES, Step, bundled, deal, kept, played, played_by_bots
from tests.verifier.series import a_series, complete, table_bundle
from tests.verifier.signing import KEYED
from tests.verifier.verifiers import as_it_is, disagree, in_python
from verifier.bundle import Bundle
from verifier.verdicts import FAILS

Make = Callable[[], Bundle]
FEWER: Final = 7
"""The ordinary run takes every seventh of them."""


def viewed(steps: Callable[[], list[Step]], viewer: Any, *, stop: float = 1.0) -> Make:
    """The bundle of a viewer at some stage of a deal."""

    def make() -> Bundle:
        every = steps()
        view = viewer if isinstance(viewer, str) else f"seat:{viewer}"
        return bundled(kept(every[: max(1, round(stop * len(every)))], viewer=viewer), view=view)

    return make


def honest(key: str, seats: int) -> list[Make]:
    """Records of one table: of persons, of bots, with hints, laid by hand, and a series."""
    game, viewers = GAMES[key], (*range(seats), PUBLIC)
    plain = [partial(played, game, seats=seats, number=number) for number in (1, 2, KEYED)]
    others = [
        partial(played_by_bots, key, seats),
        partial(played_by_bots, key, seats, 2),
        partial(steps_with_hints, key, seats),
        partial(branch, key, seats),
    ]
    return [
        *(
            lambda n=n: bundled(deal(key, seats, n), receipts=False, logged=False)
            for n in (1, KEYED)
        ),
        *(viewed(steps, "full") for steps in (*plain, *others)),
        *(viewed(steps, viewer) for steps in others for viewer in (1, PUBLIC)),
        *(
            viewed(steps, viewer, stop=stop)
            for steps in plain
            for stop in (0.0, 0.1, 0.5, 1.0)
            for viewer in viewers
        ),
        lambda: a_branch(key, seats).bundle(),
        lambda: table_bundle(a_branch(key, seats).table),
        lambda: bundled(kept(complete(a_series(key, seats).table)), view="public"),
    ]


EVERY: Final = [make for key, seats in TABLES for make in honest(key, seats)]


CLAIMED: Final = [
    viewed(
        partial(
            played,
            GAMES["skat"],
            seats=3,
            number=number,
            options={"claims": "order"},
            soon=("decline", "claim", "bid", "hold"),
        ),
        viewer,
    )
    for number, viewer in ((1, "full"), (2, PUBLIC), (KEYED, 1), (4, "full"))
]
"""Claims that a defender declines: play goes on with open cards."""


@pytest.mark.parametrize("make", CLAIMED)
def test_claims_by_the_order_hold_in_every_verifier(make: Make) -> None:
    given = as_it_is(make())
    verdicts = in_python(given)
    assert FAILS not in {each.status for each in verdicts}, verdicts
    assert [*disagree(given, verdicts)] == []
    bundle = make()
    assert bundle.rules == "2"
    assert b"skat.hand_opened" in b"".join(entry.body for entry in bundle.events)


@pytest.mark.parametrize("start", range(FEWER))
def test_honest_records_hold_in_every_verifier(start: int) -> None:
    every = EVERY[start :: cases(sample=FEWER * FEWER, full=FEWER)]
    for make in every:
        given = as_it_is(make())
        verdicts = in_python(given)
        assert FAILS not in {each.status for each in verdicts}, verdicts
        assert [*disagree(given, verdicts)] == []
