"""Each stream of both clients gives each event after a position once, from whatever position."""

import inspect
import json
from typing import Final
from urllib.parse import parse_qs, urlsplit

import pytest

from fairdeal_client import Client
from tests.clients import typescript
from tests.clients.scripted import Received, answer, replying, stream
from tests.clients.test_contract import CALLS

POSITIONS: Final = (1, 2, 5, 6, 9, 10)
NOW: Final = 6
"""The position after which a page begins that names none."""
ON_A_PAGE: Final = 2
STARTS: Final = (0, 1, 4, 9, 10)
METHODS: Final = {
    name: parameter.default
    for name in CALLS
    if (parameter := inspect.signature(getattr(Client, name)).parameters.get("after"))
}
"""The streams of the Python client that begin after a position, and which that is by default."""
OF_TYPESCRIPT: Final = (
    "c.events('d', AFTER)",
    "c.tableEvents('t', AFTER)",
    "c.notices(AFTER)",
    "c.allEvents({ after: AFTER })",
    "c.followLobby({}, AFTER)",
)
ALL_OF_TYPESCRIPT: Final = """
const all = [];
for (const after of [%s]) {
  const found = [];
  for await (const { position } of %s) found.push(position);
  all.push(found);
}
console.log(JSON.stringify(all));
"""


def breaking_streams(received: Received) -> bytes:
    """A log of events. Each stream breaks within its second event."""
    query = {name: int(value) for name, [value] in parse_qs(urlsplit(received.path).query).items()}
    accepted = received.headers.get("accept", "")
    if not accepted.startswith(("text/event-stream", "application/x-ndjson")):
        after = query.get("after", NOW)
        found = following(after)[: min(query.get("limit", ON_A_PAGE), ON_A_PAGE)]
        events = [{"position": each} for each in found]
        return answer(200, {"events": events, "position": max([after, *found])})
    found = following(int(received.headers["last-event-id"]))
    if not found:
        return answer(204)
    lines = [b'{"position": %d}\n' % each for each in found[:2]]
    if accepted.startswith("text/event-stream"):
        pairs = zip(found, lines, strict=False)
        lines = [b"id: %d\ndata: %b\n" % (position, line) for position, line in pairs]
    return stream(accepted, lines[0], *(line[:-3] for line in lines[1:]), whole=False)


def following(after: int) -> list[int]:
    return [each for each in POSITIONS if each > after]


@pytest.mark.parametrize("name", METHODS)
def test_each_event_after_a_position_comes_once(name: str) -> None:
    with replying(breaking_streams) as script, Client(script.url, "key_x") as client:
        call = getattr(client, name)
        for after in STARTS:
            found = [each["position"] for each in call(*CALLS[name], after=after)]
            assert found == following(after)
        begin = NOW if METHODS[name] is None else METHODS[name]
        assert [each["position"] for each in call(*CALLS[name])] == following(begin)


@pytest.mark.parametrize("call", OF_TYPESCRIPT)
def test_so_it_does_in_typescript(call: str) -> None:
    starts = ", ".join([*map(str, STARTS), "undefined"])
    code = ALL_OF_TYPESCRIPT % (starts, call.replace("AFTER", "after"))
    with replying(breaking_streams) as script:
        *found, by_default = json.loads(typescript.execute(script.url, "key_x", code))
    assert found == [following(each) for each in STARTS]
    assert by_default == following(NOW if "Lobby" in call else 0)
