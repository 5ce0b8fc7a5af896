"""The settlement against a second scorer made from the text alone (K19-K33), and both against the
worked cases.
"""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.skat import SKAT
from domain.games.skat.auction import VALUES
from domain.games.skat.cards import KINDS
from domain.games.skat.lists import SkatScore, list_points, opening_score, tally
from domain.games.skat.model import Ending, Settled
from domain.games.skat.scoring import PointsTaken, appraise
from domain.kernel.cards import PACK_32
from domain.kernel.event import Event, Json, to_json
from domain.kernel.options import parse_options
from tests import sampling
from tests.domain.skat.positions import contract, verdict
from tests.domain.skat.scorer import WORDS, Facts, differences, for_the_list, must_be, reckon, sheet
from tests.laws.play import Run, lasting, random_deal

SETTLEMENTS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "skat_settlements.json").read_text("utf-8")
)
every_settlement = pytest.mark.parametrize(
    "case", SETTLEMENTS, ids=[f"{case['n']}-{case['title']}" for case in SETTLEMENTS]
)

DEALS = 300
"""Random deals that both scorers settle."""
LISTS = 6
NEAR_THE_END = 3


def says_of(case: dict[str, Any]) -> str:
    """The contract of a worked case in words."""
    names = ("hand", "schneider_announced", "schwarz_announced", "ouvert")
    flags = [word for name, word in zip(names, WORDS, strict=True) if case[name]]
    return " ".join([case["contract"], *flags])


# --- The worked cases ---------------------------------------------------------------------------


@every_settlement
def test_k23_worked_cases(case: dict[str, Any]) -> None:
    facts = {name: case[name] for name in ("points", "tricks", "bid")}
    first = verdict(says_of(case), " ".join(case["cards"]), **facts)
    kind, *flags = says_of(case).split()
    second = reckon(Facts(contract=kind, says=frozenset(flags), twelve=case["cards"], **facts))
    expect = case["expect"]
    for came in (first, second):
        for name in ("matadors", "value", "won", "overbid"):
            assert getattr(came, name) == expect[name]
        assert came.multiplier == expect["multiplier"] or expect["multiplier"] is None


@every_settlement
@pytest.mark.parametrize(("seats", "others"), [(3, "other_at_three"), (4, "other_at_four")])
def test_k32_worked_cases(case: dict[str, Any], seats: int, others: str) -> None:
    value, won = case["expect"]["value"], case["expect"]["won"]
    points = case["expect"]["seeger_fabian"]
    wanted = [points[others], points["declarer"], *[points[others]] * (seats - 2)]
    made = list_points("seeger_fabian", seats, declarer=1, won=won, value=value)
    assert list(made) == wanted
    assert for_the_list((value, won), declarer=1, seats=seats, scoring="seeger_fabian") == wanted


# --- Any case -----------------------------------------------------------------------------------

ENDINGS: tuple[Ending, ...] = ("played_out", "claimed", "conceded", "given_up")


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Any]:
    """Twelve cards, announcements and bid, the cards of both sides, and the ending."""
    kind = draw(st.sampled_from(KINDS))
    flags = draw(st.sampled_from(_flags(null=kind == "null")))
    ending = draw(st.sampled_from(ENDINGS))
    whole = ending in {"played_out", "claimed"}
    if kind == "null":
        tricks = draw(st.integers(0, 1)) if ending == "played_out" else 0
        left = 10 if whole and not tricks else draw(st.integers(0, 9))
    else:
        tricks = draw(st.integers(0, 10 if whole else 9))
        left = 10 - tricks if whole else draw(st.integers(0, 9 - tricks))
    points = draw(st.sampled_from((0, 30, 31, 59, 60, 61, 89, 90, 120)) | st.integers(0, 120))
    rest = 120 - points if whole else draw(st.integers(0, 120 - points))
    twelve = draw(st.permutations(sorted(PACK_32, key=lambda card: card[0] != "J")))[:12]
    bid = draw(st.sampled_from(VALUES))
    return {
        "says": " ".join([kind, *flags]),
        "twelve": tuple(twelve),
        "bid": bid,
        "taken": PointsTaken((points, rest), (tricks, left)),
        "ending": ending,
    }


