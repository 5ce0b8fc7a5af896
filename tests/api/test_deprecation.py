"""A replaced operation says so in the contract and in headers, and what is not does not."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from flask import g

from service.api.deprecation import NOTICE, announcing, replaced
from tests.api.contracts import contract
from tests.api.playing import Client


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
