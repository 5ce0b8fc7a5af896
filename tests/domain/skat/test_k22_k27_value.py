"""The value of a game, and its winner (K22-K27)."""

import pytest

from domain.games.skat.auction import VALUES
from tests.domain.skat.positions import verdict


def test_k23_every_value_of_the_auction_can_be_reached() -> None:
    reached = {base * times for base in (9, 10, 11, 12) for times in range(2, 19)}
    reached |= {24 * times for times in range(2, 12)} | {23, 35, 46, 59}
    assert reached == set(VALUES)


@pytest.mark.parametrize("bid", VALUES)
def test_k27_at_every_value(bid: int) -> None:
    came = verdict("hearts", "JC AH", bid=bid)
    assert came.overbid == (bid > 20)
    least = next(worth for worth in range(20, 400, 10) if worth >= bid)
    assert came.value == (20 if bid <= 20 else -2 * least)
