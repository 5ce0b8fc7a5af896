"""The contract is generated from the code, marks what is replaced, and is kept by the service."""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import g

from domain.games import GAMES
from service.access import keys
from service.access.credentials import GUEST_KINDS
from service.api.contract.document import contract_yaml, move_name
from service.api.contract.games import moves_of, part
from service.api.routes import NOTICE, announcing, replaced
from tests.api.contracts import contract
from tests.api.playing import GOAT, PERSONS, Client, log_everything
from tests.api.serving import Web
from tests.contexts import SECRET, opened_context
from tests.sampling import FULL

COMMITTED = Path(__file__).parents[2] / "openapi.yaml"
SCHEMATHESIS = Path(sys.executable).with_name("schemathesis")
SAMPLE = ("--phases", "examples,fuzzing", "--max-examples", "1")
EVERYTHING = ("--max-examples", os.environ.get("FUZZ_EXAMPLES", "15"))
"""All phases; so many requests that schemathesis makes up for an operation and a phase."""
LENGTH = EVERYTHING if FULL else SAMPLE
MOST_BYTES_OF_AN_OPERATION = 4_500
SCHEMES = ("apiKey", "seatToken", *(f"{scope}Token" for scope in GUEST_KINDS))


def test_the_committed_contract_is_the_generated_one() -> None:
    assert COMMITTED.read_text("utf-8") == contract_yaml(), "run `make openapi`"


def test_the_contract_is_small() -> None:
    number = len(operations()) + len(contract()["webhooks"])
    assert COMMITTED.stat().st_size <= MOST_BYTES_OF_AN_OPERATION * number


def operations() -> dict[str, dict[str, Any]]:
    return {
        f"{method} {path}": operation
        for path, methods in contract()["paths"].items()
        for method, operation in methods.items()
        if method != "parameters"
    }


@pytest.mark.parametrize("operation", operations().values(), ids=operations())
def test_every_operation_is_described(operation: dict[str, Any]) -> None:
    assert operation["operationId"]
    assert operation["summary"].endswith(".")
    assert operation.get("description", "Said by its summary.").endswith((".", ":"))
    assert any(status.startswith("2") for status in operation["responses"])
    if operation["security"]:
        assert "401" in operation["responses"]
    if "requestBody" in operation:
        assert {"400", "413", "415", "422"} <= operation["responses"].keys()


