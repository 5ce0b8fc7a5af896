"""The JavaScript verifier gives the same verdicts and detects the same forgeries."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, cast

import pytest

from domain.games import GAMES
from domain.kernel.cards import Card
from domain.kernel.deal import Shuffled
from domain.kernel.event import Id
from domain.table.events import SeatCommitted
from events.canonical import canonical
from events.record import PUBLIC
from tests.keys import key_of
from tests.sampling import cases
from tests.verifier import javascript
from tests.verifier.javascript import base64, question, said_of
from tests.verifier.making import (
    TABLES,
    bundled,
    deal,
    kept,
    place,
    played,
    played_by_bots,
    verdicts,
)
from tests.verifier.mutations import Mutant, rechained, with_entry
from tests.verifier.parity import are_alike
from tests.verifier.test_actors import FORGED, forged_table
from tests.verifier.test_by_hand import VOUCHED, a_branch, claimed, vouched
from tests.verifier.test_checks import ALL, STEPS, changed, of_another_clock, unsigned
from tests.verifier.test_comparing import PAIRS, compared
from tests.verifier.test_hints import steps_with_hints
from tests.verifier.test_mutations import every_table
from tests.verifier.test_policies import branch
from tests.verifier.test_series import Series, a_series, table_bundle
from verifier.bundle import Bundle, Growth, write
from verifier.verdicts import FAILS

HERE: Final = Path(__file__).parent
VECTORS: Final = HERE.parent / "vectors" / "fairness.json"


def test_every_step_of_the_vectors_is_the_same_byte_for_byte() -> None:
    expected = json.loads(VECTORS.read_text("utf-8"))["cases"]
    made = [javascript.call("shuffled", one) for one in expected]
    for one, mine in zip(expected, made, strict=True):
        assert mine.pop("opens") == [True] * len(one["openings"])
        assert mine == {name: one[name] for name in mine}


def bundles() -> list[Bundle]:
    """Bundles at every stage of a deal, each of a seat and of the public; and of branches."""
    made = []
    for key, seats in TABLES:
        for number in (1, 2):
            steps = played(GAMES[key], seats=seats, number=number)
            made.append(bundled(deal(key, seats, number)))
            made.append(bundled(deal(key, seats, number), receipts=False, logged=False))
            made.append(bundled(kept(played_by_bots(key, seats, number))))
            for turn, stop in enumerate((1, 3, 8, len(steps)), number):
                seat = turn % seats
                made.append(bundled(kept(steps[:stop], viewer=seat), view=f"seat:{seat}"))
                made.append(bundled(kept(steps[:stop], viewer=PUBLIC), view="public"))
        hinted = steps_with_hints(key, seats)
        made.append(bundled(kept(hinted)))
        made.append(bundled(kept(hinted, viewer=1), view="seat:1"))
        made.append(bundled(kept(hinted, viewer=PUBLIC), view="public"))
        made.append(bundled(kept(branch(key, seats))))
        made.append(bundled(kept(branch(key, seats), viewer=PUBLIC), view="public"))
    return made


def test_both_languages_say_the_same_of_every_readers_bundle() -> None:
    every = bundles()[:: cases(sample=4, full=1)]
    for bundle, said in zip(every, said_of({"raw": base64(write(b))} for b in every), strict=True):
        mine = list(verdicts(bundle).values())
        assert FAILS not in {each.status for each in said}
        assert [each.check for each in said] == [each.check for each in mine]
        for one, other in zip(mine, said, strict=True):
            assert are_alike(one, other), (one, other)


@every_table
def test_a_series_with_seats_that_add_seeds_holds_with_its_deals(key: str, seats: int) -> None:
    made = a_series(key, seats)
    files = [write(case.bundle) for case in made.cases()]
    table = write(bundled(kept(made.table), view="public"))
    questions = [{"raw": base64(table), "others": list(map(base64, files))}]
    for said in said_of([*questions, *({"raw": base64(file)} for file in files)]):
        assert FAILS not in {each.status for each in said}, said
    swapped = [{"raw": base64(table), "others": list(map(base64, forged(made)))}]
    (said,) = said_of(swapped)
    assert [each.check for each in said if each.status == FAILS] == ["series"]


def forged(made: Series) -> list[bytes]:
    """The first deal with another time in its record, and matching hashes."""
    bundle = made.cases()[0].bundle
    events = [
        entry._replace(body=entry.body.replace(b'"at":17', b'"at":16')) for entry in bundle.events
    ]
    return [write(rechained(bundle, events))]


def test_both_commands_report_errors_in_the_same_words() -> None:
    questions = [question(Mutant(n, write(w.bundle), frozenset(), w.held)) for n, w in ALL.items()]
    for (name, one), said in zip(ALL.items(), said_of(questions), strict=True):
        for mine, other in zip(verdicts(one.bundle, **one.held).values(), said, strict=True):
            same = mine if mine.check != "form" else mine._replace(detail=other.detail)
            assert are_alike(same, other), (name, mine, other)


def test_two_cards_in_one_word_are_not_two() -> None:
    deck = next(event.deck for _, each in STEPS for event in each if isinstance(event, Shuffled))
    joined = (Card(f"{deck[0]},{deck[1]}"), *deck[2:])
    bundle = unsigned(changed(Shuffled, deck=joined))
    assert verdicts(bundle)["form"].status == FAILS
    (said,) = said_of([question(Mutant("joined", write(bundle), frozenset(), {}))])
    assert said[0] == verdicts(bundle)["form"]


def test_deep_nesting_fails_and_breaks_nothing() -> None:
    whole = bundled(deal("goat", 4, 3))
    at, entry = next(
        (at, move)
        for at, (move, by) in enumerate(pairwise(whole.events))
        if move.openings and b"deal.move_signed" in by.body
    )
    deep = entry.openings[0]._replace(payload=b"[" * 255 + b"]" * 255)
    mutant = Mutant("deep", write(with_entry(whole, at, openings=(deep,))), frozenset(), {})
    (said,) = said_of([question(mutant)])
    assert FAILS in {each.status for each in said}


def test_two_bundles_are_compared_in_the_same_words() -> None:
    questions = [
        {
            **question(Mutant(name, write(pair.one), frozenset(), pair.held)),
            "other": base64(write(pair.other)),
            "consistency": [base64(growth_json(each)) for each in pair.held.get("growths", ())],
        }
        for name, pair in PAIRS.items()
    ]
    for (name, pair), said in zip(PAIRS.items(), said_of(questions), strict=True):
        assert said == compared(pair), name


def test_the_verifiers_agree_on_decks_laid_by_hand() -> None:
    every = [a_branch(key, seats).bundle() for key, seats in TABLES] + list(map(vouched, VOUCHED))
    every.append(of_another_clock())
    for bundle, said in zip(every, said_of({"raw": base64(write(b))} for b in every), strict=True):
        mine = list(verdicts(bundle).values())
        for one, other in zip(mine, said, strict=True):
            assert are_alike(one, other), (one, other)


def test_only_the_deal_of_a_branch_is_laid_by_hand() -> None:
    branch, (made, forged) = a_branch("durak", 2), claimed("durak", 2)
    questions = [
        (branch.table, branch.case()),
        (made.table, forged),
        (branch.table, made.cases()[0]),
    ]
    given = [
        {"raw": base64(write(table_bundle(table))), "others": [base64(write(other.bundle))]}
        for table, other in questions
    ]
    said = [each[-1] for each in said_of(given)]
    assert [(each.check, each.status) for each in said] == [
        *(("series", "hand"), ("series", "fails"), ("series", "fails"))
    ]
    assert "the table is neither a branch nor a test" in said[1].detail
    assert "the table has it not" in said[2].detail


def test_a_seat_commits_to_the_deal_that_is_opened_then() -> None:
    other = Id("00000000-0000-7000-8000-00000000beef")
    for key, seats in TABLES:
        steps = list(a_series(key, seats).table)
        at = next(at for at, each in enumerate(steps) if isinstance(each[1][0], SeatCommitted))
        actor, (committed, *_) = steps[at]
        steps[at] = (actor, (replace(cast("Any", committed), deal=other),))
        (said,) = said_of([{"raw": base64(write(table_bundle(steps)))}])
        mine = verdicts(table_bundle(steps))
        assert FAILS in {each.status for each in said}
        assert all(are_alike(mine[each.check], each) for each in said), said


def growth_json(growth: Growth) -> bytes:
    proof = [each.hex() for each in growth.proof]
    origin, old, size, _ = growth
    return json.dumps({"log": origin, "from": old, "to": size, "proof": proof}).encode()


def test_the_verifiers_agree_on_findings_of_a_hostile_reader() -> None:
    first = bundled(deal("goat", 4))
    short = first._replace(events=first.events[:1], head=first.events[0].hash)
    every = [
        *FORGED.values(),
        first._replace(log=place(short)),
        bundled(kept(played(GAMES["durak"], seats=2, number=2), viewer=PUBLIC), view="public"),
        forged_table("seat:0", "seat:1"),
        forged_table("system", "seat:0"),
    ]
    for bundle, said in zip(every, said_of({"raw": base64(write(b))} for b in every), strict=True):
        for one, other in zip(verdicts(bundle).values(), said, strict=True):
            assert are_alike(one, other), (one, other)


def test_the_keys_of_players_are_compared_in_the_same_words() -> None:
    bundle = bundled(deal("goat", 4, 3))
    pairs = [{0: key_of(0)}, {0: key_of(5)}, {1: key_of(1)}, {9: key_of(1)}]
    questions = [{"raw": base64(write(bundle)), "seatKeys": [*each.items()]} for each in pairs]
    for known, said in zip(pairs, said_of(questions), strict=True):
        keys = {seat: bytes.fromhex(key) for seat, key in known.items()}
        mine = verdicts(bundle, seat_keys=keys)["signatures"]
        assert mine in said


@pytest.mark.parametrize("name", ["constructor", "__proto__", "hasOwnProperty", "toString"])
def test_names_that_every_object_has_are_names_like_others(name: str) -> None:
    """As the type of an event, or as a field of one."""
    bundle = bundled(deal("durak", 2), receipts=False, logged=False)
    as_type, as_field = (json.loads(bundle.events[5].body) for _ in range(2))
    as_type["type"] = name
    as_field["data"][name] = {"count": 1, "sha256": "0" * 64}
    for envelope in (as_type, as_field):
        events = [*bundle.events]
        events[5] = events[5]._replace(body=canonical(envelope))
        forged = rechained(bundle, events)
        (said,) = said_of([{"raw": base64(write(forged))}])
        assert said[0].check == "form", said
