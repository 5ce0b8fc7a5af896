"""`fairdeal verify`: its output, its exit codes, and that no input makes it crash."""

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import orjson
import pytest

from domain.games import GAMES
from events.canonical import NotCanonical, canonical
from events.translog.receipts import receipt_json
from run.cli import main
from tests.keys import key_of
from tests.node import Printed, run_command
from tests.sampling import cases
from tests.verifier import parity
from tests.verifier.corpus.by_hand import a_branch, claimed
from tests.verifier.making import KEY, OTHER_KEY, bundled, deal, kept, place, played, signed
from tests.verifier.mutations import flipped, rechained
from tests.verifier.printed import verdict_lines
from tests.verifier.series import table_bundle
from tests.verifier.test_comparing import PAIRS
from verifier.bundle import TABLE, Bundle, write

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
        "empty": b"",
        "other_receipt": json.dumps(
            {"receipt": receipt_json(signed(deal("goat", 4, 2))[3])}
        ).encode(),
        "resigned": write(
            bundle._replace(log=place(bundle, OTHER_KEY), key=str(OTHER_KEY.verifier))
        ),
    }
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text)
    return {name: tmp_path / name for name in texts}


def redacted(seat: int) -> Bundle:
    steps = played(GAMES["goat"], seats=4, number=1)
    bundle = bundled(kept(steps[:9], viewer=seat), view=f"seat:{seat}", receipts=False)
    return bundle._replace(log=place(bundle, others=9))


def verify(*arguments: object) -> int:
    return main(["verify", *map(str, arguments)])


