"""The projection by party equals the folds of the streams, whatever has happened at the tables."""

from collections.abc import Callable
from random import Random
from typing import Any, LiteralString
from uuid import UUID, uuid4

import psycopg
import pytest

from domain.table.guests import AUDITOR
from events.postgres import open_pool
from events.translog.postgres import PostgresLog, _Turn
from events.translog.sequencer import Sequencer
from events.translog.store import LogBatch
from run.cli import main
from service.access.credentials import GuestHolder, SeatHolder
from service.commands import Command
from service.deals import seeds
from service.disputes.use_cases import open_dispute, rule_dispute
from service.lists.listings import DEAL_LISTED, TABLE_LISTED
from tests.api.playing import PERSONS, Client, Opened
from tests.api.test_disputes import finished
from tests.api.test_seeds import opened as waiting_for_seeds
from tests.contexts import SECRET
from tests.sampling import cases
from tests.simulation.runtime import RUNTIME

TABLES = cases(sample=14, full=100)
SKAT: dict[str, Any] = {"game": "skat", "options": {}}
"""A deal that all players pass ends after three passes."""
DAMAGE = (
    b"UPDATE listing SET status = 'playing' WHERE status = 'over'",
    b"DELETE FROM party_listing WHERE party IN (SELECT party FROM party LIMIT 1)",
    b"DELETE FROM party_position WHERE position = 3",
    b"DELETE FROM party WHERE party IN (SELECT party FROM party LIMIT 1)",
    b"DELETE FROM dispute WHERE number = 1",
    b"UPDATE dispute SET status = 'ruled' WHERE status = 'open'",
)
PROJECTION = ("listing", "party", "party_listing", "party_position", "dispute")


def stored(url: str) -> dict[str, list[Any]]:
    """All rows of the projection."""
    with psycopg.connect(url) as connection:
        return {
            table: sorted(map(repr, connection.execute(f"TABLE {table}".encode())))
            for table in PROJECTION
        }


