"""The checks of a campaign find what is lost, doubled or changed."""

import time
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any, cast
from uuid import UUID

import httpx
import orjson
import pytest

from domain.fairness import tree
from events.translog.notes import Checkpoint, SigningKey
from fairdeal_client import Client, SeriesShown
from lab.campaign import hooks
from lab.campaign.checkpoints import Checkpoints
from lab.campaign.checks import move_differences, series_differences, stream_differences
from lab.campaign.hooks import Hook
from lab.campaign.load import Acknowledged
from service.webhooks.sending import signer
from tests import plain
from tests.webhooks.receiving import Received

OWN = "seat:0"
KEYS = signer(b"a secret of the tests, 32 bytes.", UUID(int=1))
LOG_KEY = SigningKey("cards.example/log", b"1" * 32)
LEAVES = [tree.leaf_hash(bytes([number])) for number in range(9)]


# --- Moves, streams and series ------------------------------------------------------------------


def event(position: int, actor: str = OWN, **more: Any) -> dict[str, Any]:
    return {"position": position, "command": position, "actor": actor, "schema": 1, **more}


EVENTS = [event(1, "system"), event(2, card="7c"), event(3, "bot:easy"), event(4, card="8c")]
MOVES = [Acknowledged("deal", each["position"], each) for each in (EVENTS[1], EVENTS[3])]


@pytest.mark.parametrize(
    ("acknowledged", "events", "said"),
    [
        (MOVES, EVENTS, ()),
        (MOVES, EVENTS[:3], ("the acknowledged move 4 is not in the record",)),
        (MOVES, [*EVENTS[:3], event(4, card="9c")], ("move 4 is not in the record",)),
        ([*MOVES, MOVES[0]], EVENTS, ("move 2 was acknowledged twice",)),
        (MOVES, [*EVENTS, event(5)], ("moves [5] are in the record",)),
    ],
    ids=("right", "lost", "changed", "twice", "unknown"),
)
def test_moves(
    acknowledged: list[Acknowledged], events: list[dict[str, Any]], said: Sequence[str]
) -> None:
    found = list(move_differences("deal", acknowledged, events))
    assert len(found) == len(said)
    assert all(part in each for part, each in zip(said, found, strict=True))


@pytest.mark.parametrize(
    ("streamed", "is_right"),
    [
        (EVENTS, True),
        (EVENTS[:2], False),
        ([*EVENTS[:2], *EVENTS[3:]], False),
        ([*EVENTS[:2], *EVENTS[1:]], False),
        ([*EVENTS, event(5)], False),
    ],
    ids=("whole", "without its end", "lost", "doubled", "invented"),
)
def test_streams(streamed: list[dict[str, Any]], *, is_right: bool) -> None:
    assert (not [*stream_differences("deal", streamed, EVENTS)]) is is_right


@pytest.mark.parametrize(
    ("deals", "said"),
    [
        ([(1, "a", {}), (2, "b", None)], ()),
        ([(1, "a", {}), (3, "b", None)], ("the numbers [1, 3]",)),
        ([(1, "a", {})], ("b is there 0 times",)),
        ([(1, "a", {}), (2, "b", None), (3, "b", None)], ("b is there 2 times",)),
        ([(1, "a", None), (2, "b", None)], ("a is over, and has no result",)),
    ],
    ids=("right", "left out", "lost", "doubled", "not counted"),
)
def test_series(deals: Sequence[tuple[int, str, Any]], said: Sequence[str]) -> None:
    listed = [{"number": n, "deal": deal, "result": result} for n, deal, result in deals]
    series = cast("SeriesShown", {"table": "table", "deals": listed})
    found = list(series_differences(series, {"a", "b"}, {"a"}))
    assert len(found) == len(said)
    assert all(part in each for part, each in zip(said, found, strict=True))


# --- Webhooks -----------------------------------------------------------------------------------


def notice(position: int, table: str = "one") -> dict[str, Any]:
    about = {"position": position, "table": table, "seat": 0}
    return {"type": "turn.started", "at": "2026-01-01T00:00:00Z", **about}


def delivery(position: int, table: str = "one", **changed: Any) -> Received:
    data = {"position": position, "table": table, "seat": 0, "version": 7, **changed}
    body = orjson.dumps({"type": "turn.started", "data": data}).decode()
    return Received("/hook", KEYS.headers(f"m-{position}", body, at=1_800_000_000), body)


NOTICES = [notice(1), notice(2, "two"), notice(4)]
RIGHT = [delivery(1), delivery(2, "two"), delivery(4)]


