"""What somebody with the database can do, as a superuser, and who notices."""

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
