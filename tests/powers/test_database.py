"""Attacks by a superuser of the database, and who notices."""

from random import Random

import pytest
from psycopg.types.json import Jsonb

from events.translog.scrubber import UNLOGGED, WHOLE_LOG
from events.translog.sequencer import Sequencer
from events.translog.store import BrokenLog
from tests.api.playing import Opened
from tests.powers.conftest import Attacked

CHAINED_AGAIN = r"""
CREATE OR REPLACE FUNCTION chain_again(one uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE link bytea := sha256('fairdeal/1/genesis'::bytea || uuid_send(one)); each record;
BEGIN
    FOR each IN SELECT version, body FROM event WHERE stream_id = one ORDER BY version LOOP
        link := sha256('\x02'::bytea || link || sha256(each.body));
        UPDATE event SET hash = link WHERE stream_id = one AND version = each.version;
    END LOOP;
    UPDATE stream SET head = link WHERE stream_id = one;
END $$
"""


def deals_of(attacked: Attacked, table: Opened) -> list[str]:
    series = attacked.client.get(f"{table.path}/series", table.owner)
    return [line["deal"] for line in series["deals"]]


def faults_of(attacked: Attacked, table: Opened) -> dict[str, str]:
    series = attacked.client.get(f"{table.path}/series", table.owner)
    return {line["deal"]: line["fault"]["key"] for line in series["deals"] if line["fault"]}


def test_an_event_that_is_altered_and_chained_again(attacked: Attacked) -> None:
    """P1: the next load refuses the deal, and the scrubber names it to its table."""
    table = attacked.played(deals=3)
    first, second, *_ = deals_of(attacked, table)
    attacked.execute(CHAINED_AGAIN)
    attacked.execute(
        "UPDATE event SET body = convert_to(regexp_replace(convert_from(body, 'UTF8'),"
        """ '"at":([0-9]+)', '"at":1\\1'), 'UTF8') WHERE stream_id = %s AND version = 4""",
        first,
    )
    attacked.execute("SELECT chain_again(%s)", first)
    assert attacked.scrub() == {first}
    assert faults_of(attacked, table) == {first: "record-altered"}
    client = attacked.restart()
    answer = client.send("GET", f"/v1/deals/{first}", table.owner)
    assert answer.refusal == (500, "broken-record")
    assert client.get(f"/v1/deals/{second}", table.owner)["status"] == "over"
    assert len(deals_of(attacked, table)) > 2, "the table is shown all the same"


def test_a_deal_that_is_deleted(attacked: Attacked) -> None:
    """P3: the log knows it, so it is not "no such deal"."""
    table = attacked.played(deals=2, hints=True)
    first, second, *_ = deals_of(attacked, table)
    for name in ("event", "secret", "stream"):
        attacked.execute(f"DELETE FROM {name} WHERE stream_id = %s", first)  # noqa: S608
    assert attacked.scrub() == {first}
    client = attacked.restart()
    answer = client.send("GET", f"/v1/deals/{first}", table.owner)
    assert answer.refusal == (500, "broken-record")
    assert "deleted" in answer.json["detail"]
    assert faults_of(attacked, table) == {first: "record-missing"}
    assert client.get(f"/v1/deals/{second}", table.owner)["status"] == "over"


def test_a_hidden_card_that_is_altered_or_deleted(attacked: Attacked) -> None:
    """P2: a web that remembers the deal shows the true one, until the next load."""
    table = attacked.played(deals=2)
    first, second, *_ = deals_of(attacked, table)
    columns = "stream_id, version, slot"
    one = f"(SELECT {columns} FROM secret WHERE stream_id = %s ORDER BY {columns} LIMIT 1)"  # noqa: S608
    altered = "set_byte(payload, 20, 255 - get_byte(payload, 20))"
    attacked.execute(f"UPDATE secret SET payload = {altered} WHERE ({columns}) = {one}", first)  # noqa: S608
    attacked.execute(f"DELETE FROM secret WHERE ({columns}) = {one}", second)  # noqa: S608
    assert attacked.client.get(f"/v1/deals/{first}", table.owner)["status"] == "over"
    assert attacked.scrub() == {first, second}
    client = attacked.restart()
    answer = client.send("GET", f"/v1/deals/{first}?view=full", table.owner)
    assert answer.refusal == (500, "broken-record")
    assert faults_of(attacked, table) == {first: "record-altered", second: "record-altered"}


def test_events_that_are_kept_from_the_log(attacked: Attacked) -> None:
    """P4: the scrubber compares the rows of all streams with the log, too."""
    table = attacked.played()
    attacked.client.play(table, Random(1), moves=1)
    attacked.execute("DELETE FROM outbox")
    assert attacked.scrub() == {table.deal}
    [(fault,)] = attacked.execute("SELECT fault FROM record_fault")
    assert fault == UNLOGGED


def test_a_log_that_is_rewritten_without_its_key(attacked: Attacked) -> None:
    """P5: the scrubber and a starting sequencer verify the signature and the tree."""
    table = attacked.played(deals=2)
    first, *_ = deals_of(attacked, table)
    attacked.execute(CHAINED_AGAIN)
    attacked.execute("UPDATE event SET body = body || ' ' WHERE stream_id = %s", first)
    attacked.execute("SELECT chain_again(%s)", first)
    attacked.execute(
        "UPDATE feed f SET hash = e.hash FROM event e"
        " WHERE (e.stream_id, e.version) = (f.stream_id, f.version)"
    )
    assert str(WHOLE_LOG) in attacked.scrub()
    attacked.execute("UPDATE checkpoint SET root = sha256(root)")
    attacked.client.open()
    translog = attacked.client.context.translog
    with pytest.raises(BrokenLog, match="its last checkpoint is of another log"):
        Sequencer(translog.store, translog.key).advance()


def test_a_deal_that_is_said_to_be_archived(attacked: Attacked) -> None:
    """P6: the service does not notice; the answer names a file that nobody can show."""
    table = attacked.played(deals=2)
    first, *_ = deals_of(attacked, table)
    for name in ("event", "secret"):
        attacked.execute(f"DELETE FROM {name} WHERE stream_id = %s", first)  # noqa: S608
    place = {"archive": {"file": "2026-01/deals.ndjson", "sha256": "0" * 64, "hints": []}}
    attacked.execute(
        "UPDATE stream SET status = 'archived', summary = summary || %s WHERE stream_id = %s",
        Jsonb(place),
        first,
    )
    assert attacked.scrub() == set()
    answer = attacked.restart().send("GET", f"/v1/deals/{first}", table.owner)
    assert answer.refusal == (410, "archived")
    assert answer.json["values"] == {"month": "2026-01"}
