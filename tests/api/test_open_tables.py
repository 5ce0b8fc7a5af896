"""The limit on open tables of an owner, and which tables count as open."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from service.settings import Settings
from tests.api.playing import GOAT, PERSONS, Client, client_of
from tests.api.test_keys import make
from tests.api.test_rematches import given_up

pytestmark = pytest.mark.threads

LIMIT = 3


@pytest.fixture
def few(client: Client, settings: Settings) -> Client:
    """The API with a low limit on open tables."""
    context = replace(client.context, open_tables=LIMIT)
    return client_of(context, settings)


def post_table(client: Client, key: str, **more: Any) -> Any:
    headers = {"Idempotency_Key": more.pop("again")} if "again" in more else {}
    return client.send("POST", "/v1/tables", key, json={**GOAT, **more}, **headers)


def test_the_error_at_the_limit_of_an_owner_names_the_remedy(few: Client) -> None:
    key = few.key()
    opened = [few.open(key, seats=seats) for seats in ([], PERSONS[:1], PERSONS)]
    child = make(few, key)["key"]
    for each in (key, child):
        refused = post_table(few, each)
        assert (refused.status_code, refused.json["code"], refused.json["limit"]) == (
            409,
            "too-many-tables",
            3,
        )
        assert "close those that have not begun" in refused.json["detail"]
    assert post_table(few, few.key()).status_code == 201, "other owners have their own limit"
    few.delete(f"/v1/tables/{opened[0].id}", key)
    assert post_table(few, child).status_code == 201
    assert post_table(few, key).status_code == 409


def test_players_leave_their_owner_a_part(client: Client, settings: Settings) -> None:
    context = replace(client.context, open_tables=4)
    app = client_of(context, settings)
    table = given_up(app)
    branch = {"at": 3, "deal": "true"}
    path = f"/v1/deals/{table.deal}/branches"
    for expected in (201, 201, 201, 409):
        answer = app.send("POST", path, table.tokens[0], json=branch)
        assert answer.status_code == expected, answer.text
    assert answer.json["limit"] == 3
    assert post_table(app, table.owner).status_code == 201, (
        "the owner can still access their own table"
    )


def test_a_table_that_is_there_already_is_no_other(few: Client) -> None:
    key = few.key()
    first = [post_table(few, key, again=str(n)) for n in range(LIMIT)]
    for n, each in enumerate(first):
        again = post_table(few, key, again=str(n))
        assert (again.status_code, again.json) == (201, each.json)
    assert post_table(few, key, again="more").status_code == 409


def test_concurrent_openings_exceed_the_limit_by_their_number_at_most(few: Client) -> None:
    """It takes no lock; tables count as soon as they have been opened."""
    key, threads = few.key(), 4

    def ask(_: int) -> int:
        app = few.flask.application.test_client()
        headers = {"Authorization": f"Bearer {key}"}
        return app.post("/v1/tables", json=GOAT, headers=headers).status_code

    with ThreadPoolExecutor(threads) as pool:
        answers = list(pool.map(ask, range(12)))
    assert LIMIT <= answers.count(201) < LIMIT + threads
    assert answers[-1] == 409
    assert post_table(few, key).status_code == 409


def test_zero_is_any_number(few: Client, settings: Settings) -> None:
    context = replace(few.context, open_tables=0)
    client = client_of(context, settings)
    key = client.key()
    assert {post_table(client, key).status_code for _ in range(LIMIT + 2)} == {201}
