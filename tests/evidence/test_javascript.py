"""The verifier in JavaScript says the same, check by check, and misses nothing either."""

import json
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import pytest

from domain.games import GAMES
from events.record import PUBLIC
from evidence.bundle import Bundle, receipt_json, write
from evidence.verdicts import FAILS, Verdict
from tests.evidence.making import TABLES, bundled, deal, kept, played, verdicts
from tests.evidence.mutations import Mutant, mutants, rechained
from tests.evidence.test_checks import ALL
from tests.evidence.test_mutations import COUNT, every_table
from tests.evidence.test_series import Series, a_series

HERE: Final = Path(__file__).parent
VECTORS: Final = HERE.parent / "vectors" / "fairness.json"
OF_THE_RULES: Final = {"moves", "consequences", "score", "series"}

NODE: Final = shutil.which("node") or ""
OLDEST: Final = 20

FEWER: Final = COUNT // 4
"""In JavaScript every hash is awaited."""


def version() -> int:
    if not NODE:
        return 0
    said = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=False).stdout
    return int(said.strip().removeprefix("v").partition(".")[0] or 0)


pytestmark = pytest.mark.skipif(
    version() < OLDEST, reason=f"the verifier in JavaScript is tried under Node {OLDEST} or newer"
)


def run(script: str, *arguments: str, lines: str = "") -> str:
    done = subprocess.run(
        [NODE, str(HERE / script), *arguments],
        input=lines,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def said_of(asked: Iterable[dict[str, Any]]) -> list[list[Verdict]]:
    lines = "".join(json.dumps(each) + "\n" for each in asked)
    said = run("batch.mjs", lines=lines).splitlines()
    return [
        [Verdict(v["check"], v["status"], v["detail"], v["position"]) for v in json.loads(line)]
        for line in said
    ]


def base64(raw: bytes) -> str:
    return b64encode(raw).decode()


def question(mutant: Mutant) -> dict[str, Any]:
    held = mutant.held
    receipts = [json.dumps(receipt_json(each)).encode() for each in held.get("receipts", ())]
    return {
        "raw": base64(mutant.raw),
        "receipts": list(map(base64, receipts)),
        "checkpoints": list(held.get("checkpoints", ())),
        "key": str(held["key"]) if "key" in held else None,
        "until": sorted(mutant.found_by) or None,
    }


def test_every_step_of_the_vectors_is_the_same_byte_for_byte() -> None:
    expected = json.loads(VECTORS.read_text("utf-8"))["cases"]
    made = json.loads(run("vectors.mjs", str(VECTORS)))["cases"]
    for one, mine in zip(expected, made, strict=True):
        assert mine.pop("opens") == [True] * len(one["openings"])
        assert mine == {name: one[name] for name in mine}


def test_packs_and_lots_are_those_of_the_rules() -> None:
    known = json.loads(run("vectors.mjs", str(VECTORS)))["games"]
    assert known == {
        game.rules: {
            "pack": list(game.pack),
            "lots": {
                str(seats): [
                    [lot.label.removeprefix("fairdeal/1/"), lot.below] for lot in game.lots(seats)
                ]
                for seats in game.seats
            },
        }
        for game in GAMES.values()
    }


def bundles() -> list[Bundle]:
    """Of every reader, at every stage."""
    made = []
    for key, seats in TABLES:
        for number in (1, 2):
            steps = played(GAMES[key], seats=seats, number=number)
            made.append(bundled(deal(key, seats, number)))
            made.append(bundled(deal(key, seats, number), receipts=False, logged=False))
            for stop in (1, 3, 8, len(steps)):
                made += [
                    bundled(kept(steps[:stop], reader=seat), view=f"seat:{seat}")
                    for seat in range(seats)
                ]
                made.append(bundled(kept(steps[:stop], reader=PUBLIC), view="public"))
    return made


def test_both_languages_say_the_same_of_every_readers_bundle() -> None:
    every = bundles()
    for bundle, said in zip(every, said_of({"raw": base64(write(b))} for b in every), strict=True):
        mine = list(verdicts(bundle).values())
        assert FAILS not in {each.status for each in said}
        assert [each.check for each in said] == [each.check for each in mine]
        for one, other in zip(mine, said, strict=True):
            assert one.check in OF_THE_RULES or one == other


@every_table
def test_a_series_with_seats_that_add_seeds_holds_with_its_deals(key: str, seats: int) -> None:
    made = a_series(key, seats)
    files = [write(case.bundle) for case in made.cases()]
    table = write(bundled(kept(made.table), view="public"))
    asked = [{"raw": base64(table), "others": list(map(base64, files))}]
    for said in said_of([*asked, *({"raw": base64(file)} for file in files)]):
        assert FAILS not in {each.status for each in said}, said
    swapped = [{"raw": base64(table), "others": list(map(base64, forged(made)))}]
    (said,) = said_of(swapped)
    assert [each.check for each in said if each.status == FAILS] == ["series"]


def forged(made: Series) -> list[bytes]:
    """The first deal with another hour in its record, and all hashes to fit."""
    bundle = made.cases()[0].bundle
    events = [
        entry._replace(body=entry.body.replace(b'"at":17', b'"at":16')) for entry in bundle.events
    ]
    return [write(rechained(bundle, events))]


def test_what_is_wrong_is_said_in_the_same_words() -> None:
    told = {
        name: one
        for name, one in ALL.items()
        if one.check not in OF_THE_RULES and name != "too much opened"  # the rules know views
    }
    asked = [question(Mutant(n, write(w.bundle), frozenset(), w.held)) for n, w in told.items()]
    for (name, one), said in zip(told.items(), said_of(asked), strict=True):
        mine = verdicts(one.bundle, **one.held)[one.check]
        (other,) = (each for each in said if each.check == one.check)
        assert other.status == FAILS, name
        assert other.position == mine.position or one.check == "form", name
        assert other.detail == mine.detail or one.check in {"form", "openings"}, name


@every_table
def test_whatever_is_altered_is_found_in_javascript_too(key: str, seats: int) -> None:
    altered = [
        each for each in mutants(key, seats, count=FEWER) if not each.found_by & OF_THE_RULES
    ]
    for mutant, said in zip(altered, said_of(map(question, altered)), strict=True):
        found = [each for each in said if each.status == FAILS]
        assert mutant.found_by & {each.check for each in found}, (mutant.kind, said)
        if mutant.position is not None:
            assert mutant.position in {each.position for each in found}, (mutant.kind, found)