def test_all_holds(files: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    held = ("--receipt", files["receipt"], "--checkpoint", files["checkpoint"])
    assert verify(files["bundle"], *held, "--key", files["key"]) == 0
    lines = verdict_lines(capsys.readouterr().out)
    said = {line.split()[1]: line.split()[0] for line in lines}
    nothing = {name for name, status in said.items() if status == "none"}
    assert (len(said), nothing) == (17, {"signatures", "bots", "hints"})
    assert {*said.values()} == {"holds", "none"}


def test_a_players_bundle_leaves_checks_of_unknown_cards_open(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(files["redacted"], "--key", files["key"]) == 4
    said = {line.split()[1]: line.split()[0] for line in verdict_lines(capsys.readouterr().out)}
    assert {name for name, status in said.items() if status == "open"} == {
        *("seeds", "pack", "root", "moves", "consequences", "score")
    }
    assert "FAILS" not in said.values()


def test_failures_are_named(files: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    bundle = bundled(deal("goat", 4))
    entry = bundle.events[6]
    altered = entry._replace(body=entry.body.replace(b'"seat":', b'"Seat":'))
    assert altered != entry
    events = (*bundle.events[:6], altered, *bundle.events[7:])
    files["bundle"].write_bytes(write(bundle._replace(events=events)))
    assert verify(files["bundle"]) == 1
    failed = [line for line in capsys.readouterr().out.splitlines() if line.startswith("FAILS")]
    assert any(line.startswith("FAILS  chain         event 7") for line in failed)


def test_a_bundle_signed_by_another_key_is_detected_by_the_readers_evidence(
    files: dict[str, Path],
) -> None:
    assert verify(files["resigned"]) == 4, "only itself names its key"
    for held in ("receipt", "checkpoint", "key"):
        assert verify(files["resigned"], f"--{held}", files[held]) == 1
    assert verify(files["bundle"], "--key", files["other"]) == 1


def test_several_bundles_are_distinguished(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(files["bundle"], files["redacted"], "--receipt", files["receipt"]) == 4
    said = capsys.readouterr().out
    assert f"{files['redacted']}:" in said
    assert f"{files['bundle']} and {files['redacted']}:" in said
    assert "holds  agree         they are of one record; after event 13" in said
    elsewhere = signed(deal("durak", 2))[0]
    files["receipt"].write_bytes(canonical(receipt_json(elsewhere)))
    assert verify(files["bundle"], files["redacted"], "--receipt", files["receipt"]) == 2


def test_the_record_in_the_log_is_identified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pair = PAIRS["an older checkpoint, and the proof"]
    names = ("one", "other", "held", "proof")
    one, other, held, proof = (tmp_path / name for name in names)
    one.write_bytes(write(pair.one))
    other.write_bytes(write(pair.other))
    held.write_text(pair.held["checkpoints"][0], "utf-8")
    origin, old, size, path = pair.held["growths"][0]
    shown = {"log": origin, "from": old, "to": size, "proof": [each.hex() for each in path]}
    proof.write_text(json.dumps(shown), "utf-8")
    (tmp_path / "key").write_text(str(KEY.verifier), "utf-8")
    given = (one, other, "--key", tmp_path / "key", "--checkpoint", held, "--consistency", proof)
    assert verify(*given) == 1
    mine = capsys.readouterr().out
    assert (
        f"holds  settled       the log holds {one}; nothing was given that it holds {other};"
        in mine
    )
    assert f"Of the two, {one} is the genuine record:" in mine
    assert "They are the same up to event 6. Event 7 differs in actor:" in mine
    assert f"How that is known: the log holds {one};" in mine
    page = tmp_path / "report.html"
    assert verify(*given, "--json", "--report", page) == 1
    [*_, summed] = [each["summary"] for each in json.loads(capsys.readouterr().out)["records"]]
    assert summed["answer"]["key"] == "rivals-genuine"
    assert summed["answer"]["values"] == {"name": str(one), "absent": str(other)}
    assert "is the genuine record" in page.read_text("utf-8")
    done = in_javascript(given)
    assert done.returncode == 1, done.stderr
    of_both = [text[text.index(f"{one} and {other}:") :] for text in (mine, done.stdout)]
    assert of_both[0] == of_both[1]
    assert verify(one, "--consistency", held) == 2
    proof.write_text("{}", "utf-8")
    assert verify(one, "--consistency", proof) == 2


def test_there_is_one_deal_of_a_number_at_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A deal that was played and dropped, beside the one that replaced it (F2)."""
    one, other, elsewhere = (tmp_path / name for name in ("one", "other", "elsewhere"))
    one.write_bytes(write(bundled(deal("durak", 2, 1))))
    other.write_bytes(write(bundled(deal("durak", 2, 2))))
    elsewhere.write_bytes(write(bundled(deal("goat", 4, 1))._replace(kind=TABLE)))
    assert verify(one, other) == 1
    said = capsys.readouterr().out
    assert "FAILS  agree" in said
    assert "that is proof of misconduct" in said
    verify(one, elsewhere)
    assert "  agree  " not in capsys.readouterr().out
    done = in_javascript((one, other))
    assert done.returncode == 1, done.stderr
    of_both = [text[text.index(f"{one} and {other}:") :] for text in (said, done.stdout)]
    assert of_both[0] == of_both[1]
    assert "  agree  " not in in_javascript((one, elsewhere)).stdout


def test_a_branch_holds_but_passes_for_no_rated_deal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    branch, (made, forged) = a_branch("durak", 2), claimed("durak", 2)
    files = {
        "deal": branch.bundle(),
        "table": table_bundle(branch.table),
        "forged": forged.bundle,
        "series": table_bundle(made.table),
    }
    for name, bundle in files.items():
        (tmp_path / name).write_bytes(write(bundle))
    for names, code in {
        ("deal",): 3,
        ("table", "deal"): 3,
        ("forged",): 3,
        ("series", "forged"): 1,
        ("series",): 4,
    }.items():
        given = [tmp_path / name for name in names]
        assert verify(*given) == code
        assert ("HAND " in capsys.readouterr().out) is (names != ("series",))
        assert in_javascript(given).returncode == parity.in_javascript(code)


def in_javascript(arguments: Iterable[object]) -> Printed:
    return run_command(ROOT / "verifier" / "cli.mjs", *arguments)


@pytest.mark.parametrize(
    "raw",
    [b"", b"{}", b"[]", b"null", b"\xff", b'{"format":"fairdeal/2/bundle"}', b"[" * 100_000],
)
def test_a_file_that_is_no_bundle_cannot_be_read(
    files: dict[str, Path], raw: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    files["bundle"].write_bytes(raw)
    assert verify(files["bundle"]) == 2
    assert verify(files["redacted"], "--receipt", files["bundle"]) == 2
    assert verify(files["redacted"], "--key", files["bundle"]) == 2
    assert str(files["bundle"]) in capsys.readouterr().err


def test_a_missing_file_cannot_be_read(tmp_path: Path) -> None:
    assert verify(tmp_path / "absent") == 2
    assert verify(tmp_path) == 2


def test_a_file_without_end_is_not_read_to_its_end(files: dict[str, Path]) -> None:
    files["bundle"].write_bytes(write(bundled(deal("goat", 4))) + b" " * (16 << 20))
    assert verify(files["bundle"]) == 2


JUNK: list[Any] = [None, True, -1, 0, 2**53 - 1, 2**63, 1e300, "", "x" * 64, "0" * 64, [], {}, [[]]]


def members(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value: its container, and its key."""
    inside: list[tuple[Any, Any]] = []
    if isinstance(value, dict | list):
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        inside = [(value, key) for key in keys]
        inside += [place for key in keys for place in members(value[key])]
    return inside


def junked(raw: bytes, chance: random.Random) -> bytes:
    """The file with junk somewhere: in itself, or in the text of an event."""
    whole = orjson.loads(raw)
    if chance.random() < 0.5:
        holder, key = chance.choice(members(whole))
        holder[key] = chance.choice(JUNK)
        return orjson.dumps(whole)
    entry = chance.choice(whole["events"])
    inner = entry if not entry["openings"] or chance.random() < 0.6 else entry["openings"][0]
    name = "body" if inner is entry else "payload"
    said = {"x": orjson.loads(inner[name])}
    holder, key = chance.choice(members(said))
    holder[key] = chance.choice(JUNK)
    try:
        inner[name] = canonical(said["x"]).decode()
    except NotCanonical:
        inner[name] = orjson.dumps(said["x"]).decode()
    return orjson.dumps(whole, option=orjson.OPT_SORT_KEYS)


@pytest.mark.costly
@pytest.mark.parametrize("view", ["full", "seat:1"])
@pytest.mark.parametrize(("key", "seats"), [("goat", 4), ("skat", 3), ("durak", 2)])
def test_no_file_crashes_it(
    key: str, seats: int, view: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(seats)
    records = deal(key, seats)
    if view != "full":
        records = kept(played(GAMES[key], seats=seats, number=1), viewer=1)
    raw = write(bundled(records, view=view))
    file, key_file = tmp_path / "bundle", tmp_path / "key"
    key_file.write_text(str(KEY.verifier), "utf-8")
    for _ in range(cases(sample=50, full=150)):
        altered = junked(raw, chance) if chance.random() < 0.9 else flipped(raw, chance)
        file.write_bytes(altered)
        sound = 0 if view == "full" else 4
        assert verify(file, "--key", key_file) in ((1, 2) if altered != raw else (sound,)), altered
    assert "Traceback" not in capsys.readouterr().err


def test_the_command_in_javascript_prints_the_same(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in (
        [files["bundle"], "--receipt", files["receipt"], "--checkpoint", files["checkpoint"]],
        [files["redacted"], "--key", files["key"]],
        [files["resigned"], "--key", files["key"]],
    ):
        code = verify(*arguments)
        mine = verdict_lines(capsys.readouterr().out)
        done = in_javascript(arguments)
        assert done.returncode == parity.in_javascript(code), done.stderr
        for one, other in zip(mine, verdict_lines(done.stdout), strict=True):
            assert one == other or "not checked here" in other
    assert in_javascript(["absent"]).returncode == 2
    for arguments in (
        [files["bundle"], files["bundle"], "--receipt", files["other_receipt"]],
        [files["bundle"], "--key", files["bundle"]],
        [files["bundle"], "--key", files["empty"]],
    ):
        assert (verify(*arguments), in_javascript(arguments).returncode) == (2, 2)
    code = verify(files["redacted"], "--seat-key", f"0={files['key']}")
    assert code == in_javascript([files["redacted"], "--seat-key", f"0={files['key']}"]).returncode
    assert code == 2


def test_the_key_of_a_player_is_given_with_the_seat(tmp_path: Path) -> None:
    names = ("bundle", "key", "other", "service")
    bundle, key, other, service = (tmp_path / name for name in names)
    service.write_text(str(KEY.verifier), "utf-8")
    bundle.write_bytes(write(bundled(deal("goat", 4, 3))))
    key.write_text(f"{key_of(0)}\n", "utf-8")
    other.write_text(key_of(5), "utf-8")
    for given, code in {f"0={key}": 0, f"0={other}": 1, f"1={key}": 1, str(key): 2}.items():
        arguments = (bundle, "--key", service, "--seat-key", given)
        assert verify(*arguments) == code
        assert in_javascript(arguments).returncode == parity.in_javascript(code)


def test_output_cannot_control_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = bundled(deal("durak", 2), receipts=False, logged=False)
    envelope = orjson.loads(whole.events[5].body)
    envelope["actor"] = "seat:\x1b[2J\x9b\u202e\U000e0001\nholds  log"
    events = [*whole.events]
    events[5] = events[5]._replace(body=canonical(envelope))
    bundle = tmp_path / "bundle"
    bundle.write_bytes(write(rechained(whole, events)))
    assert verify(bundle) == 1
    said = capsys.readouterr().out
    shown = "\\x1b[2J\\x9b\\u202e\\U000e0001\\nholds  log"
    assert shown in said
    assert shown in in_javascript([bundle]).stdout


def test_without_a_place_in_the_log_nothing_is_proved(tmp_path: Path) -> None:
    bundle, key = tmp_path / "bundle", tmp_path / "key"
    bundle.write_bytes(write(bundled(deal("durak", 2), logged=False)))
    key.write_text(str(KEY.verifier), "utf-8")
    assert verify(bundle, "--key", key) == 4
    assert in_javascript([bundle, "--key", key]).returncode == 4


def test_it_begins_with_what_is_shown_and_on_whose_word(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """The first lines alone do not let a record seem proved that is not (E10)."""
    held = ("--receipt", files["receipt"], "--checkpoint", files["checkpoint"])
    verify(files["bundle"], *held, "--key", files["key"])
    answer, shown, rests, cannot, empty, *_ = capsys.readouterr().out.splitlines()
    assert answer.startswith("Every check holds")
    assert "The record is in the signed log of the service whose key you trust." in shown
    assert rests.startswith("On the word of the service: Each player made the moves of their seat.")
    assert (cannot.startswith("No record shows"), empty) == (True, "")
    verify(files["bundle"])
    answer, shown, rests, *_ = capsys.readouterr().out.splitlines()
    assert answer.startswith("Nothing fails, but the record is not proved")
    assert "signed log" not in shown
    assert "There is no other record of this deal." in rests
    verify(ROOT / "tests" / "verifier" / "records" / "0.1" / "goat-dispute" / "deal-1.json")
    assert "Nobody chose the cards. No player added a secret number" in capsys.readouterr().out
    verify(files["bundle"], "--key", files["other"])
    answer, cannot, *_ = capsys.readouterr().out.splitlines()
    assert answer.startswith("This record is false")
    assert cannot.startswith("No record shows")


def test_rules_that_were_not_checked_rest_on_the_word_of_the_service(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    held = ("--receipt", files["receipt"], "--checkpoint", files["checkpoint"])
    given = (files["bundle"], *held, "--key", files["key"])
    verify(*given)
    unchecked = "The rules allowed every move, and the points follow from the play. This was not"
    assert unchecked not in capsys.readouterr().out
    said = in_javascript(given).stdout
    assert f"On the word of the service: {unchecked} checked here." in said


def test_programs_get_one_object_and_people_a_page(
    files: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "report.html"
    hostile = tmp_path / "<b>.json"
    hostile.write_bytes(files["bundle"].read_bytes())
    code = verify(hostile, files["redacted"], "--json", "--report", page)
    said = json.loads(capsys.readouterr().out)
    assert said["exit"] == code == 4
    assert [each["file"] for each in said["records"][:2]] == [str(hostile), str(files["redacted"])]
    first = said["records"][0]
    assert first["summary"]["answer"]["key"] == "summary-open"
    assert {each["check"]: each["status"] for each in first["verdicts"]}["chain"] == "holds"
    text = page.read_text("utf-8")
    assert "&lt;b&gt;.json" in text
    assert "<b>" not in text
    assert "There is no other record of this deal." in text
    assert verify(files["bundle"], "--report", tmp_path / "no" / "such") == 2
