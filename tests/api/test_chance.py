"""Nothing in the environment of a real process chooses its chance or its time."""

import time
from pathlib import Path
from typing import Any

import pytest

from service.access.keys import create_key
from service.runtime import SYSTEM
from tests.api.playing import GOAT, PERSONS
from tests.api.serving import serving
from tests.clocks import Clock, build
from tests.contexts import opened_context
from tests.serving import on_linux

CHOSEN = {
    **dict.fromkeys(("SEED", "PYTHONHASHSEED", "ORDER", "FAIRDEAL_SEED", "RANDOM_SEED"), "1"),
    "FAIRDEAL_TESTS": "full",
    "FAIRDEAL_TEST_SESSION": "1",
    "PYTEST_CURRENT_TEST": "x (call)",
    "PYTEST_XDIST_WORKER": "gw0",
    "PYTEST_VERSION": "9",
    "TWINS": "1",
    "LAW_DEALS": "1",
    "SOURCE_DATE_EPOCH": "1800000000",
    "FAKETIME": "@2027-01-15 08:00:00",
}
"""Every variable of the tests, and such as other programs take for a seed or a time."""
SECOND = 1_800_000_000


def test_the_runtime_of_the_service_draws_from_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.token_bytes", lambda size: b"s" * size)
    assert SYSTEM.random_bytes(7) == b"s" * 7


@pytest.mark.long
@on_linux
def test_two_starts_at_the_same_second_draw_different_decks_ids_and_tokens(
    url: str, valkey_broker: str, tmp_path: Path
) -> None:
    clock = Clock(build(tmp_path), tmp_path / "clock")
    with opened_context(url, runtime=SYSTEM) as context:
        key = create_key(context.credentials, name="Ann")

    def started(folder: Path) -> dict[str, Any]:
        folder.mkdir()
        clock.set(SECOND - int(time.time()))
        environment = {**CHOSEN, **clock.environment()}
        with serving(url, valkey_broker, folder, **environment) as web:
            opened = web.post("/v1/tables", key, {**GOAT, "seats": PERSONS})
            table, tokens = opened["table"], [each["token"] for each in opened["tokens"]]
            path = f"/v1/deals/{table['deal']['id']}"
            hands = [web.get(path, token).json()["state"]["hands"] for token in tokens]
            request = web.get("/v1/games").headers["X-Request-Id"]
        return {
            "second": table["created_at"][:19],
            "table": table["id"],
            "deal": table["deal"]["id"],
            "tokens": tokens,
            "hands": hands,
            "request": request,
        }

    one, two = started(tmp_path / "one"), started(tmp_path / "two")
    assert one.pop("second")[:16] == two.pop("second")[:16], "the clock says the same"
    assert [name for name in one if one[name] == two[name]] == []
