"""The threads of a worker: whatever an owner has announced, the work of others begins in turn."""

import inspect
from typing import Any, Final
from uuid import UUID

import pytest
from celery import Celery

from service import fair, queues, tasks
from service.context import Tasks
from service.runtime import SYSTEM
from service.settings import QUEUES, queue_name
from workers.pool import FairPool
from workers.shares import FairQueue, Job

NAMES: Final = sorted(name for name in vars(Tasks) if not name.startswith("_"))
WITHOUT_OWNER: Final = {"analyse": "they have a queue of their own, in the database"}
GIVEN: Final[dict[str, Any]] = {"version": 3, "at": 5, "levels": ["easy"]}


def messages(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The messages that are sent from now on: name, arguments, queue and headers."""
    sent: list[tuple[Any, ...]] = []

    def send(_: object, name: str, arguments: list[Any], **options: Any) -> None:
        sent.append((name, arguments, options["queue"], options["headers"]))

    monkeypatch.setattr(Celery, "send_task", send)
    return sent


@pytest.mark.parametrize("name", NAMES)
def test_every_announcement_names_whose_it_is(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sent, producer = messages(monkeypatch), tasks.producer("memory://", queue="here")
    announce = getattr(producer, name)
    wanted = inspect.signature(announce).parameters
    assert ("owner" in wanted) != (name in WITHOUT_OWNER)
    given = {key: value for key, value in GIVEN.items() if key in wanted}
    for owner in ("ann", "ben"):
        announce(UUID(int=9), **given, **({"owner": owner} if "owner" in wanted else {}))
    accounts = [headers[queues.SHARE] for *_, headers in sent]
    assert len(set(accounts)) == (1 if name in WITHOUT_OWNER else 2)
    assert {queue for _, _, queue, _ in sent} <= {queue_name("here", each) for each in QUEUES}


def order(turns: FairQueue, *, cost: dict[str, float]) -> str:
    """The accounts of all that waits, in the order in which it begins."""
    began = ""
    while (taken := turns.take()) is not None:
        account, job = taken
        began += str(job.key)[0]
        turns.leave(account, cost[str(job.key)[0]])
    return began


def waiting(*names: str) -> FairQueue:
    turns = FairQueue()
    for count, name in enumerate(names):
        assert turns.add(name, Job(f"{name}{count}", nothing))
    return turns


def nothing() -> None:
    """A job."""


def test_owners_take_turns_by_the_time_that_they_use() -> None:
    assert order(waiting(*"aaaaaab"), cost={"a": 1, "b": 1}) == "abaaaaa"
    assert order(waiting(*"aaaabbbb"), cost={"a": 3, "b": 1}) == "abbbabaa"


def test_an_owner_who_comes_later_makes_up_for_nothing() -> None:
    turns = waiting(*"aaaaaa")
    for _ in range(3):
        account, _ = turns.take() or pytest.fail("it waits")
        turns.leave(account, 1)
    for count in range(3):
        turns.add("b", Job(f"b{count}", nothing))
    assert order(turns, cost={"a": 1, "b": 1}) == "bababa"


def test_an_announcement_that_waits_is_not_kept_twice() -> None:
    turns = waiting("a")
    assert not turns.add("a", Job("a0", nothing))
    turns.take()
    assert turns.add("a", Job("a0", nothing)), "what runs may have read the state before"


def test_no_more_than_a_bound_waits_for_an_account(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair, "WAITING", 2)
    turns = waiting("a", "a")
    assert not turns.add("a", Job("a2", nothing)), "the sweep finds it again"
    assert turns.add("b", Job("b0", nothing))
    assert order(turns, cost={"a": 1, "b": 1}) == "aba"
    assert turns.add("a", Job("a2", nothing))


def test_a_pool_acknowledges_each_task_once_and_stops_with_what_runs() -> None:
    pool, done = FairPool(limit=2), list[str]()
    pool.start()
    accepted, ended, go = SYSTEM.queue(), SYSTEM.queue(), SYSTEM.event()

    def task(name: str, *_: object) -> tuple[bool, None, float]:
        go.wait()
        done.append(name)
        if name == "fails":
            raise ValueError(name)
        return False, None, 0.0

    def send(name: str, arguments: str, owner: str) -> None:
        message = {queues.SHARE: f"bots:{owner}", "argsrepr": arguments}
        pool.apply_async(
            task,
            args=(name, name, message),
            accept_callback=lambda *_: accepted.put(name),
            callback=lambda *_: ended.put(name),
        )

    for name in ("fails", "held"):
        send(name, name, "ann")
    assert {accepted.get(), accepted.get()} == {"fails", "held"}, "both threads are taken"
    send("next", "1", "ann")
    send("next", "1", "ann")
    assert (accepted.get(), ended.get()) == ("next", "next"), "the second one did nothing"
    go.set()
    assert {ended.get(), ended.get()} == {"held", "next"}
    pool.stop()
    assert sorted(done) == ["fails", "held", "next"]
