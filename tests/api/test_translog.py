"""The log over the API: checks that a stranger can make with public answers alone."""

import time
from base64 import b64decode
from collections.abc import Generator
from typing import Any
from uuid import UUID

import psycopg
import pytest

from domain.fairness import tree
from events.translog.notes import Checkpoint, VerifierKey
from run.processes.metrics import look
from service.api import metrics
from service.api.app import create_app
from service.settings import Settings
from tests import servers
from tests.api.playing import Client, Opened
from tests.contexts import known_of, opened_context
from tests.simulation.runtime import RUNTIME

CONSISTENCY = "/v1/log/consistency?from={}&to={}"
PROOF = "/v1/log/inclusion?stream={}&version={}"


def checkpoint(client: Client) -> Checkpoint:
    """The last checkpoint, trusted only because of its signature."""
    key = VerifierKey.read(client.send("GET", "/v1/log/key").text.removesuffix("\n"))
    note = client.send("GET", "/v1/log/checkpoint").text
    said = Checkpoint.read(key.open(note))
    assert said.origin == key.name == "fairdeal.test/log"
    return said


def raw(hashes: list[str]) -> list[bytes]:
    return [bytes.fromhex(each) for each in hashes]


def is_included(shown: Any, root: bytes) -> bool:
    """Whether an answer proves that its leaf is in the log with this root."""
    leaf, path = bytes.fromhex(shown["leaf"]), raw(shown["path"])
    return tree.includes(
        leaf, index=shown["position"], size=shown["size"], path=path, expected=root
    )


def is_consistent(older: Any, newer: Any, shown: Any) -> bool:
    """Whether an answer proves that a checkpoint follows from another one."""
    old, new = {"old": older.size, "old_root": older.root}, {"size": newer.size}
    return tree.is_consistent(**old, **new, expected=newer.root, proof=raw(shown["proof"]))


def test_every_event_of_a_deal_and_its_table_is_in_the_log(client: Client, played: Opened) -> None:
    client.sequence()
    signed = checkpoint(client)
    for stream in (played.deal, played.id):
        records = client.context.store.load(UUID(stream), viewer="public")
        assert records
        for record in records:
            path = PROOF.format(stream, record.version)
            shown = client.get(f"{path}&size={signed.size}", played.owner)
            assert shown["log"] == signed.origin
            assert shown["size"] == signed.size
            entry = {"stream": stream, "version": record.version, "hash": record.hash.hex()}
            assert shown["entry"] == entry
            named = UUID(stream).bytes + record.version.to_bytes(4, "big") + record.hash
            assert tree.leaf_hash(named).hex() == shown["leaf"]
            assert is_included(shown, signed.root)


def test_the_log_only_grows(client: Client) -> None:
    seen = []
    for _ in range(4):
        client.open()
        client.sequence()
        seen.append(checkpoint(client))
    for older in seen:
        for newer in seen:
            answer = client.send("GET", CONSISTENCY.format(older.size, newer.size))
            if older.size > newer.size:
                assert answer.status_code == 404
                continue
            assert (answer.json["from"], answer.json["to"]) == (older.size, newer.size)
            assert tree.is_consistent(
                old=older.size,
                old_root=older.root,
                size=newer.size,
                expected=newer.root,
                proof=raw(answer.json["proof"]),
            )
            assert answer.headers["Cache-Control"] == "public, max-age=86400, immutable"


def test_a_size_that_was_not_signed_here_has_a_proof_of_what_the_log_has(client: Client) -> None:
    """A client whose checkpoint is of a log that was lost sees what came in its place."""
    client.open()
    client.sequence()
    signed = checkpoint(client)
    leaves = raw(client.get(f"/v1/log/entries?limit={signed.size}")["leaves"])
    for old in range(1, signed.size + 1):
        shown = client.get(CONSISTENCY.format(old, signed.size) + "&root=true")
        assert bytes.fromhex(shown["root"]) == tree.root(leaves[:old])
        older = Checkpoint(signed.origin, old, bytes.fromhex(shown["root"]))
        assert is_consistent(older, signed, shown)
        assert not is_consistent(older._replace(root=bytes(32)), signed, shown)
    assert "root" not in client.get(CONSISTENCY.format(signed.size, signed.size))


def test_the_root_can_be_computed_from_public_data(client: Client) -> None:
    client.open()
    client.sequence()
    leaves: list[bytes] = []
    signed = checkpoint(client)
    while page := client.get(f"/v1/log/entries?from={len(leaves)}&limit=7")["leaves"]:
        leaves += raw(page)
    assert len(leaves) == signed.size
    assert tree.root(leaves) == signed.root
    assert client.get("/v1/log/entries")["leaves"] == [leaf.hex() for leaf in leaves[:100]]


def test_a_stranger_learns_of_no_table(client: Client) -> None:
    """Neither the ids of a private table and its deal, nor a hash of its events."""
    table = client.open(visibility="private")
    size = client.sequence()
    answers = [
        client.send("GET", path)
        for path in (
            *("/v1/log/checkpoint", "/v1/log/key", f"/v1/log/entries?from={max(size - 90, 0)}"),
            CONSISTENCY.format(size, size),
        )
    ]
    for stream in (table.id, str(table.deal)):
        for record in client.context.store.load(UUID(stream), viewer="public"):
            for answer in answers:
                assert answer.status_code == 200
                assert stream not in answer.text
                assert record.hash.hex() not in answer.text
        shown: Any = client.send("GET", PROOF.format(stream, 1), client.key()).json
        assert shown["code"] == "not-found"


