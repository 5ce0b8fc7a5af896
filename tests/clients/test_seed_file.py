"""The file of seeds: one seed for a deal, whatever happens to the client or to its machine."""

import json
import os
from pathlib import Path
from typing import Any, Final

import pytest

from domain.kernel.event import Digest, Id
from domain.tournaments import lots
from fairdeal_client import Committed, SeedFile
from fairdeal_client.tournaments import TournamentOperations
from tests.clients import typescript
from tests.serving import on_linux

DEAL: Final = "0f0f0f0f-1111-8222-8333-444455556666"
TABLE: Final = "a0a0a0a0-1111-8222-8333-444455556666"


def commit_in_python(file: Path, seat: int = 0) -> dict[str, Any]:
    return SeedFile(file).commit(DEAL, TABLE, 3, seat)._asdict()


COMMIT: Final = """
const [path, deal, table, seat] = GIVEN;
console.log(JSON.stringify(await new SeedFile(path).commit(deal, table, 3, seat)));
"""


def commit_in_typescript(file: Path, seat: int = 0) -> dict[str, Any]:
    code = f"const GIVEN = {json.dumps([str(file), DEAL, TABLE, seat])};{COMMIT}"
    made: dict[str, Any] = json.loads(typescript.execute("http://127.0.0.1:9", "seat_x", code))
    return made


each_client = pytest.mark.parametrize("commit", [commit_in_python, commit_in_typescript])


@each_client
def test_a_deal_has_one_seed_for_each_seat(commit: Any, tmp_path: Path) -> None:
    file = tmp_path / "seeds"
    first = commit(file)
    assert commit(file) == first == commit_in_python(file)
    assert commit(file, seat=1)["seed"] != first["seed"]
    assert [each["seat"] for each in SeedFile(file).lines()] == [0, 1]
    assert SeedFile(file).committed(DEAL, 2) is None
    assert file.stat().st_mode & 0o777 == 0o600


@each_client
@pytest.mark.parametrize("cut", [1, 2, 40])
def test_a_line_that_was_cut_off_is_ignored(commit: Any, cut: int, tmp_path: Path) -> None:
    """As by a crash during writing. A line that lacks only its end is complete."""
    file = tmp_path / "seeds"
    first = commit(file)
    file.write_bytes(file.read_bytes()[:-cut])
    again = commit(file)
    assert (again == first) is (cut == 1)
    assert commit(file, seat=1)["seat"] == 1
    assert [each["seat"] for each in SeedFile(file).lines()] == [0, 1]
    assert commit(file) == again == commit_in_python(file)


@each_client
def test_incomplete_lines_are_ignored(commit: Any, tmp_path: Path) -> None:
    file = tmp_path / "seeds"
    file.write_bytes(b'\n\xff\n[]\n7\nnull\n{"deal":1}\n')
    first = commit(file)
    assert commit(file) == first
    assert first["seed"] in file.read_text(errors="replace")


def test_of_two_clients_at_the_same_time_the_first_line_counts(tmp_path: Path) -> None:
    class Late(SeedFile):
        """Reads before the other process writes."""

        looked = False

        def committed(self, deal: str, seat: int) -> Committed | None:
            if not self.looked:
                self.looked = True
                SeedFile(self.path).commit(deal, TABLE, 3, seat)
                return None
            return super().committed(deal, seat)

    late = Late(tmp_path / "seeds").commit(DEAL, TABLE, 3, 0)
    assert len(list(SeedFile(tmp_path / "seeds").lines())) == 2
    assert late == SeedFile(tmp_path / "seeds").commit(DEAL, TABLE, 3, 0)