@pytest.mark.parametrize(
    ("came", "said"),
    [
        (RIGHT, None),
        ([RIGHT[1], RIGHT[0], RIGHT[2], RIGHT[0]], None),
        (RIGHT[:2], "was not delivered"),
        ([*RIGHT[1:], RIGHT[0]], "came after a later one of its table"),
        ([*RIGHT, delivery(5)], "is not as in the notices"),
        ([*RIGHT[:2], delivery(4, seat=1)], "is not as in the notices"),
        ([*RIGHT[:2], RIGHT[2]._replace(body=RIGHT[2].body + " ")], "signature of m-4 is wrong"),
    ],
    ids=("right", "other tables, repeated", "lost", "late", "invented", "changed", "forged"),
)
def test_webhooks(came: list[Received], said: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "LATEST", 0.0)
    found = list(Hook(cast("Client", Owner(NOTICES)), KEYS.public_key, came).wrong(()))
    if said is None:
        assert found == []
    else:
        [only] = found
        assert said in only


def test_a_finished_deal_without_a_notice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "LATEST", 0.0)
    finished = {**notice(1), "type": "deal.finished", "deal": "a"}
    body = orjson.dumps({"type": "deal.finished", "data": {**finished, "version": 7}}).decode()
    came = [Received("/hook", KEYS.headers("m-1", body, at=1_800_000_000), body)]
    hook = Hook(cast("Client", Owner([finished])), KEYS.public_key, came)
    assert not [*hook.wrong(["a"])]
    assert [*hook.wrong(["a", "b"])] == ["no notice says that b is finished"]


class Owner:
    """The client of an owner with these notices, of which a page has two."""

    def __init__(self, notices: Sequence[Mapping[str, Any]]) -> None:
        self._notices = notices

    def ask(self, _method: str, _path: str, *, query: Mapping[str, int]) -> Any:
        page = [each for each in self._notices if each["position"] > query["after"]][:2]
        position = page[-1]["position"] if page else query["after"]
        return {"events": page, "position": position}


def test_the_last_deliveries_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    came, seconds = RIGHT[:1], count(1)

    def sleep(_: float) -> None:
        came.append(RIGHT[next(seconds)])

    monkeypatch.setattr(time, "sleep", sleep)
    assert not [*Hook(cast("Client", Owner(NOTICES)), KEYS.public_key, came).wrong(())]
    assert len(came) == len(RIGHT)


# --- The log ------------------------------------------------------------------------------------


def signed(leaves: Sequence[bytes], key: SigningKey = LOG_KEY) -> str:
    return key.sign(Checkpoint(LOG_KEY.name, len(leaves), tree.root(leaves)).text)


def seen(
    monkeypatch: pytest.MonkeyPatch, notes: Sequence[str], leaves: Sequence[bytes] = LEAVES
) -> list[str]:
    """The differences after these checkpoints at a service whose log has these leaves."""
    shown = iter(notes)

    def get(url: str, **_: Any) -> httpx.Response:
        sent = httpx.URL(url)
        answers: dict[str, Callable[[], httpx.Response]] = {
            "/v1/log/key": lambda: httpx.Response(200, text=f"{LOG_KEY.verifier}\n"),
            "/v1/log/checkpoint": lambda: httpx.Response(200, text=next(shown)),
            "/v1/log/consistency": lambda: httpx.Response(200, json=proof(sent)),
        }
        answer = answers[sent.path]()
        answer.request = httpx.Request("GET", url)
        return answer

    def proof(url: httpx.URL) -> dict[str, list[str]]:
        spans = tree.consistency(int(url.params["from"]), int(url.params["to"]))
        return {"proof": [tree.root(leaves[span.start : span.stop]).hex() for span in spans]}

    monkeypatch.setattr(plain, "get", get)
    checkpoints = Checkpoints()
    for _ in notes:
        checkpoints.look("http://cards.example")
    return list(checkpoints.differences("http://cards.example"))


def test_a_log_that_grows_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """A web may lag behind another one."""
    sizes = (3, 5, 5, 3, 4, 9)
    assert not seen(monkeypatch, [signed(LEAVES[:size]) for size in sizes])


def test_a_log_with_another_past_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    other = [LEAVES[1], *LEAVES[1:]]
    [same_size] = seen(monkeypatch, [signed(LEAVES[:3]), signed(other[:3])])
    assert "of 3 entries is not as it was before" in same_size
    [grown] = seen(monkeypatch, [signed(LEAVES[:3]), signed(other[:5])], other)
    assert "5 entries do not begin with the 3 of before" in grown


def test_a_log_that_was_lost_in_part_and_goes_on_otherwise_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anew = [*LEAVES[:4], LEAVES[0], *LEAVES[5:]]
    notes = [signed(LEAVES[:5]), signed(anew[:4]), signed(anew)]
    found = seen(monkeypatch, notes, anew)
    assert "log: 9 entries do not begin with the 5 of before" in found


def test_a_checkpoint_of_another_key_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    forged = SigningKey(LOG_KEY.name, b"2" * 32)
    assert len(seen(monkeypatch, [signed(LEAVES, forged)])) == 1
