"""Boards in the archive: a deal stays until its board is revealed, and its result is kept."""

from pathlib import Path
from random import Random

from domain.games import GAMES
from tests import servers
from tests.api.archiving import archived, serving
from tests.api.test_archive import still
from tests.api.test_board_secrecy import BOARDS, BoardWorld
from tests.api.test_tournament_evidence import fetched, kinds, verified
from verifier.verdicts import FAILS


def test_boards_are_archived_once_they_are_revealed_and_keep_their_results(
    embedded_postgres: str, tmp_path: Path
) -> None:
    with servers.fresh_database(embedded_postgres) as url:
        with serving(url) as client:
            world = BoardWorld(client, GAMES["durak"])
            for name in "ABC":
                if name == "C":
                    ran = archived(client, url, tmp_path)
                    assert "0 deals archived" in ran.out, "C still plays the same cards"
                while world.deal(name) is not None:
                    world.move(name, Random(name))
                world.work()
            boards = [f"{world.path}/rounds/1/boards/{at + 1}" for at in range(BOARDS)]
            shown = [still(client.get(path)) for path in (*boards, world.path)]
            assert client.get(f"{boards[0]}?tables=1,2", world.owner)["parted"]
            assert f"{3 * BOARDS} deals archived" in archived(client, url, tmp_path).out
        with serving(url) as client:
            assert [still(client.get(path)) for path in (*boards, world.path)] == shown
            for who in (world.owner, world.tables["C"].entries[0], None):
                answer = client.send("GET", f"{boards[0]}?tables=1,2", who)
                assert answer.refusal == (410, "archived")
            lines = fetched(client, world.path, world.owner)
            assert kinds(lines) == ["tournament", *["table"] * 3]
            every = verified(client, lines)
            assert FAILS not in {each.status for part in every for each in part.verdicts}
