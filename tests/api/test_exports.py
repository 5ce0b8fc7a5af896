"""Exports of deals, and the archive of a month: whole, resumable, readable, and without names."""

import gzip
import json
import shlex
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
from psycopg.errors import ReadOnlySqlTransaction

from domain.games import GAMES
from run.cli import main
from service.proof.bundles import PAGE
from service.timestamps import microseconds, when
from tests.api.archiving import LATER
from tests.api.following import commands, fetch
from tests.api.playing import PERSONS, Client, Opened
from tests.api.serving import Web
from tests.cli.commands import fairdeal
from tests.contexts import SECRET
from tests.simulation.runtime import RUNTIME

pytestmark = pytest.mark.database

LINES = "application/x-ndjson"


def exported(client: Client, who: str, query: str = "") -> list[dict[str, Any]]:
    answer = client.send("GET", f"/v1/deals?{query}", who, Accept=LINES)
    assert (answer.status_code, answer.mimetype) == (200, "application/x-ndjson"), answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


@pytest.fixture(scope="module")
def owner(client: Client) -> str:
    """The owner of a finished deal of every game, one that is on, and one that was abandoned."""
    key = client.key()
    for game in GAMES.values():
        table = client.open(key, game=game.key, seats=PERSONS[: game.seats[0]], name="Ours")
        client.play(table, Random(4))
        client.record(str(table.deal))
    left = client.open(key, game="skat", seats=PERSONS[:3])
    client.send("DELETE", left.path, key)
    client.sequence()
    return key


@pytest.fixture
def archive(client: Client, owner: str, url: str, tmp_path: Path) -> Path:
    """The folder with the archive of this month, as if it was over."""
    assert owner
    publish(client, url, tmp_path)
    return tmp_path