class Tables:
    """Random tables, at which random things happen."""

    def __init__(self, client: Client, chance: Random, patch: pytest.MonkeyPatch) -> None:
        self.client, self.chance, self.patch = client, chance, patch
        self.keys = [client.key() for _ in range(3)]
        self.tables: list[Opened] = []

    def act(self) -> None:
        acts: list[Callable[[], None]] = [self._play, self._leave, self._sit, self._sit]
        acts += [self._close, self._resign, self._void, self._branch, self._rematch]
        acts += [self._dispute]
        self.chance.choice(acts)()

    def open(self) -> None:
        if self.chance.random() < 0.3:
            self.tables.append(waiting_for_seeds(self.client, visibility="private"))
            return
        wanted = {"seats": PERSONS[: self.chance.choice([0, 1, 2, 3, 3, 3])], **SKAT}
        visibility = self.chance.choice(["public", "private"])
        owner = self.chance.choice(self.keys)
        noted = self.chance.choice([{}, {"ref": "match-1", "metadata": {"season": "2026"}}])
        self.tables.append(self.client.open(owner, visibility=visibility, **wanted, **noted))

    def _table(self) -> Opened:
        table = self.chance.choice(self.tables)
        deal = self.client.get(table.path, table.owner)["deal"]
        table.deal = deal["id"] if deal else table.deal
        return table

    def _sit(self) -> None:
        table, key = self._table(), self.chance.choice(self.keys)
        seat = self.chance.randrange(3)
        path = f"{table.path}/seats/{seat}"
        answer = self.client.send("PUT", path, key, json={"name": f"P{seat}"})
        if answer.status_code == 201:
            table.tokens[seat] = answer.json["token"]

    def _leave(self) -> None:
        table, seat = self._table(), self.chance.randrange(3)
        if seat in table.tokens:
            self.client.send("DELETE", f"{table.path}/seats/{seat}", table.tokens[seat])

    def _play(self) -> None:
        table = self._table()
        if table.deal and len(table.tokens) == 3:
            shown = self.client.get(table.deal_path, table.owner)
            if shown["status"] == "playing" and shown["to_act"] is not None:
                self.client.play(table, self.chance, moves=self.chance.choice([1, 5, 100]))
            self.client.record(table.deal)

    def _resign(self) -> None:
        table = self._table()
        if table.deal and table.tokens:
            seat = self.chance.choice(sorted(table.tokens))
            self.client.send("POST", f"{table.deal_path}/resignation", table.tokens[seat])
            self.client.record(table.deal)

    def _dispute(self) -> None:
        """Dispute each deal of some tables; one dispute of a table in two is ruled."""
        for table in self.chance.sample(self.tables, k=1 + len(self.tables) // 2):
            path = table.path
            for deal in self.client.get(f"{path}/series", table.owner)["deals"] * bool(
                table.tokens
            ):
                token = self.chance.choice(sorted(table.tokens.values()))
                claim = {"at": 1, "claim": "deal", "text": "They had them all."}
                self.client.send("POST", f"/v1/deals/{deal['deal']}/disputes", token, json=claim)
            known = f"/v1/disputes?table={table.id}"
            disputes = self.client.get(known, table.owner)["disputes"]
            if disputes and self.chance.random() < 0.5:
                self._rule(table, self.chance.choice(disputes))

    def _rule(self, table: Opened, dispute: dict[str, Any]) -> None:
        path, wanted = f"{table.path}/auditors", {"name": "Elder"}
        made = self.client.send("POST", path, table.owner, json=wanted)
        if made.status_code == 201:
            path = f"/v1/deals/{dispute['deal']}/disputes/{dispute['dispute']}/ruling"
            ruling = {"ruling": "dismissed", "text": "No."}
            self.client.send("POST", path, made.json["token"], json=ruling)

    def void(self) -> None:
        """Open a table that waits for seeds, and let their time be over."""
        self.tables.append(waiting_for_seeds(self.client))
        self._void(self.tables[-1])

    def delayed(self) -> None:
        """Open a table that strangers see late; another key takes a seat there and leaves it."""
        owner, other, *_ = self.keys
        terms = {"visibility": "public", "watch_delay": 60, "seats": PERSONS[:1], **SKAT}
        self.tables.append(table := self.client.open(owner, **terms))
        self.client.sit(table, 1, other)
        self.client.delete(f"{table.path}/seats/1", table.tokens.pop(1))

    def _void(self, table: Opened | None = None) -> None:
        table = table or self._table()
        if table.deal:
            with RUNTIME.ahead(61):
                seeds.void_late_deal(self.client.context, UUID(table.deal))

    def _close(self) -> None:
        if self.chance.random() < 0.3:
            table = self._table()
            self.client.send("DELETE", table.path, table.owner)

    def _branch(self) -> None:
        table = self._table()
        seats = [{"name": f"Again {seat}"} for seat in range(3)]
        body = {"at": 4, "deal": "true", "seats": seats}
        made = self.client.send("POST", f"{table.deal_path}/branches", table.owner, json=body)
        if made.status_code == 201:
            shown = made.json
            tokens = {each["seat"]: each["token"] for each in shown["tokens"]}
            self.tables.append(Opened(shown["table"]["id"], None, tokens, table.owner))

    def _rematch(self) -> None:
        table = self._table()
        made = self.client.send("POST", f"{table.path}/rematch", table.owner, json={})
        if made.status_code == 201:
            self.tables.append(Opened(made.json["table"]["id"], None, {}, table.owner))


def evening(client: Client, owner: str) -> str:
    """A tournament whose first round is called; its id."""
    terms = {"game": "durak", "name": "Club evening", "format": "lot", "visibility": "public"}
    noted = {"ref": "evening-7", "metadata": {"season": "2026"}}
    shown = client.post("/v1/tournaments", owner, {**terms, **noted})
    for name in ("Ann", "Bob"):
        player = {"name": name, "ref": f"user-{name}"}
        client.post(f"/v1/tournaments/{shown['id']}/players", owner, player)
    client.post(f"/v1/tournaments/{shown['id']}/rounds", owner, {})
    return str(shown["id"])


def test_the_projection_equals_the_folds(
    database_client: Client, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = database_client

    def command(what: str) -> int:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("DATABASE_URL", url)
            patch.setenv("FAIRDEAL_SECRET", SECRET.decode())
            return main(["listings", what])

    chance = Random(7)
    tables = Tables(client, chance, monkeypatch)
    translog = client.context.translog
    for _ in range(TABLES):
        tables.open()
        for _ in range(12):
            tables.act()
            if chance.random() < 0.2:
                limit = chance.choice([1, 3, 50])
                Sequencer(translog.store, translog.key, limit=limit).advance()
    tables.void()
    tables.delayed()
    evening(client, tables.keys[0])
    client.sequence()
    assert command("check") == 0
    kept = stored(url)
    for damage in DAMAGE:
        with psycopg.connect(url) as connection:
            connection.execute(damage)
        assert command("check") == 1, damage
        assert command("rebuild") == 0
        assert stored(url) == kept
    assert all(map(kept.get, PROJECTION))
    shown = {status for status in (*TABLE_LISTED, *DEAL_LISTED) if f"'{status}'" in str(kept)}
    assert shown == {*TABLE_LISTED, *DEAL_LISTED}
    assert all(status in str(kept["dispute"]) for status in ("open", "ruled"))


READ: LiteralString = """
SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint
FROM pg_stat_xact_user_tables, pg_stat_force_next_flush()
WHERE relname NOT IN ('sequencer', 'outbox', 'log_fault')
"""
"""The rows that a transaction has read from tables which grow; the next one counts from zero."""


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The rows that each batch of a sequencer has read."""
    counted: list[int] = []

    def put(turn: Any, batch: LogBatch) -> None:
        before(turn, batch)
        counted.extend(rows for (rows,) in turn._ask(READ))

    before = _Turn.put
    monkeypatch.setattr(_Turn, "put", put)
    return counted


def test_a_batch_reads_as_many_rows_however_much_is_in_the_log(
    url: str, database_client: Client, read: list[int]
) -> None:
    """Also by plans that were made when the log was short and PostgreSQL knew it."""
    client = database_client
    with open_pool(url, size=1) as pool:
        sequencer = Sequencer(PostgresLog(pool), client.context.translog.key)
        sequencer.advance()
        for opened in range(24):
            if opened == 2:
                with psycopg.connect(url, autocommit=True) as connection:
                    connection.execute("VACUUM ANALYZE")
            client.open()
            assert sequencer.advance().logged > 0
    assert 0 < max(read[-4:]) <= max(read[8:12])


def test_a_batch_reads_as_many_rows_however_many_disputes_a_table_has(
    url: str, database_client: Client, read: list[int]
) -> None:
    client = database_client
    context, table = client.context, finished(client)
    assert table.deal is not None
    judge = GuestHolder(UUID(table.id), AUDITOR, 1)
    client.guest(table, "auditor")
    deal, seat = UUID(table.deal), SeatHolder(UUID(table.id), 0)
    with open_pool(url, size=1) as pool:
        sequencer = Sequencer(PostgresLog(pool), context.translog.key)
        while sequencer.advance().logged:
            pass
        for number in range(1, 41):
            by = Command(uuid4(), seat.actor)
            claim: Any = {"claim": "score", "text": "Mine.", "limit": 400, "at": 1}
            open_dispute(context, seat, deal, **claim, command=by)
            assert sequencer.advance().logged == 1
            by = Command(uuid4(), judge.actor)
            ruling: Any = {"ruling": "dismissed", "adjustment": (), "text": "No."}
            rule_dispute(context, judge, deal, number, **ruling, command=by)
            assert sequencer.advance().logged == 1
    assert 0 < max(read[-8:]) <= max(read[4:12])
    shown = client.get(f"/v1/disputes?status=ruled&table={table.id}&limit=100", table.owner)
    assert [each["dispute"] for each in shown["disputes"]] == [*range(40, 0, -1)]