def _flags(*, null: bool) -> list[list[str]]:
    if null:
        return [[], ["hand"], ["ouvert"], ["hand", "ouvert"]]
    return [WORDS[:many] for many in range(5)] + [[]]


@settings(max_examples=sampling.cases(sample=150, full=500))
@given(case=cases())
def test_k24_both_scorers_agree_on_any_case(case: dict[str, Any]) -> None:
    said, taken, ending = contract(case["says"]), case["taken"], case["ending"]
    first = appraise(said, case["twelve"], bid=case["bid"], taken=taken, ending=ending)
    kind, *flags = case["says"].split()
    second = reckon(
        Facts(
            contract=kind,
            says=frozenset(flags),
            twelve=case["twelve"],
            bid=case["bid"],
            points=taken.points[0],
            tricks=taken.tricks[0],
            other_points=taken.points[1],
            other_tricks=taken.tricks[1],
            given_up=ending == "given_up",
        )
    )
    for name, wanted in second._asdict().items():
        got = getattr(first, name)
        assert (frozenset(got) if name == "steps" else got) == wanted, name


# --- Any deal -----------------------------------------------------------------------------------


def some_deal(chance: random.Random, *, seats: int, **options: Json) -> Run:
    """A deal played at random; bids are low, and moves that end it early are rare."""
    run = random_deal(SKAT, chance, options=options, seats=seats)
    patience = chance.choice((0.9, 1))
    while not run.over:
        kinds = run.kinds()
        if "bid" in kinds:
            kinds["bid"] = kinds["bid"][: chance.choice((1, 3, 10))]
        if chance.random() < (patience if max(map(len, run.state.hands)) > NEAR_THE_END else 0.5):
            kinds = lasting(kinds)
        run.make(chance.choice(kinds[chance.choice(sorted(kinds))]))
    return run


def as_shown(events: list[Event]) -> list[dict[str, Json]]:
    """The record as the API shows it in full."""
    return [{"type": event.TYPE, "data": to_json(event)} for event in events]


def test_k19_k32_both_scorers_agree_on_random_deals() -> None:
    seen: Counter[Any] = Counter()
    for seed in range(DEALS):
        chance = random.Random(seed)
        scoring = chance.choice(("seeger_fabian", "classic", "bierlachs"))
        all_pass = chance.choice(("next_deal", "redeal"))
        seats = chance.choice((3, 4))
        run = some_deal(chance, seats=seats, scoring=scoring, all_pass=all_pass)
        assert differences(as_shown(run.events)) == {}
        settled = SKAT.outcome(run.state)
        assert isinstance(settled, Settled)
        seen.update([settled.ending, settled.contract, settled.won, settled.overbid])
    assert set(seen) >= {*KINDS, *ENDINGS, "passed_out", True, False}, "every kind occurred"


@pytest.mark.parametrize("seed", range(LISTS))
def test_k31_k33_both_scorers_agree_on_random_lists(seed: int) -> None:
    chance = random.Random(seed)
    seats, length = chance.choice((3, 4)), chance.choice((1, 3)) * 3
    given: dict[str, Json] = {
        "deals": length * seats // 3,
        "scoring": ("seeger_fabian", "classic", "bierlachs")[seed % 3],
        "all_pass": ("next_deal", "redeal")[seed % 2],
        "limit": 200,
    }
    options = parse_options(SKAT.options, given, seats=seats)
    score: SkatScore = opening_score(options, seats)
    counted: list[dict[str, Any]] = []
    limit = options.limit if options.scoring == "bierlachs" else None
    stands = sheet(counted, seats=seats, length=options.deals, limit=limit)
    while not score.ranks:
        run = some_deal(chance, seats=seats, **given)
        wanted = must_be(as_shown(run.events))
        settled = SKAT.outcome(run.state)
        assert isinstance(settled, Settled)
        score = tally(score, settled)
        if wanted["declarer"] is not None or options.all_pass == "next_deal":
            counted.append(wanted)
        stands = sheet(counted, seats=seats, length=options.deals, limit=limit)
        assert stands.over == bool(score.ranks)
    assert (stands.points, stands.won, stands.lost, stands.passed, stands.ranks) == (
        *map(list, (score.points, score.won, score.lost)),
        score.passed,
        list(score.ranks),
    )