def publish(client: Client, url: str, folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATABASE_URL", url)
        patch.setenv("FAIRDEAL_SECRET", SECRET.decode())
        patch.setattr("run.cli.publish.signing_key", lambda _: client.context.translog.key)
        published = month()
        with RUNTIME.ahead(LATER):
            assert main(["publish", published, "--out", str(folder)], runtime=RUNTIME) == 0


def month() -> str:
    return f"{when(RUNTIME.now()):%Y-%m}"


def test_a_line_has_what_the_list_and_the_bundle_have(client: Client, owner: str) -> None:
    lines = exported(client, owner, "owner=me")
    page = client.get("/v1/deals?owner=me", owner)
    assert [line["deal"] for line in lines] == page["deals"]
    assert {line["deal"]["status"] for line in lines} == {"over", "playing", "abandoned"}
    for line in lines:
        deal = line["deal"]
        table = client.get(f"/v1/tables/{deal['table']}", owner)
        assert line["table_name"] == table["name"]
        assert [seat["name"] for seat in deal["seats"]] == [each["name"] for each in table["seats"]]
        if deal["finished_at"] is None:
            assert (line["bundle"], line["result"]) == (None, None)
            continue
        assert line["bundle"] == client.get(f"/v1/deals/{deal['id']}/bundle", owner)
        series = client.get(f"/v1/tables/{deal['table']}/series", owner)["deals"]
        [own] = [each for each in series if each["deal"] == deal["id"]]
        assert line["result"] == own["result"]


def test_an_export_continues_after_every_line(client: Client, owner: str) -> None:
    whole = exported(client, owner, "owner=me")
    for place, line in enumerate(whole):
        assert exported(client, owner, f"owner=me&cursor={line['cursor']}") == whole[place + 1 :]
    assert exported(client, owner, "owner=me&limit=2") == whole[:2]
    assert exported(client, owner, "owner=me&game=goat") == [
        line for line in whole if line["deal"]["game"] == "goat"
    ]


def test_it_has_what_the_caller_may_see(client: Client, owner: str) -> None:
    secret = client.open(owner, visibility="private")
    unwatched = client.open(owner, spectators=False)
    client.sequence()
    stranger = client.key()
    found = {line["deal"]["id"] for line in exported(client, stranger)}
    assert secret.deal not in found
    assert unwatched.deal in found
    assert client.send("GET", "/v1/deals", unwatched.tokens[0], Accept=LINES).status_code == 403


def test_other_forms_are_refused(client: Client, owner: str) -> None:
    assert client.send("GET", "/v1/deals", owner, Accept="text/event-stream").status_code == 406


def test_a_server_sends_an_export_in_pieces(
    client: Client, owner: str, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More deals than are read at a time come whole, and the slot is free again."""
    for _ in range(PAGE):
        client.open(owner, game="skat", seats=PERSONS[:3])
    client.sequence()
    for _ in range(6):
        answer = web.get("/v1/deals?owner=me", owner, Accept=LINES)
        assert answer.status_code == 200
        assert "content-length" not in answer.headers
        found = [json.loads(line) for line in answer.text.splitlines()]
        assert [line["deal"] for line in found] == [
            line["deal"] for line in exported(client, owner, "owner=me")
        ]
    assert len(found) > PAGE
    assert web.get("/v1/deals?owner=me", "key_x", Accept=LINES).status_code == 401
    del monkeypatch


def test_verify_and_replay_read_an_export(
    client: Client, owner: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "export.ndjson"
    file.write_bytes(client.send("GET", "/v1/deals?owner=me&game=goat", owner, Accept=LINES).data)
    key = tmp_path / "key"
    key.write_bytes(client.send("GET", "/v1/log/key").data)
    assert main(["verify", str(file), "--key", str(key)]) == 0
    said = capsys.readouterr().out
    assert "1 hold" in said
    assert main(["replay", str(file)]) == 0
    assert "1 passed, 0 failed" in capsys.readouterr().out


def test_an_archive_holds_and_has_no_names(
    client: Client, owner: str, archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, note = archive / f"{month()}.ndjson.gz", archive / f"{month()}.checkpoint"
    text = gzip.decompress(name.read_bytes()).decode()
    lines = [json.loads(line) for line in text.splitlines()]
    index = json.loads((archive / f"{month()}.json").read_bytes())
    assert [line["deal"]["id"] for line in lines] == [each["deal"] for each in index["deals"]]
    assert {line["deal"]["game"] for line in lines} == {*GAMES}
    assert {line["deal"]["status"] for line in lines} == {"over", "abandoned"}
    for person in (*(each["name"] for each in PERSONS), "Ours", "The yard"):
        assert f'"{person}"' not in text
        assert person not in json.dumps([{**line, "bundle": None} for line in lines])
    assert all(line["deal"]["seats"][1]["name"] == "Player 2" for line in lines)
    capsys.readouterr()
    assert main(["verify", str(name), "--checkpoint", str(note)]) in (0, 4)
    said = capsys.readouterr().out
    assert f"{len(lines)} deals" in said
    assert "FAIL" not in said
    assert main(["replay", str(name)]) == 0
    assert f"{len(lines)} passed, 0 failed" in capsys.readouterr().out
    assert owner not in text
    del client


def test_the_guides_can_be_followed(
    client: Client, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their checks of an archive hold, and nothing hangs on a key that only the bundles name."""
    monkeypatch.chdir(archive)
    publishing, curl, *checks = commands("export.md", "Publish a month")
    assert publishing == "fairdeal publish 2026-10 --out archive/"
    fetch(client, curl)
    verified, replayed = (
        fairdeal(*shlex.split(each.replace("2026-10", month()))[1:]) for each in checks
    )
    assert (verified.code, replayed.code) == (0, 0), verified.out
    assert "a key that only the bundle names" not in verified.out
    again, verify = commands("proving.md", "A whole archive")
    assert again == curl
    words = shlex.split(verify.replace(" archive/ ", f" {archive} ").partition(" >>")[0])
    assert fairdeal(*words[1:]).code == 0


def test_an_altered_deal_is_found_in_an_archive(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = gzip.decompress((archive / f"{month()}.ndjson.gz").read_bytes()).splitlines()
    altered = json.loads(lines[1])
    altered["bundle"]["head"] = "00" * 32
    lines[1] = json.dumps(altered).encode()
    file = tmp_path / "altered.ndjson"
    file.write_bytes(b"\n".join(lines))
    assert main(["verify", str(file)]) == 1
    said = capsys.readouterr().out
    assert f":2: deal {altered['deal']['id']}" in said
    assert f"{len(lines)} deals: 1 FAIL" in said
    file.write_bytes(b"\n".join([lines[0], b'{"format":"fairdeal/1/export"}']))
    assert main(["verify", str(file)]) == 2
    assert "line 2" in capsys.readouterr().err
    packed = gzip.compress(b"\n".join(lines))
    for cut in (3, 15, len(packed) // 2):
        file.write_bytes(packed[:cut])
        assert main(["verify", str(file)]) == 2
        assert main(["replay", str(file)]) == 2


def test_a_server_that_refuses_to_write_gives_the_same_archive(
    archive: Path, client: Client, url: str
) -> None:
    """As a standby does, so an archive need not burden the primary."""
    read_only = f"{url}{'&' if '?' in url else '?'}options=-c%20default_transaction_read_only%3Don"
    with psycopg.connect(read_only) as connection, pytest.raises(ReadOnlySqlTransaction):
        connection.execute("CREATE TABLE written ()")
    publish(client, read_only, again := archive / "again")
    assert fairdeal(
        "listings", "check", DATABASE_URL=read_only, FAIRDEAL_SECRET=SECRET.decode()
    ).out.endswith(" differences\n")
    name = f"{month()}.ndjson.gz"
    assert (again / name).read_bytes() == (archive / name).read_bytes()


def test_a_month_that_is_not_over_has_no_archive(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert main(["publish", month(), "--out", str(tmp_path)], runtime=RUNTIME) == 1
    assert "not over" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["publish", "2026-13", "--out", str(tmp_path)], runtime=RUNTIME)


def test_private_tables_and_branches_are_in_no_archive(
    client: Client, owner: str, url: str, tmp_path: Path
) -> None:
    table: Opened = client.open(
        owner, game="skat", seats=PERSONS[:3], visibility="private", name="x"
    )
    client.play(table, Random(4))
    client.record(str(table.deal))
    client.sequence()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATABASE_URL", url)
        patch.setenv("FAIRDEAL_SECRET", SECRET.decode())
        published = month()
        with RUNTIME.ahead(LATER):
            assert main(["publish", published, "--out", str(tmp_path)], runtime=RUNTIME) == 0
    text = gzip.decompress((tmp_path / f"{month()}.ndjson.gz").read_bytes()).decode()
    assert str(table.deal) not in text
    assert microseconds(when(7)) == 7
