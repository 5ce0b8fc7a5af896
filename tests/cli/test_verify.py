"""`fairdeal verify`: what it prints, what it exits with, and that nothing makes it stumble."""

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import orjson
import pytest

from domain.games import GAMES
from events.canonical import NotCanonical, canonical
from evidence.bundle import Bundle, receipt_json, write
from service.cli import main
from tests.evidence.making import KEY, OTHER_KEY, bundled, deal, kept, place, played, signed
from tests.evidence.mutations import flipped

ROOT = Path(__file__).parents[2]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    bundle = bundled(deal("goat", 4), receipts=False)
    assert bundle.log is not None
    texts = {
        "bundle": write(bundle),
        "receipt": json.dumps({"receipt": receipt_json(signed(deal("goat", 4))[3])}).encode(),
        "checkpoint": bundle.log.checkpoint.encode(),
        "key": f"{KEY.verifier}\n".encode(),
        "other": str(OTHER_KEY.verifier).encode(),
        "redacted": write(redacted(2)),
        "resigned": write(
            bundle._replace(log=place(bundle, OTHER_KEY), key=str(OTHER_KEY.verifier))
        ),
    }
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text)
    return {name: tmp_path / name for name in texts}


def redacted(seat: int) -> Bundle:
    steps = played(GAMES["goat"], seats=4, number=1)
    return bundled(kept(steps[:9], reader=seat), view=f"seat:{seat}", receipts=False)


def verify(*arguments: object) -> int:
    return main(["verify", *map(str, arguments)])


def test_all_holds(files: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    held = ("--receipt", files["receipt"], "--checkpoint", files["checkpoint"])
    assert verify(files["bundle"], *held, "--key", files["key"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 12
    assert {line.split()[0] for line in lines} == {"holds"}


def test_a_players_bundle_leaves_open_what_hangs_on_cards_that_he_may_not_know(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(files["redacted"]) == 0
    said = {line.split()[1]: line.split()[0] for line in capsys.readouterr().out.splitlines()}
    assert {name for name, status in said.items() if status == "open"} == {
        *("seeds", "pack", "root", "receipts", "moves", "consequences", "score")
    }
    assert "FAILS" not in said.values()


def test_what_fails_is_named(files: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    bundle = bundled(deal("goat", 4))
    entry = bundle.events[6]
    altered = entry._replace(body=entry.body.replace(b'"seat":', b'"Seat":'))
    assert altered != entry
    events = (*bundle.events[:6], altered, *bundle.events[7:])
    files["bundle"].write_bytes(write(bundle._replace(events=events)))
    assert verify(files["bundle"]) == 1
    failed = [line for line in capsys.readouterr().out.splitlines() if line.startswith("FAILS")]
    assert any(line.startswith("FAILS  chain         event 7") for line in failed)


def test_a_bundle_signed_by_another_key_is_found_by_what_one_holds(
    files: dict[str, Path],
) -> None:
    assert verify(files["resigned"]) == 0, "it holds by itself"
    for held in ("receipt", "checkpoint", "key"):
        assert verify(files["resigned"], f"--{held}", files[held]) == 1
    assert verify(files["bundle"], "--key", files["other"]) == 1


def test_several_bundles_are_told_apart(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(files["bundle"], files["redacted"], "--receipt", files["receipt"]) == 0
    assert f"{files['redacted']}:" in capsys.readouterr().out
    elsewhere = signed(deal("durak", 2))[0]
    files["receipt"].write_bytes(canonical(receipt_json(elsewhere)))
    assert verify(files["bundle"], files["redacted"], "--receipt", files["receipt"]) == 2


@pytest.mark.parametrize(
    "raw",
    [b"", b"{}", b"[]", b"null", b"\xff", b'{"format":"fairdeal/2/bundle"}', b"[" * 100_000],
)
def test_what_is_no_bundle_can_not_be_read(
    files: dict[str, Path], raw: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    files["bundle"].write_bytes(raw)
    assert verify(files["bundle"]) == 2
    assert verify(files["redacted"], "--receipt", files["bundle"]) == 2
    assert verify(files["redacted"], "--key", files["bundle"]) == 2
    assert str(files["bundle"]) in capsys.readouterr().err


def test_what_is_not_there_can_not_be_read(tmp_path: Path) -> None:
    assert verify(tmp_path / "absent") == 2
    assert verify(tmp_path) == 2


def test_a_file_without_end_is_not_read_to_its_end(files: dict[str, Path]) -> None:
    files["bundle"].write_bytes(write(bundled(deal("goat", 4))) + b" " * (16 << 20))
    assert verify(files["bundle"]) == 2


JUNK: list[Any] = [None, True, -1, 0, 2**53 - 1, 2**63, 1e300, "", "x" * 64, "0" * 64, [], {}, [[]]]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value: what holds it, and under which key."""
    inside: list[tuple[Any, Any]] = []
    if isinstance(value, dict | list):
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        inside = [(value, key) for key in keys]
        inside += [place for key in keys for place in places(value[key])]
    return inside


def junked(raw: bytes, chance: random.Random) -> bytes:
    """The file with junk somewhere: in itself, or in what the text of an event says."""
    whole = orjson.loads(raw)
    if chance.random() < 0.5:
        holder, key = chance.choice(places(whole))
        holder[key] = chance.choice(JUNK)
        return orjson.dumps(whole)
    entry = chance.choice(whole["events"])
    inner = entry if not entry["openings"] or chance.random() < 0.6 else entry["openings"][0]
    name = "body" if inner is entry else "payload"
    said = {"x": orjson.loads(inner[name])}
    holder, key = chance.choice(places(said))
    holder[key] = chance.choice(JUNK)
    try:
        inner[name] = canonical(said["x"]).decode()
    except NotCanonical:
        inner[name] = orjson.dumps(said["x"]).decode()
    return orjson.dumps(whole, option=orjson.OPT_SORT_KEYS)


@pytest.mark.parametrize("view", ["full", "seat:1"])
@pytest.mark.parametrize(("key", "seats"), [("goat", 4), ("skat", 3), ("durak", 2)])
def test_no_file_makes_it_stumble(
    key: str, seats: int, view: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(seats)
    records = deal(key, seats)
    if view != "full":
        records = kept(played(GAMES[key], seats=seats, number=1), reader=1)
    raw = write(bundled(records, view=view))
    file = tmp_path / "bundle"
    for _ in range(150):
        altered = junked(raw, chance) if chance.random() < 0.9 else flipped(raw, chance)
        file.write_bytes(altered)
        assert verify(file) in ((1, 2) if altered != raw else (0,)), altered
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_the_command_in_javascript_prints_the_same(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in (
        [files["bundle"], "--receipt", files["receipt"], "--checkpoint", files["checkpoint"]],
        [files["redacted"], "--key", files["key"]],
        [files["resigned"], "--key", files["key"]],
    ):
        code = verify(*arguments)
        mine = capsys.readouterr().out.splitlines()
        done = subprocess.run(
            ["node", str(ROOT / "evidence" / "cli.mjs"), *map(str, arguments)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stderr
        rules = ("moves", "consequences", "score")
        for one, other in zip(mine, done.stdout.splitlines(), strict=True):
            assert one == other or one.split()[1] in rules
    missing = subprocess.run(
        ["node", str(ROOT / "evidence" / "cli.mjs"), "absent"], capture_output=True, check=False
    )
    assert missing.returncode == 2
