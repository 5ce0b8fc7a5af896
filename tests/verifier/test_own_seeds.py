"""`fairdeal verify --seed`: the seed that a player kept must be the one in the record."""

import json
import re
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import pytest

from events.translog.receipts import receipt_json
from fairdeal_client import SeedFile
from tests.cli.test_verify import in_javascript, verify
from tests.verifier import parity
from tests.verifier.corpus.seeds import NONE, OTHER, seeds, whole
from tests.verifier.making import KEY, OTHER_KEY, bundled, deal, signed
from tests.verifier.printed import verdict_lines
from verifier.bundle import Unreadable, write
from verifier.seed_file import read_seed_file

DEAL: Final = str(whole().stream)


# --- Files ---------------------------------------------------------------------------------------


def line(kind: str, **members: Any) -> bytes:
    return json.dumps({"kind": kind, "deal": DEAL, "seat": 0, **members}).encode() + b"\n"


MADE: Final = line("commitment", seed=seeds()[0].hex())
RECEIPT: Final = receipt_json(signed(deal("goat", 4))[0])
PROVED: Final = line("opening", receipt=RECEIPT, events=[])


def key(service: str | None, source: str = "service") -> bytes:
    """The line with the key of the service."""
    return line(
        "key", key=str(KEY.verifier), source=source, **({"service": service} if service else {})
    )


def test_the_first_seed_of_a_deal_and_seat_counts_and_cut_lines_are_ignored() -> None:
    raw = b"".join(
        (
            b'{"kind":"commit\n\n[]\n7\n',
            line("commitment", seed="x"),
            line("commitment", seed=seeds()[0].hex(), deal=7),
            MADE,
            line("commitment", seed=OTHER.hex()),
            line("commitment", seed=seeds()[1].hex(), seat=1),
            PROVED,
            PROVED,
            line("refused", receipt=None),
            MADE[:30],
        )
    )
    file = read_seed_file(raw)
    assert file.seed(UUID(DEAL), 0) == seeds()[0]
    assert file.seed(UUID(DEAL), 1) == seeds()[1]
    assert file.seed(UUID(DEAL), NONE) is None
    assert file.seed(UUID(int=7), 0) is None
    assert list(map(receipt_json, file.receipts)) == [RECEIPT]


def test_a_seed_alone_is_of_any_deal() -> None:
    file = read_seed_file(f" {OTHER.hex()}\n".encode())
    assert file.seed(UUID(int=7), 3) == OTHER


@pytest.mark.parametrize(
    "raw", [b"", b"{}", b"\xff", OTHER.hex().upper().encode(), PROVED, MADE + line("opening")]
)
def test_a_file_without_seeds_is_reported(raw: bytes) -> None:
    with pytest.raises(Unreadable):
        read_seed_file(raw)


# --- Commands ------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    texts = {
        "bundle": write(whole()._replace(receipts=())),
        "other": write(bundled(deal("goat", 4, 3), receipts=False)),
        "table": b"",
        "seeds": MADE + PROVED + key("https://cards.example:8443"),
        "seed": seeds()[0].hex().encode(),
        "wrong": line("commitment", seed=OTHER.hex()),
        "another deal": line("commitment", seed=OTHER.hex(), deal=str(UUID(int=7))),
        "forged": MADE
        + line("opening", receipt=receipt_json(signed(deal("goat", 4), OTHER_KEY)[0])),
        "nothing": b"",
    }
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text)
    return {name: tmp_path / name for name in texts}


LINE: Final = re.compile(r"^(\w+) +(seeds|receipts) +(.*)$", re.MULTILINE)


@pytest.mark.parametrize(
    ("file", "code", "words"),
    [
        (
            "seeds",
            0,
            "as the player kept it: seat 0; only --seed can show their owner: seats 1, 3",
        ),
        ("seed", 4, "as the player kept it: seat 0"),
        ("wrong", 1, "it is not the seed that you kept"),
        ("another deal", 1, "the file that you gave has none for this deal"),
        ("forged", 1, "as the player kept it: seat 0"),
        ("nothing", 2, ""),
    ],
)
def test_both_commands_print_the_same(
    file: str,
    code: int,
    words: str,
    files: dict[str, Path],
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = (files["bundle"], "--seed", f"0={files[file]}")
    assert verify(*arguments) == code
    mine = LINE.findall(capsys.readouterr().out)
    assert words in "".join(detail for _, name, detail in mine if name == "seeds")
    receipts = [(status, detail) for status, name, detail in mine if name == "receipts"]
    if file == "seeds":
        assert receipts[0][0] == "holds"
        assert receipts[0][1].startswith("1 are for events of this record")
    if file == "forged":
        assert receipts[0][0] == "FAILS"
    done = in_javascript(arguments)
    assert done.returncode == parity.in_javascript(code), done.stderr
    for one, other in zip(mine, LINE.findall(done.stdout), strict=True):
        assert one == other or "not checked here" in other[-1]


def test_a_seed_alone_is_not_given_for_several_deals(files: dict[str, Path]) -> None:
    several = (files["bundle"], files["other"])
    for file, code in (("seed", 2), ("seeds", 1)):
        arguments = (*several, "--seed", f"0={files[file]}")
        assert verify(*arguments) == code
        assert in_javascript(arguments).returncode == code
    for given in ("seeds", f"x={files['seed']}", "0="):
        assert verify(files["bundle"], "--seed", given) == 2


@pytest.mark.parametrize(
    ("made", "code"),
    [
        (key("https://cards.example"), 0),
        (key("http://127.0.0.1:8080"), 0),
        (key("http://[::1]:8080"), 0),
        (key("http://localhost"), 0),
        (key(None, "player"), 0),
        (key("http://cards.example"), 4),
        (key("http://localhost.example"), 4),
        (key("http://127.0.0.1@cards.example"), 4),
        (key("https://"), 4),
        (key(None), 4),
        (key("https://cards.example").replace(b"29dfdf1b", b"00000000"), 4),
    ],
)
def test_a_key_is_pinned_that_came_from_the_service_itself(
    made: bytes, code: int, files: dict[str, Path]
) -> None:
    files["seeds"].write_bytes(MADE + made)
    arguments = (files["bundle"], "--seed", f"0={files['seeds']}")
    assert verify(*arguments) == code
    done = in_javascript(arguments)
    assert verdict_lines(done.stdout)[0].startswith("open   key" if code else "holds  key")


def test_the_file_of_a_client_is_one(tmp_path: Path) -> None:
    """As written by the client itself."""
    file = SeedFile(tmp_path / "seeds")
    made = file.commit(DEAL, str(UUID(int=1)), 1, 0)
    read = read_seed_file(file.path.read_bytes())
    seed = read.seed(UUID(DEAL), 0)
    assert seed is not None
    assert seed.hex() == made.seed
