"""Proof that stronger levels pay."""

import pytest

from offline.simulate import Setting, play_many

pytestmark = pytest.mark.long

SIDES = {
    "goat": (Setting("goat", {}, ("medium", "easy") * 2, "strength"), 160, 0.75),
    "goat, hard": (Setting("goat", {}, ("hard", "easy") * 2, "strength"), 300, 0.75),
    "durak": (Setting("durak", {"points_to_win": 1}, ("medium", "easy"), "strength"), 100, 0.95),
    "durak, hard": (
        Setting("durak", {"points_to_win": 1}, ("hard", "medium"), "strength"),
        300,
        0.6,
    ),
    "svoi_kozyri": (Setting("svoi_kozyri", {}, ("medium", "easy"), "strength"), 60, 0.95),
}
"""The players, the number of deals, and the share of series that the first side wins."""


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("name", SIDES)
def test_a_side_of_the_stronger_level_wins(name: str, side: int) -> None:
    setting, deals, share = SIDES[name]
    turned = setting._replace(levels=setting.levels[::-1]) if side else setting
    played = list(play_many(turned, deals=deals))
    assert len(played) > 20
    assert sum(series.score.winner == side for series in played) >= share * len(played)


@pytest.mark.parametrize(
    ("level", "seats", "rounds", "deals"),
    [("medium", 3, 3, 90), ("medium", 4, 3, 90), ("hard", 3, 2, 60)],
)
def test_one_of_the_stronger_level_comes_first_in_lists_of_skat(
    level: str, seats: int, rounds: int, deals: int
) -> None:
    levels = (level, *["easy"] * (seats - 1))
    setting = Setting("skat", {"deals": rounds * seats}, levels, "strength")
    played = list(play_many(setting, deals=deals))
    assert sum(series.score.ranks[0] == 1 for series in played) >= 0.9 * len(played)
