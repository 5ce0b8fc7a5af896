"""The small wheel of the verifier, in an empty folder with what it needs and no more."""

import re
import shutil
import subprocess
import sys
import zipfile
from email.parser import Parser
from importlib.metadata import files
from pathlib import Path
from typing import Any, Final

import pytest

from tests.verifier.corpus.checks import whole
from tests.verifier.making import KEY
from tests.verifier.test_comparing import PAIRS
from verifier.bundle import write

ROOT: Final = Path(__file__).parents[2]
NEEDS: Final = ("cryptography", "orjson")
WITH_THEM: Final = ("cffi",)
"""What they need in turn to run."""
MOST_BYTES: Final = 1_000_000
RUN: Final = """
import socket, sys
socket.socket = None  # no network
sys.path.insert(0, sys.argv.pop(1))
from verifier.command import alone
sys.exit(alone())
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT / "tools" / "verifier", check=True, capture_output=True)
    [made] = folder.glob("fairdeal_verify-*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and its dependencies, and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    zipfile.ZipFile(wheel).extractall(folder)
    for name in (*NEEDS, *WITH_THEM):
        listed = [each for each in files(name) or () if each.parts[0] != ".."]
        for top in {each.parts[0] for each in listed}:
            anchor = next(each for each in listed if each.parts[0] == top)
            (folder / top).symlink_to(
                Path(str(anchor.locate())).parents[len(anchor.parts) - 1] / top
            )
    return folder


def verify(installed: Path, *arguments: Any) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-I", "-S", "-c", RUN, str(installed), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_it_is_small_and_has_two_dependencies_and_one_command(wheel: Path) -> None:
    assert wheel.stat().st_size < MOST_BYTES
    with zipfile.ZipFile(wheel) as content:
        names = content.namelist()
        metadata = next(name for name in names if name.endswith("/METADATA"))
        commands = next(name for name in names if name.endswith("/entry_points.txt"))
        needs = Parser().parsestr(content.read(metadata).decode()).get_all("Requires-Dist") or []
        assert [each for each in needs if "extra ==" not in each] == [
            "cryptography>=46",
            "orjson>=3.11",
        ]
        said = content.read(commands).decode().splitlines()
    assert [each for each in said if "=" in each] == ["fairdeal-verify = verifier.command:alone"]
    assert not [each for each in names if each.startswith(("service", "run", "web", "workers"))]


def test_an_expert_tells_the_genuine_of_two_records(installed: Path, tmp_path: Path) -> None:
    """Offline, with this wheel alone; the report begins with the answer in plain words."""
    pair = PAIRS["the other has no place"]
    one, other, key, page = (tmp_path / name for name in ("a.json", "b.json", "key", "r.html"))
    one.write_bytes(write(pair.one))
    other.write_bytes(write(pair.other))
    key.write_text(str(KEY.verifier))
    done = verify(installed, one, other, "--key", key, "--report", page)
    assert (done.returncode, done.stderr) == (1, "")
    report = page.read_text("utf-8")
    first = re.sub("<[^>]+>", "", report[report.index("<p>") : report.index("</p>")])
    pattern = r"Of the two, .*a\.json is the genuine record: the signed log .* not have .*b\.json\."
    assert re.fullmatch(pattern, first)
    assert "They are the same up to event 6. Event 7 differs in actor" in report
    assert "How that is known: the log holds" in report


def test_it_verifies_without_network(installed: Path, tmp_path: Path) -> None:
    record, key, page = (tmp_path / name for name in ("deal.json", "key.txt", "report.html"))
    record.write_bytes(write(whole()))
    key.write_text(str(KEY.verifier))
    done = verify(installed, record, "--key", key, "--report", page)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Every check holds")
    assert "holds  moves" in done.stdout
    assert "Every check holds" in page.read_text("utf-8")
    shutil.copy(record, other := tmp_path / "other.json")
    other.write_bytes(other.read_bytes().replace(b'"head":"', b'"head":"0', 1)[:-1])
    assert verify(installed, other).returncode == 2
