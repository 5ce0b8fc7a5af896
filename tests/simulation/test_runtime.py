"""The simulated runtime: chance from a seed, a clock that never sleeps, one task at a time."""

import asyncio
import dis
import inspect
import threading

import pytest
from greenlet import GreenletExit

from service.runtime import Runtime
from tests.simulation.loop import run
from tests.simulation.machine import Machine
from tests.simulation.runtime import RUNTIME, SimulatedRuntime
from tests.simulation.scheduler import Deadlock, ForeignThread
from tests.simulation.waiting import until


def test_nothing_of_the_system_is_left() -> None:
    """Without a clock of its own, a runtime uses the operating system."""
    by_itself = {
        name
        for name, method in inspect.getmembers(Runtime, inspect.isfunction)
        if any(each.argval == "self" for each in dis.get_instructions(method))
    }
    assert by_itself == {"uniform", "uuid", "this_month"}
    own = {*vars(Runtime)} - by_itself - {*vars(object)} - {"__module__", "__dict__", "__weakref__"}
    assert own <= {*vars(SimulatedRuntime)}


def test_chance_follows_from_the_seed_alone() -> None:
    one, two = SimulatedRuntime(), SimulatedRuntime()
    one.seed("a")
    two.seed("a")
    drawn = [one.random_bytes(size) for size in (0, 16, 33, 100)]
    assert [len(each) for each in drawn] == [0, 16, 33, 100]
    assert drawn == [two.random_bytes(size) for size in (0, 16, 33, 100)]
    two.seed("b")
    assert one.uuid() != two.uuid()
    assert {one.uuid().version, two.uuid().version} == {4}
    assert all(2 <= one.uniform(2, 3) < 3 for _ in range(100))


def test_a_test_has_chance_of_its_own(
    request: pytest.FixtureRequest,
) -> None:
    assert RUNTIME.monotonic() >= 600
    drawn = RUNTIME.random_bytes(8)
    with RUNTIME.seeded(f"{request.config.option.seed}/{request.node.nodeid}"):
        assert drawn == RUNTIME.random_bytes(8)


def test_the_clock_ticks_and_jumps_and_never_sleeps() -> None:
    first, second = RUNTIME.now(), RUNTIME.now()
    assert first < second
    RUNTIME.sleep(86_400)
    assert RUNTIME.now() - second >= 86_400_000_000
    before = RUNTIME.monotonic()
    with RUNTIME.ahead(-3_600):
        assert RUNTIME.now() < second + 86_400_000_000
    assert RUNTIME.monotonic() - before < 1
    with RUNTIME.stopped():
        assert RUNTIME.now() == RUNTIME.now()


def test_tasks_run_while_others_wait_in_the_order_of_their_deadlines() -> None:
    said: list[str] = []

    def speak(name: str, seconds: float) -> None:
        RUNTIME.sleep(seconds)
        said.append(name)

    for name, seconds in (("late", 9), ("soon", 1), ("between", 5)):
        RUNTIME.thread(lambda name=name, seconds=seconds: speak(name, seconds), name=name)  # type: ignore[misc]
    assert said == []
    until(lambda: len(said) == 3)
    assert said == ["soon", "between", "late"]


def test_conditions_events_queues_and_futures_wake_who_waits() -> None:
    condition, event, queue = RUNTIME.condition(), RUNTIME.event(), RUNTIME.queue()
    ready: list[int] = []

    def work() -> int:
        queue.put(7)
        event.wait()
        with condition:
            ready.append(1)
            condition.notify_all()
        return 8

    with RUNTIME.executor(1, name="work") as threads:
        done = threads.submit(work)
        assert queue.get() == 7
        assert not event.wait(2)
        event.set()
        with condition:
            assert condition.wait_for(lambda: ready, 5) == [1]
        assert done.result() == 8
        assert threads.submit(lambda: 1 / 0).exception() is not None


def test_a_lock_is_held_by_one_task_at_a_time() -> None:
    lock, inside, most = RUNTIME.lock(), [0], [0]

    def enter() -> None:
        with lock:
            inside[0] += 1
            most[0] = max(most[0], inside[0])
            RUNTIME.sleep(1)
            inside[0] -= 1

    with RUNTIME.executor(3, name="enter") as threads:
        for each in [threads.submit(enter) for _ in range(3)]:
            each.result()
    assert most == [1]


def test_a_failure_in_a_task_fails_the_test() -> None:
    RUNTIME.thread(lambda: 1 // 0, name="wrong")
    with pytest.raises(ZeroDivisionError):
        RUNTIME.sleep(1)


def test_if_all_wait_for_each_other_the_test_fails() -> None:
    with pytest.raises(Deadlock):
        RUNTIME.event().wait()


def test_a_task_that_is_killed_does_nothing_more() -> None:
    lock, done = RUNTIME.lock(), list[int]()

    def work() -> None:
        try:
            with lock:
                RUNTIME.sleep(5)
                done.append(1)
        finally:
            RUNTIME.sleep(1)
            done.append(2)

    RUNTIME.thread(work, name="victim")
    RUNTIME.sleep(1)
    RUNTIME.scheduler.kill(RUNTIME.scheduler.tasks)
    RUNTIME.sleep(9)
    assert done == []
    with lock:
        pass


def test_a_machine_that_dies_ends_all_its_tasks_and_no_other() -> None:
    done = list[str]()
    dying, other = (Machine(RUNTIME.scheduler, seed=name) for name in ("dying", "other"))

    def work(machine: Machine, name: str, *, dies: bool = False) -> None:
        try:
            machine.sleep(1)
            if dies:
                machine.die()
        finally:
            machine.sleep(1)
            done.append(name)

    dying.thread(lambda: work(dying, "beside"), name="beside")
    dying.thread(lambda: work(dying, "dies", dies=True), name="dies")
    other.thread(lambda: work(other, "other"), name="other")
    until(lambda: done)
    RUNTIME.sleep(9)
    assert done == ["other"]
    with pytest.raises(GreenletExit):
        dying.now()


def test_machines_have_clocks_and_chance_of_their_own() -> None:
    one, two = (Machine(RUNTIME.scheduler, seed=name) for name in ("one", "two"))
    assert one.random_bytes(8) != two.random_bytes(8)
    two.set_clock(3_600)
    assert two.now() - one.now() > 3_000_000_000
    assert one.monotonic() == two.monotonic()


def test_threads_of_the_system_are_refused() -> None:
    refused: list[BaseException] = []

    def work() -> None:
        try:
            RUNTIME.sleep(1)
        except ForeignThread as error:
            refused.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert len(refused) == 1


def test_an_event_loop_has_the_simulated_clock() -> None:
    async def main() -> float:
        loop = asyncio.get_running_loop()
        with RUNTIME.executor(1, name="elsewhere") as threads:
            await loop.run_in_executor(threads, RUNTIME.sleep, 30)
            async with asyncio.timeout(10):
                await asyncio.sleep(5)
        return loop.time()

    before = RUNTIME.monotonic()
    assert run(main()) - before == pytest.approx(35, abs=0.1)


@pytest.fixture(scope="module")
def shared() -> tuple[float, bytes]:
    return RUNTIME.monotonic(), RUNTIME.random_bytes(8)


def test_a_shared_fixture_has_chance_and_time_of_its_own(
    request: pytest.FixtureRequest, shared: tuple[float, bytes]
) -> None:
    assert shared[0] < 1
    module = request.node.parent.nodeid
    with RUNTIME.seeded(f"{request.config.option.seed}/{module}/shared/"):
        assert shared[1] == RUNTIME.random_bytes(8)
