"""Ratings: derived from the log, once, in its order, and only from what counts."""

from random import Random
from typing import Any

import pytest

from service.ratings.deriving import derive_ratings
from service.ratings.store import Rating, Ratings, rate
from tests.api.playing import Client, Opened
from tests.api.test_tournaments import carry_on, enter, opened, play_round
from tests.sampling import cases

ANN: dict[str, Any] = {"name": "Ann", "ref": "ann"}
BOB: dict[str, Any] = {"name": "Bob", "ref": "bob"}


def lost_by_the_first(client: Client, owner: str, *seats: dict[str, Any], **terms: Any) -> Opened:
    """A series that the first seat loses by giving up."""
    table = client.open(owner, game="durak", target=1, seats=list(seats), **terms)
    client.send("POST", f"{table.deal_path}/resignation", table.tokens[0])
    client.record(str(table.deal))
    return table


def derive(client: Client) -> None:
    client.sequence()
    while derive_ratings(client.context.ratings, client.context.streams):
        pass


def listed(client: Client, owner: str, query: str = "") -> list[Any]:
    page = client.get(f"/v1/ratings?{query}", owner)
    assert page["next"] is None
    return list(page["ratings"])


def known(client: Client, owner: str) -> dict[str, int]:
    """How many series count for each player."""
    shown = listed(client, owner)
    return {each["ref"] or each["bot"]["level"]: each["series"] for each in shown}


def test_a_series_counts_once_for_its_people_and_bots(client: Client) -> None:
    owner, other = client.key(), client.key()
    lost_by_the_first(client, owner, ANN, {"bot": "easy"})
    derive(client)
    derive(client)
    bot, ann = listed(client, owner)
    assert (bot["ref"], bot["bot"]["level"], bot["series"]) == (None, "easy", 1)
    assert (ann["ref"], ann["bot"], ann["series"], ann["game"]) == ("ann", None, 1, "durak")
    assert ann["rating"] < 25 < bot["rating"]
    assert ann["uncertainty"] == bot["uncertainty"] < Rating().deviation
    assert listed(client, owner, "game=durak&ref=ann") == [ann]
    assert listed(client, owner, "game=skat") == listed(client, other) == []
    page = client.get("/v1/ratings?limit=1", owner)
    assert page["ratings"] == [bot]
    assert client.get(f"/v1/ratings?cursor={page['next']}", owner)["ratings"] == [ann]


@pytest.mark.parametrize(
    ("seats", "terms"),
    [
        ((ANN, BOB), {"test": True}),
        ((ANN, {"name": "Eve"}), {}),
        ((ANN, {**BOB, "ref": "ann"}), {}),
    ],
    ids=["a test", "a person without a ref", "one person alone"],
)
def test_some_series_do_not_count(client: Client, seats: Any, terms: dict[str, Any]) -> None:
    owner = client.key()
    lost_by_the_first(client, owner, *seats, **terms)
    derive(client)
    assert listed(client, owner) == []


def test_a_round_counts_when_it_is_over(client: Client) -> None:
    owner = client.key("ratings of a club")
    path = opened(client, owner, rounds=2)
    ann = enter(client, path, owner, name="Ann", ref="ann")["token"]
    for level in ("easy", "medium", "medium"):
        enter(client, path, owner, bot=level)
    client.post(f"{path}/rounds", owner, {})
    carry_on(client)
    shown = client.get(path)["played"][0]
    assert shown["finished"] == 1
    derive(client)
    assert listed(client, owner) == []
    play_round(client, path, [ann], Random(1))
    substitute = {"name": "Eve", "reason": "Ill", "ref": "eve"}
    eve = client.post(f"{path}/players/1/substitute", owner, substitute)["token"]
    derive(client)
    assert (known(client, owner)["ann"], "eve" in known(client, owner)) == (1, False)
    client.post(f"{path}/rounds", owner, {})
    carry_on(client)
    play_round(client, path, [eve], Random(1))
    client.post("/v1/erasures", owner, {"ref": "ann"})
    derive(client)
    assert (known(client, owner)["eve"], "ann" in known(client, owner)) == (1, False)
    client.delete(f"{path}/players/1/person", owner)
    derive(client)
    assert "eve" not in known(client, owner)


def test_a_rating_ends_with_the_last_series_of_an_erased_person(client: Client) -> None:
    owner = client.key()
    first = lost_by_the_first(client, owner, ANN, BOB)
    lost_by_the_first(client, owner, BOB, ANN)
    derive(client)
    client.delete(f"/v1/tables/{first.id}/seats/0/person", owner)
    derive(client)
    assert known(client, owner) == {"ann": 1, "bob": 2}
    client.post("/v1/erasures", owner, {"ref": "ann"})
    derive(client)
    assert known(client, owner) == {"bob": 2}
    lost_by_the_first(client, owner, ANN, BOB)
    client.post("/v1/erasures", owner, {"ref": "ann"})
    derive(client)
    assert known(client, owner) == {"bob": 2}, "the series was over before, and read after"


