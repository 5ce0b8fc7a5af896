"""Both clients keep the newest checkpoint of the log, and say what became of it."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from domain.fairness import tree
from events.translog.notes import SigningKey
from events.translog.store import Break, StoredCheckpoint
from fairdeal_client import Client
from tests.clients import typescript
from tests.clients.scripted import Script, answer, scripted
from tests.events.making import KEY
from tests.verifier.test_forks import HONEST, evidence, forked, note

Check = Callable[[Script, int], list[Any]]
SEEN = 9
ANEW = SigningKey("example.com/anew", bytes(32))


def in_python(script: Script, sessions: int) -> list[Any]:
    with Client(script.url, "seat_x") as client:
        reports = [client.check_log() for _ in range(sessions)]
    return [[each.status, each.text, each.evidence] for each in reports]


def in_typescript(script: Script, sessions: int) -> list[Any]:
    code = f"""
    const found = [];
    for (let at = 0; at < {sessions}; at++) found.push(await c.checkLog());
    const lines = found.map((each) => [each.status, each.text, each.evidence ?? null]);
    console.log(JSON.stringify(lines));
    """
    made: list[Any] = json.loads(typescript.execute(script.url, "seat_x", code))
    return made


each_client = pytest.mark.parametrize(
    "check", [in_python, in_typescript], ids=["python", "typescript"]
)


def text(body: str) -> bytes:
    raw = body.encode()
    head = f"HTTP/1.1 200 X\r\nContent-Length: {len(raw)}\r\nConnection: close\r\n"
    return f"{head}Content-Type: text/plain; charset=utf-8\r\n\r\n".encode() + raw


def session(leaves: list[bytes], *more: bytes, key: SigningKey = KEY) -> list[bytes]:
    return [text(f"{key.verifier}\n"), text(note(leaves, key=key)), *more]


def proof(old: int, leaves: list[bytes]) -> bytes:
    shown = evidence(old, leaves)
    kept = {name: shown[name] for name in ("root", "proof")}
    return answer(200, {"log": KEY.name, "from": old, "to": len(leaves), **kept})


@each_client
@pytest.mark.parametrize("seen", [SEEN, 8], ids=["any size", "a power of two"])
def test_a_fork_is_noticed_with_its_evidence(check: Check, seen: int) -> None:
    """Again and again: its checkpoint takes no other one's place."""
    other = forked(4)
    replies = session(other, proof(seen, other))
    with scripted(*session(HONEST[:seen]), *replies, *replies) as script:
        (first, _, _), (status, said, kept), again = check(script, 3)
    assert (first, status) == ("first", "forked")
    assert again == [status, said, kept]
    assert f"24 entries that do not begin with the {seen} entries" in said
    assert kept == evidence(seen, other)


@each_client
def test_a_log_that_grows_is_kept(check: Check) -> None:
    replies = (
        *session(HONEST[:SEEN]),
        *session(HONEST[:12], proof(SEEN, HONEST[:12])),
        *session(HONEST, proof(12, HONEST)),
        *session(HONEST),
    )
    with scripted(*replies) as script:
        found = check(script, 4)
    assert [each[0] for each in found] == ["first", *["holds"] * 3]
    paths = [each.path for each in script.received if "consistency" in each.path]
    assert "from=9&to=12" in paths[0]
    assert "from=12&to=24" in paths[1]


@each_client
def test_what_proves_nothing_is_not_called_a_fork(check: Check) -> None:
    lost = answer(404, {"code": "not-found", "title": "", "detail": ""})
    replies = (
        *session(HONEST[:SEEN]),
        *session(HONEST[:5]),
        *session(forked(4), lost),
        *session(HONEST[:SEEN]),
    )
    with scripted(*replies) as script:
        found = check(script, 4)
    assert [each[0] for each in found] == ["first", "smaller", "unproved", "holds"]
    assert found[1][2] == evidence(SEEN, HONEST[:5], root=None, proof=[])


@each_client
def test_two_contents_of_one_size_are_a_fork(check: Check) -> None:
    with scripted(*session(HONEST), *session(forked(4)) * 2) as script:
        found = check(script, 3)
    assert [each[0] for each in found] == ["first", "forked", "forked"]


@each_client
@pytest.mark.parametrize("is_stated", [True, False])
def test_a_log_that_was_begun_anew_has_its_reason(check: Check, *, is_stated: bool) -> None:
    """The break counts if the key of the new log has signed it."""
    tip = StoredCheckpoint(7, tree.root(HONEST[:7]), note(HONEST[:7]))
    begun = Break(1, ANEW.name, KEY.name, tip, None, 0, "The disk failed.")
    signed = ANEW.sign(begun.text if is_stated else begun._replace(ended="another").text)
    said = {
        "log": ANEW.name,
        "at": "2026-01-15T08:00:00Z",
        "reason": begun.reason,
        "ended": {"log": KEY.name, "size": 7, "checkpoint": tip.note},
        "published": None,
        "statement": signed,
    }
    key, checkpoint = session(HONEST[:7], key=ANEW)
    breaks = answer(200, {"breaks": [said]})
    anew = (key, breaks, checkpoint) if check is in_python else (key, checkpoint, breaks)
    with scripted(*session(HONEST[:SEEN]), *anew) as script:
        (_, (status, words, kept)) = check(script, 2)
    assert kept is None
    assert status == ("begun-anew" if is_stated else "first")
    assert ("The disk failed." in words and "2 entries" in words) == is_stated


@each_client
def test_a_checkpoint_of_another_key_is_refused(check: Check) -> None:
    key, _ = session(HONEST)
    with scripted(key, text(note(HONEST, key=ANEW))) as script, pytest.raises(Exception):  # noqa: B017, PT011
        check(script, 1)