@on_linux
def test_every_line_is_on_the_disk_before_anything_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "seeds"
    synced: list[tuple[str, int]] = []
    fsync = os.fsync

    def noted(handle: int) -> None:
        fsync(handle)
        at = Path(f"/proc/self/fd/{handle}").readlink()
        synced.append((at.name, os.fstat(handle).st_size))

    monkeypatch.setattr(os, "fsync", noted)
    SeedFile(file).commit(DEAL, TABLE, 3, 0)
    size = file.stat().st_size
    assert [synced[0], synced[1][0]] == [("seeds", size), tmp_path.name]
    del synced[:]
    SeedFile(file).commit(DEAL, TABLE, 3, 0)
    assert synced == [("seeds", size)], "its writer may have been killed before that"


def test_a_deal_is_what_it_was(tmp_path: Path) -> None:
    file = SeedFile(tmp_path / "seeds")
    file.commit(DEAL, TABLE, 3, 0)
    for table, number in ((TABLE, 4), (DEAL, 3)):
        with pytest.raises(ValueError, match=f"has {DEAL} as deal 3 of table {TABLE}"):
            file.commit(DEAL, table, number, 0)


ROUNDS: Final = """
const [path, tournament, name] = GIVEN;
console.log(JSON.stringify(await new SeedFile(path).rounds(tournament, name, 3)));
"""


def test_a_player_has_one_chain_of_seeds_whichever_client_asks(tmp_path: Path) -> None:
    file = tmp_path / "seeds"
    made = SeedFile(file).rounds(TABLE, "Ann", 3)
    assert made == list(lots.chain(Id(TABLE), last=Digest(made[-1]), rounds=3))
    assert SeedFile(file).rounds(TABLE, " Ann ", 3) == made, "the service cuts spaces off"
    code = f"const GIVEN = {json.dumps([str(file), TABLE, ' Ann '])};{ROUNDS}"
    assert json.loads(typescript.execute("http://127.0.0.1:9", "entry_x", code)) == made
    assert not {*SeedFile(file).rounds(TABLE, "Bob", 3)} & {*made}
    assert len(list(SeedFile(file).lines())) == 2


class Player(TournamentOperations):
    """A player of a tournament that waits for seeds, or not."""

    def __init__(self, *, owes: bool) -> None:
        self.sent: list[tuple[str, str, Any]] = []
        self.entry_: Any = {"name": "Ann", "round": 2, "owes_seed": owes}

    def ask(self, method: str, path: str, **more: Any) -> Any:
        self.sent.append((method, path, more.get("body")))
        return self.entry_ if path.endswith("/entry") else {"rounds": 3}


def test_a_player_commits_when_joining_and_shows_the_seed_of_the_round(tmp_path: Path) -> None:
    file, at = SeedFile(tmp_path / "seeds"), f"/v1/tournaments/{TABLE}"
    seeds, player = file.rounds(TABLE, "Ann", 3), Player(owes=True)
    player.join_tournament(TABLE, seeds=file, name="Ann")
    assert player.sent[-1] == (
        *("POST", f"{at}/players"),
        {"name": "Ann", "commitment": seeds[0]},
    )
    assert player.show_round_seed(TABLE, file)
    assert player.sent[-1] == ("POST", f"{at}/seeds", {"seed": seeds[2]})
    assert not Player(owes=False).show_round_seed(TABLE, file)


OTHER_TEXTS: Final = [DEAL.upper(), DEAL.replace("-", ""), f"{{{DEAL}}}", "", "x"]
"""Another text of the same id would get a second seed."""


@pytest.mark.parametrize("deal", OTHER_TEXTS)
def test_a_deal_has_one_id(deal: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not the id of a deal"):
        SeedFile(tmp_path / "seeds").commit(deal, TABLE, 3, 0)
    assert not (tmp_path / "seeds").exists()


@pytest.mark.parametrize("deal", OTHER_TEXTS)
def test_a_deal_has_one_id_in_typescript(deal: str) -> None:
    code = f"await new SeedFile('s').commit({json.dumps(deal)}, 't', 3, 0)"
    code = f"await ({code.removeprefix('await ')}).catch((no) => console.log(no.message))"
    assert "not the id of a deal" in typescript.execute("http://127.0.0.1:9", "seat_x", code)