SCHEMAS = "#/components/schemas/"


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a part of the contract, without its examples."""
    if isinstance(value, list):
        for each in value:
            yield from objects(each)
    elif isinstance(value, dict):
        yield value
        for name, each in value.items():
            if name not in ("example", "examples"):
                yield from objects(each)


def of_answers(document: dict[str, Any]) -> dict[str, Any]:
    """The components that answers consist of, by their names."""
    answers: list[Any] = [operation["responses"] for operation in operations().values()]
    found, waiting = dict[str, Any](), [*answers, *document["components"]["responses"].values()]
    while waiting:
        for each in objects(waiting.pop()):
            reference = str(each.get("$ref", ""))
            name = reference.removeprefix(SCHEMAS)
            if reference.startswith(SCHEMAS) and name not in found:
                found[name] = document["components"]["schemas"][name]
                waiting.append(found[name])
    return found


def test_answers_may_have_more_fields() -> None:
    """Moves alone are closed: a client sends them back as it got them."""
    found = of_answers(contract())
    closed = {
        name
        for name, schema in found.items()
        if any(each.get("additionalProperties") is False for each in objects(schema))
    }
    moves = {move_name(part(game), word) for game in GAMES.values() for word in moves_of(game)}
    assert closed == moves
    inline = objects([operation["responses"] for operation in operations().values()])
    assert not [each for each in inline if each.get("additionalProperties") is False]


def test_constants_have_a_type_and_no_enumeration_beside_it() -> None:
    """Generators write a file of an enumeration."""
    constants = [each for each in objects(contract()["components"]) if "const" in each]
    assert len(constants) > len(GAMES)
    assert all(each["type"] == "string" for each in constants)
    assert not [each for each in constants if "enum" in each]


def test_what_the_service_sends_has_a_tag_of_its_own() -> None:
    document = contract()
    sent = {tag for each in document["webhooks"].values() for tag in each["post"]["tags"]}
    assert sent == {"news"} <= {tag["name"] for tag in document["tags"]}
    assert not sent & {tag for each in operations().values() for tag in each["tags"]}


def test_operations_have_names_of_their_own() -> None:
    names = [operation["operationId"] for operation in operations().values()]
    assert len(set(names)) == len(names)


@pytest.mark.long
@pytest.mark.parametrize("who", ["owner", "seat", "watcher", "reader", "nobody"])
def test_the_running_service_keeps_the_contract(
    who: str, web: Web, url: str, tmp_path: Path
) -> None:
    """Every check of schemathesis, on an existing table, with valid credentials and without."""
    with opened_context(url) as context:
        key = keys.create_key(context.credentials, name=who)
        opened = web.post("/v1/tables", key, {**GOAT, "seats": PERSONS})
        log_everything(context)
    table = opened["table"]
    admitted = web.post(f"/v1/tables/{table['id']}/watchers", key, {"name": "Screen"})
    reader = web.post(f"/v1/tables/{table['id']}/readers", key, {"name": "Archive"})
    credential = {
        "owner": key,
        "seat": opened["tokens"][0]["token"],
        "watcher": admitted["token"],
        "reader": reader["token"],
        "nobody": "key_of_nobody",
    }
    about = {"table": table["id"], "deal": table["deal"]["id"]}
    _explore(web, tmp_path, credential[who], **about)


@pytest.mark.long
@pytest.mark.parametrize("who", ["seat", "auditor"])
def test_it_does_so_once_a_deal_is_over(
    who: str, web: Web, database_client: Client, tmp_path: Path
) -> None:
    played = database_client.open()
    database_client.play(played, Random(5))
    admitted: Any = web.post(f"{played.path}/auditors", played.owner, {"name": "Judge"})
    credential = {"seat": played.tokens[0], "auditor": admitted["token"]}
    about = {"table": played.id, "deal": str(played.deal)}
    _explore(web, tmp_path, credential[who], **about)


def _explore(web: Web, tmp_path: Path, credential: str, *, table: str, deal: str) -> None:
    (tmp_path / "schemathesis.toml").write_text(
        "[parameters]\n"
        f'"path.table" = "{table}"\n'
        f'"path.deal" = "{deal}"\n'
        f'"query.stream" = "{deal}"\n'
        '"path.game" = "goat"\n'
        '"path.auditor" = "99"\n'
        '"path.watcher" = "99"\n'
        '"path.reader" = "99"\n'
        '"path.invitation" = "99"\n'
        '"path.dispute" = "99"\n'
        "[[operations]]\n"  # a closed table stays on record, and a seat can be taken again
        'include-path-regex = "^/v1/(tables|deals)/"\n'
        "checks.use_after_free.enabled = false\n"
        "[[operations]]\n"  # 99 was never made; a caller who rotated a key may have revoked it, too
        'include-path-regex = "/(auditors|watchers|readers|invitations|disputes|keys)/"\n'
        "checks.ensure_resource_availability.enabled = false\n"
        "[[operations]]\n"  # `at` or `move`: a schema that says so has no type in generated clients
        'include-name = "POST /v1/deals/{deal}/disputes"\n'
        "checks.positive_data_acceptance.enabled = false\n"
        + "".join(f'[auth.openapi.{scheme}]\nbearer = "{credential}"\n' for scheme in SCHEMES)
    )
    assert web.get("/openapi.yaml").status_code == 200, "made now: the program waits 10 s for it"
    done = subprocess.run(  # all checks are on; naming them here would override the file
        [
            *(SCHEMATHESIS, "--config-file", tmp_path / "schemathesis.toml", "run"),
            f"{web.url}/openapi.yaml",
            *(*LENGTH, "--seed", "7", "--no-color"),
            *("--suppress-health-check", "all", "--request-timeout", "60"),
        ],
        env={
            **os.environ,
            "SCHEMATHESIS_HOOKS": "tests.api.hooks",
            "PYTHONPATH": str(COMMITTED.parent),
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert SECRET.decode() not in web.logged()
    assert '"request.broken"' not in web.logged()


def test_a_request_that_uses_a_replaced_field_is_warned(client: Client) -> None:
    owner = client.key()
    warned = client.send("GET", "/v1/tables?open=true", owner)
    since = datetime.fromtimestamp(int(warned.headers["Deprecation"].removeprefix("@")), UTC)
    assert parsedate_to_datetime(warned.headers["Sunset"]) - since == NOTICE
    assert 'rel="deprecation"' in warned.headers["Link"]
    for path in ("/v1/tables", "/v1/tables?game=goat", "/v1/me"):
        answered = client.send("GET", path, owner)
        assert not {"Deprecation", "Sunset", "Link"} & {*answered.headers.keys()}


def test_the_contract_marks_it() -> None:
    (query,) = [
        each
        for each in contract()["paths"]["/v1/tables"]["get"]["parameters"]
        if each.get("name") == "open"
    ]
    assert query["deprecated"] is True


def test_an_operation_that_is_replaced_says_so_too(client: Client) -> None:
    def view() -> str:
        return "done"

    assert announcing(view, None) is view
    what = replaced(2027, 1, 31)
    with client.flask.application.app_context():
        assert announcing(view, what)() == "done"
        assert g.replaced == what
    assert what.headers()["Deprecation"] == "@1801353600"
    assert what.headers()["Sunset"] == "Mon, 31 Jan 2028 00:00:00 GMT"