def test_an_event_is_logged_a_moment_later(client: Client) -> None:
    client.open()
    before = client.sequence()
    table = client.open()
    answer = client.send("GET", PROOF.format(table.deal, 1), table.owner)
    assert answer.refusal == (409, "not-logged")
    client.sequence()
    assert client.get(PROOF.format(table.deal, 1), table.owner)["path"]
    of_before = client.send("GET", f"{PROOF.format(table.deal, 1)}&size={before}", table.owner)
    assert of_before.json["code"] == "not-logged", "that log did not have it"
    assert client.send("GET", PROOF.format(table.deal, 999), table.owner).status_code == 409


def test_sizes_that_were_never_signed_have_no_proofs(client: Client, table: Opened) -> None:
    size = client.sequence()
    for path in (
        CONSISTENCY.format(size, size + 1),
        CONSISTENCY.format(size + 1, size),
        f"{PROOF.format(table.deal, 1)}&size={size + 1}",
        f"{PROOF.format(table.deal, 1)}&size={size - 1}",
    ):
        assert client.send("GET", path, table.owner).status_code == 404


def test_a_checkpoint_that_is_known_is_not_sent_again(client: Client) -> None:
    client.open()
    client.sequence()
    answer = client.send("GET", "/v1/log/checkpoint")
    assert answer.content_type == "text/plain; charset=utf-8"
    assert answer.headers["Cache-Control"] == "public, no-cache"
    etag = answer.headers["ETag"]
    assert etag.startswith("W/"), "as all others"
    again = client.send("GET", "/v1/log/checkpoint", If_None_Match=etag)
    assert (again.status_code, again.data) == (304, b"")
    client.open()
    client.sequence()
    assert client.send("GET", "/v1/log/checkpoint", If_None_Match=etag).status_code == 200


def test_proofs_of_a_size_may_be_kept(client: Client, table: Opened) -> None:
    size = client.sequence()
    path = PROOF.format(table.deal, 1)
    now = client.send("GET", path, table.owner)
    assert now.headers["Cache-Control"] == "private, no-cache"
    kept = client.send("GET", f"{path}&size={size}", table.owner)
    assert kept.headers["Cache-Control"] == "private, max-age=86400, immutable"
    assert kept.headers["Vary"] == "Authorization"
    assert kept.json == now.json


# --- A separate log, which may be corrupted -------------------------------------------------------


@pytest.fixture
def own(embedded_postgres: str) -> Generator[tuple[Client, psycopg.Connection]]:
    """A client of an empty database, and its owner, with triggers disabled."""
    with servers.fresh_database(embedded_postgres) as url, opened_context(url) as context:
        app = create_app(context, Settings(database_url=url))
        with psycopg.connect(url, autocommit=True) as owner:
            owner.execute("SET session_replication_role = replica")
            yield Client(app.test_client(), context), owner


Own = tuple[Client, psycopg.Connection]


def test_before_the_first_checkpoint_there_is_none(own: Own) -> None:
    client, _ = own
    table = client.open()
    for path in ("/v1/log/checkpoint", CONSISTENCY.format(0, 0), PROOF.format(table.deal, 1)):
        assert client.send("GET", path, table.owner).status_code == 404
    assert client.get("/v1/log/entries")["leaves"] == []
    status = client.get("/readyz")["log"]
    assert status["size"] is None
    assert status["waiting"] > 1
    waited = time.time() - RUNTIME.now() / 1_000_000
    assert abs(status["behind_seconds"] - waited) < 3600, "by the clock of the database"
    client.sequence()
    assert client.get("/readyz")["log"]["waiting"] == 0


def test_a_record_that_does_not_hold_is_seen_and_not_signed(own: Own) -> None:
    client, owner = own
    table, sound = client.open(), client.open()
    owner.execute("UPDATE event SET body = body || ' ' WHERE stream_id = %s", [table.deal])
    client.sequence()
    status = client.get("/readyz")["log"]
    assert (status["waiting"], status["broken_streams"]) == (0, 1)
    context = client.context
    look(known_of(context), at=RUNTIME.now())
    page = metrics.page().decode()
    assert 'fairdeal_log{what="broken_streams"} 1.0' in page
    assert f'fairdeal_log{{what="size"}} {status["size"]:.1f}' in page
    assert client.send("GET", PROOF.format(table.id, 1), table.owner).status_code == 200
    assert client.send("GET", PROOF.format(sound.deal, 1), sound.owner).status_code == 200
    assert client.context.translog.store.position(UUID(str(table.deal)), 1) is None


@pytest.mark.parametrize(
    "spoiling",
    [
        "UPDATE feed SET hash = sha256(hash)",
        "DELETE FROM feed WHERE position = 1",
        "UPDATE checkpoint SET root = sha256(root)",
    ],
)
def test_a_proof_that_does_not_fit_is_not_given_out(own: Own, spoiling: str) -> None:
    client, owner = own
    table = client.open()
    first = client.sequence()
    client.open()
    size = client.sequence()
    owner.execute(spoiling.encode())
    for path in (PROOF.format(table.id, 1), CONSISTENCY.format(first, size)):
        assert client.send("GET", path, table.owner).refusal == (500, "broken-record")


def test_the_key_is_an_ed25519_key_in_its_text_form(client: Client) -> None:
    name, key_id, key = client.send("GET", "/v1/log/key").text.rstrip("\n").split("+", 2)
    assert name == "fairdeal.test/log"
    assert len(bytes.fromhex(key_id)) == 4
    assert b64decode(key)[:1] == b"\x01"
    assert len(b64decode(key)) == 33
