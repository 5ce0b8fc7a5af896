"""Labels and notes of invitations leave the database with the invitation, or with the person."""

from typing import Any
from uuid import UUID

import pytest

from service.repository import StreamRepository
from tests.api.inviting import LABEL, NOTE, NOTED, REF, begun, invited, listed, sit, withdraw
from tests.api.playing import Client, Opened
from tests.api.test_erasure import columns_with, erasable, older
from tests.api.test_evidence import bundle_of, statuses
from tests.simulation.runtime import RUNTIME
from verifier.verdicts import FAILS

pytestmark = pytest.mark.database

assert older, "a fixture"
WORDS = (LABEL, NOTE, REF)


def gone(client: Client, url: str, table: Opened, other: StreamRepository) -> None:
    """Check that the database has nothing of the invited person, and the record is sound."""
    for word in WORDS:
        assert list(columns_with(url, word)) == []
        assert word not in repr(other.table(UUID(table.id)))
        assert word not in client.send("GET", f"{table.path}/events", table.owner).text
        assert word not in str(listed(client, table))
    client.sequence()
    bundle = bundle_of(client, f"{table.path}/bundle", table.owner)
    assert FAILS not in statuses(bundle).values()


def known(client: Client, table: Opened) -> StreamRepository:
    """Another process that remembers the table, with the notes."""
    other = StreamRepository(client.context.store, RUNTIME)
    assert LABEL in repr(other.table(UUID(table.id)))
    return other


def test_withdrawal_erases(client: Client, url: str) -> None:
    table = begun(client)
    invited(client, table, **NOTED)
    other = known(client, table)
    kept = erasable(url, table.id)
    assert withdraw(client, table).status_code == 204
    assert erasable(url, table.id) == kept - len(WORDS), "deleted, not only unreadable"
    gone(client, url, table, other)


def test_erasure_of_a_ref_withdraws_what_nobody_has_used(client: Client, url: str) -> None:
    table = begun(client)
    token = invited(client, table, **NOTED)["token"]
    stays = invited(client, table, ref="user-b")["token"]
    other = known(client, table)
    done = client.send("POST", "/v1/erasures", table.owner, json={"ref": REF})
    assert done.json == {"persons": 0, "tables": 1, "more": False}
    assert sit(client, table, token).refusal == (401, "unauthenticated")
    assert listed(client, table)[1]["name"] == LABEL
    client.send("POST", "/v1/erasures", table.owner, json={"ref": "user-b"})
    assert sit(client, table, stays).refusal == (401, "unauthenticated")
    gone(client, url, table, other)


def test_a_person_is_erased_with_the_invitation_and_others_are_not(
    client: Client, url: str
) -> None:
    table = begun(client)
    first = invited(client, table, ref="user-b")["token"]
    kept = erasable(url, table.id)
    token = invited(client, table, **NOTED)["token"]
    other = known(client, table)
    taken: Any = sit(client, table, token).json
    client.delete(f"{table.path}/seats/1/person", taken["token"])
    assert erasable(url, table.id) == kept, "deleted, not only unreadable"
    shown = listed(client, table)
    assert [(each["name"], each["ref"]) for each in shown] == [(LABEL, "user-b"), (None, None)]
    assert shown[1]["taken"] == 1
    assert sit(client, table, first).refusal == (409, "seat-taken")
    assert withdraw(client, table).status_code == 204
    gone(client, url, table, other)


def test_a_table_of_an_older_release_has_none(client: Client, older: Opened) -> None:
    refused = client.send("POST", f"{older.path}/invitations", older.owner, json={"name": LABEL})
    assert refused.refusal == (422, "invalid")
