"""The curl pages of the README and the guides, executed literally."""

import json
import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from domain.fairness import tree
from events.translog.notes import Checkpoint
from tests.e2e.conftest import key, url
from tests.serving import ROOT, Serve, on_linux

FIRST = ("README.md", "docs/tour.md")
GUIDES = (
    *("your-app", "integrating", "webhooks", "testing", "bots", "seeds", "proving"),
    *("signing", "disputes", "replaying", "export", "tournaments"),
)
PAGES = (*FIRST, *(f"docs/{guide}.md" for guide in GUIDES))
"""In the order in which they are read: each goes on in the shell of those before it."""
SECONDS = 300
BLOCKS = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


def read(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


def shown(fairdeal: Serve, folder: Path, pages: Sequence[str]) -> tuple[Path, str]:
    """The folder of the tour after the blocks of some pages, and all that they have printed."""
    script = "\n".join(block for each in pages for block in BLOCKS.findall(read(each)))
    for name in ("clients", "tests", ".venv"):
        (folder / name).symlink_to(ROOT / name)
    done = subprocess.run(
        ["bash", "-euc", script],
        cwd=folder,
        env={**os.environ, "HOME": str(folder), "URL": url(fairdeal), "KEY": key(fairdeal)},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder / ".data" / "tour", done.stdout


@pytest.mark.long
@on_linux
def test_the_first_ten_minutes(fairdeal: Serve, tmp_path: Path) -> None:
    folder, _ = shown(fairdeal, tmp_path, FIRST)
    _assert_toured(folder)


def _assert_toured(folder: Path) -> None:
    first, again = ((folder / name).read_text() for name in ("first.txt", "again.txt"))
    assert first.splitlines()[0].split()[1] == "201"
    assert first.rpartition("\n")[2] == again.rpartition("\n")[2]
    refused = json.loads((folder / "refused.json").read_text())
    assert "G13" in {clause["id"] for clause in refused["clauses"]}
    stream = (folder / "stream.txt").read_text()
    assert "\nid: 1\n" in stream
    assert stream.endswith("event: end\ndata: {}\n\n")
    news = [json.loads(line) for line in (folder / "news.jsonl").read_text().split()]
    assert {"table.started", "turn.started"} <= {each["type"] for each in news}
    series = json.loads((folder / "series.json").read_text())
    assert series["status"] == "over"
    assert max(side["points"] for side in series["sides"]) >= 12
    _assert_proved(json.loads((folder / "proof.json").read_text()), folder / "checkpoint.txt")


@on_linux
@pytest.mark.long
def test_every_guide(fairdeal: Serve, tmp_path: Path) -> None:
    tmp_path, printed = shown(fairdeal, tmp_path, PAGES)
    _assert_toured(tmp_path)
    _assert_app(tmp_path, printed)
    assert " events, " in (tmp_path / "python.txt").read_text()
    for game in ("durak", "svoi_kozyri"):
        other = json.loads((tmp_path / f"{game}-series.json").read_text())
        assert (other["game"], other["status"]) == (game, "over")
    assert "The durak table" in (tmp_path / "lobby.json").read_text()
    assert "In the list: seat 0" in printed
    audit = json.loads((tmp_path / "audit.json").read_text())
    assert (audit["findings"], audit["deck"]) == ([], "seed")
    assert json.loads((tmp_path / "ruling.json").read_text())["ruling"] == "dismissed"
    branch = json.loads((tmp_path / "what-if.json").read_text())
    assert (branch["status"], len(branch["deals"]), branch["branch_of"]["at"]) == ("over", 1, 3)
    replay = json.loads((tmp_path / "replay-seat:1.json").read_text())
    assert replay["at"] == 3, "as the cards were dealt"
    assert replay["state"]["hands"][0] == [None] * 4
    assert None not in replay["state"]["hands"][1]
    assert "1 passed, 0 failed" in printed
    assert "The pack follows from the seeds of the server and of seat 0 and seat 1." in printed
    assert json.loads((tmp_path / "together-0.json").read_text())["status"] == "over"
    _assert_own_seed(printed)
    assert len(json.loads((tmp_path / "openings.json").read_text())["openings"]) >= 6
    assert "12 passed, 0 failed, 0 not comparable, 0 unreadable" in printed
    verdicts = (tmp_path / "verdicts.txt").read_text()
    assert "the series is over" in verdicts
    assert "agree with the table" in verdicts
    assert "FAILS" not in verdicts + printed
    assert "open " not in verdicts
    signed = json.loads((tmp_path / "signed.json").read_text())
    assert signed["events"][1]["type"] == "deal.move_signed"
    assert "holds  signatures    1 moves and 1 acts of seat 0 are signed" in printed
    conformance = (tmp_path / "conformance.txt").read_text()
    assert re.findall(r"^\w+ +\S+", conformance, re.MULTILINE) == [
        "passes     lost-answer",
        "passes     refused",
    ]


def _assert_app(folder: Path, said: str) -> None:
    """The output of "Your app on Fairdeal"."""
    names = ("game", "moved", "notices", "scores", "frames", "of-ann")
    game, moved, notices, scores, frames, found = (
        json.loads((folder / f"{name}.json").read_text()) for name in names
    )
    assert re.search(r"^to user-1 goat.dealt \d+$", said, re.MULTILINE)
    assert re.search(r"^to user-2 goat.dealt \d+$", said, re.MULTILINE)
    assert moved["view"]["version"] >= moved["version"]
    assert notices["events"]
    assert scores["deals"][0]["deal"] == found["deals"][0]["id"] == game["table"]["deal"]["id"]
    assert len(frames["frames"]) == frames["version"] - 1
    assert "\nPlayer 1\n" in said
    season = re.findall(r"^match-([12]) seats \[0\]: \d+, place [12] seats", said, re.MULTILINE)
    assert season == ["2", "1"]
    assert len((folder / "season.ndjson").read_text().splitlines()) >= 2
    python = (folder / "app-python.txt").read_text()
    assert "deal.opened\n" in python
    assert re.search(r"^\['over'\]\n\d+ exported\n1 erased$", python, re.MULTILINE)
    assert re.search(r"^app-deals.ndjson: \d+ deals: \d+ hold$", said, re.MULTILINE)


def _assert_own_seed(said: str) -> None:
    kept = "as the player kept it: seat 0; only --seed can show their owner: seat 1"
    assert f"opens its commitment; seats 0, 1 open theirs; {kept}" in said
    assert "holds  receipts      2 are for events of this record" in said


def _assert_proved(proof: dict[str, Any], checkpoint: Path) -> None:
    said = Checkpoint.read(checkpoint.read_text("utf-8").partition("\n\n")[0] + "\n")
    assert proof["size"] == said.size
    assert tree.includes(
        bytes.fromhex(proof["leaf"]),
        index=proof["position"],
        size=said.size,
        path=[bytes.fromhex(each) for each in proof["path"]],
        expected=said.root,
    )