def test_workers_side_by_side_derive_the_same(client: Client) -> None:
    """However they take turns, and however large their parts are; and so does a rebuild."""
    owner = client.key()
    easy = {"bot": "easy"}
    for seats in ((ANN, BOB), (BOB, ANN), (ANN, easy), (BOB, easy)) * 2:
        lost_by_the_first(client, owner, *seats)
    client.sequence()
    ratings, streams = client.context.ratings, client.context.streams
    derive(client)
    expected = listed(client, owner)
    assert sum(each["series"] for each in expected) == 16
    for seed in range(cases(sample=5, full=50)):
        ratings.begin_anew()
        chance = Random(seed)
        kept = _Late(ratings)
        while derive_ratings(kept, streams, limit=chance.choice([1, 7, 100]), parts=1):
            if chance.random() < 0.3:
                derive_ratings(ratings, streams, limit=chance.choice([1, 30]), parts=2)
            kept.is_late = chance.random() < 0.3
        assert listed(client, owner) == expected


class _Late(Ratings):
    """Ratings of a worker before whose write another one sometimes reads on."""

    def __init__(self, of: Ratings) -> None:
        self.of, self.is_late = of, False

    def __getattribute__(self, name: str) -> Any:
        if name in ("of", "is_late", "advance"):
            return object.__getattribute__(self, name)
        return getattr(self.of, name)

    def advance(self, part: Any, *changes: Any) -> bool:
        if self.is_late:
            self.of.advance(part, *changes)
        return self.of.advance(part, *changes)


def test_equal_places_and_partners() -> None:
    start = {name: Rating() for name in "abcd"}
    shared = rate([["a"], ["b"]], [1, 1], start, at=5)
    assert shared["a"].mean == shared["b"].mean == 25
    won = rate([["a", "b"], ["c", "d"]], [1, 2], start, at=5)
    assert won["a"] == won["b"] > won["c"] == won["d"]
    twice = rate([["a"], ["a"], ["b"]], [1, 3, 2], start, at=5)
    assert (twice["a"].series, twice["a"].changed_at) == (1, 5)
    alone = rate([["a"], ["c"], ["b"]], [1, 3, 2], start, at=5)
    assert twice["a"].mean == pytest.approx((alone["a"].mean + alone["c"].mean) / 2)


def ruled(client: Client, table: Opened, *, number: int = 1, **ruling: Any) -> None:
    """Let a seat dispute the last deal of a table, and an auditor rule."""
    path = f"{table.deal_path}/disputes"
    claim = {"at": 3, "claim": "score", "text": "It was not lost."}
    client.post(path, table.tokens[0], claim)
    auditor = client.post(f"{table.path}/auditors", table.owner, {"name": "Eve"})["token"]
    client.post(f"{path}/{number}/ruling", auditor, {"text": "So it is.", **ruling})


@pytest.mark.parametrize("when", ["before it is read", "when it counts"])
def test_a_series_counts_with_the_places_by_its_rulings(client: Client, when: str) -> None:
    owner = client.key()
    table = client.open(owner, game="durak", target=1, seats=[ANN, BOB])
    client.play(table, Random(1))
    client.record(str(table.deal))
    winner = client.get(f"{table.path}/series", owner)["winner"]
    assert winner is not None
    moved = [-2, 2] if winner == 0 else [2, -2]
    start = dict.fromkeys(("ann", "bob"), Rating())
    ranks = [2, 1] if winner == 0 else [1, 2]
    expected = rate([["ann"], ["bob"]], ranks, start, at=0)

    def ratings() -> dict[str, Any]:
        derive(client)
        shown = listed(client, owner)
        return {each["ref"]: (each["rating"], each["uncertainty"]) for each in shown}

    if when == "when it counts":
        assert ratings()["ann"] != round(expected["ann"].mean, 3)
    ruled(client, table, ruling="upheld", adjustment=moved)
    for _ in ("derived", "derived again from the beginning"):
        assert ratings() == {
            name: (round(each.mean, 3), round(each.deviation, 3)) for name, each in expected.items()
        }
        assert set(known(client, owner).values()) == {1}
        client.context.ratings.begin_anew()
    ratings()
    ruled(client, table, number=2, ruling="dismissed")
    client.delete(f"{table.path}/seats/0/person", owner)
    before = ratings()
    ruled(client, table, number=3, ruling="upheld", adjustment=[-each for each in moved])
    after = ratings()
    assert before.keys() == after.keys() == {"bob"}
    assert (after["bob"] > before["bob"]) == (winner == 1)


def test_a_ruling_leaves_those_who_forfeit_in_the_last_place(client: Client) -> None:
    owner = client.key()
    table = lost_by_the_first(client, owner, ANN, BOB)
    derive(client)
    before = listed(client, owner)
    ruled(client, table, ruling="upheld", adjustment=[5, -5])
    derive(client)
    assert listed(client, owner) == before
