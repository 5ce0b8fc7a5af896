"""A slot goes on with a webhook whose receiver answers well, and with no other."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from service.runtime import SYSTEM
from service.webhooks.addresses import read_networks
from service.webhooks.deliveries import LeasedDelivery
from service.webhooks.dispatcher import EACH, SECOND, SLOW, sender
from service.webhooks.sending import AttemptAnswer
from tests.serving import until
from tests.webhooks.conftest import AtOnce, Post
from tests.webhooks.receiving import LOOPBACK, receiving

DELIVERED = AttemptAnswer("delivered", 200)
MANY = 200


def add_many(post: Post, hook: UUID, count: int) -> None:
    deliveries = post.context.webhooks.deliveries
    for number in range(count):
        assert deliveries.add_test(hook, uuid4(), payload="{}", at=post.clock - count + number)


def delivered(post: Post, hook: UUID) -> int:
    return len(post.history(hook, status="delivered"))


def taking(post: Post, seconds: float, answer: AttemptAnswer = DELIVERED) -> list[LeasedDelivery]:
    """Attempts take so long from now on; returns those that are made."""
    tried = list[LeasedDelivery]()

    def attempt(taken: LeasedDelivery) -> AttemptAnswer:
        tried.append(taken)
        post.pass_(seconds)
        return answer

    post.receivers.answering = attempt
    return tried


@pytest.mark.costly
def test_a_quick_receiver_gets_all_in_one_round(post: Post) -> None:
    with receiving() as receiver, ThreadPoolExecutor(8) as threads:
        hook = post.add(url=receiver.url)
        add_many(post, hook, MANY)
        # its clock stands still: no answer counts as slow on a busy machine
        rules: dict[str, Any] = {"run": SECOND, "seconds": 30.0, "allowed": read_networks(LOOPBACK)}
        dispatcher = post.dispatcher(runtime=SYSTEM, **rules)
        dispatcher.attempt = sender(post.context.secret, dispatcher.rules, SYSTEM)
        assert dispatcher.dispatch(threads) == EACH
        until(lambda: delivered(post, hook) == MANY)
    assert len({came.id for came in receiver.came}) == len(receiver.came) == MANY


def test_a_run_ends_so_that_others_get_the_slot(post: Post) -> None:
    hook = post.add()
    add_many(post, hook, 20)
    tried = taking(post, 0.3)
    assert post.dispatcher(run=SECOND).dispatch(AtOnce()) == EACH
    assert len(tried) == EACH * 4, "four attempts of 0.3 s each until a second is over"
    assert tried[0].position < tried[1].position


@pytest.mark.parametrize("answer", [AttemptAnswer("failed", 500), AttemptAnswer("gone", 410)])
def test_a_failing_receiver_is_left(post: Post, answer: AttemptAnswer) -> None:
    hook = post.add()
    add_many(post, hook, 20)
    tried = taking(post, 0.01, answer)
    post.dispatcher(run=SECOND).dispatch(AtOnce())
    assert len(tried) <= EACH
    assert delivered(post, hook) == 0


def test_a_slow_receiver_is_left(post: Post) -> None:
    hook = post.add()
    add_many(post, hook, 20)
    tried = taking(post, SLOW / SECOND + 1)
    post.dispatcher(run=60 * SECOND).dispatch(AtOnce())
    assert len(tried) <= EACH


def test_without_a_database_a_run_ends_and_a_later_round_goes_on(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = post.add()
    add_many(post, hook, 6)
    dispatcher = post.dispatcher(run=60 * SECOND)
    take = dispatcher.deliveries.take

    def failing(*_: object, **__: object) -> list[LeasedDelivery]:
        monkeypatch.setattr(dispatcher.deliveries, "take", take)
        raise psycopg.OperationalError

    def attempt(_: LeasedDelivery) -> AttemptAnswer:
        monkeypatch.setattr(dispatcher.deliveries, "take", failing)
        post.receivers.answering = lambda _: DELIVERED
        return DELIVERED

    post.receivers.answering = attempt
    dispatcher.dispatch(AtOnce())
    dispatcher.dispatch(AtOnce())
    assert delivered(post, hook) == 6


def test_what_is_leased_is_attempted_also_if_no_more_can_be_leased(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = post.add()
    add_many(post, hook, EACH)
    dispatcher = post.dispatcher()
    take = dispatcher.deliveries.take

    def failing(*args: Any, unhealthy: bool, **more: Any) -> list[LeasedDelivery]:
        if unhealthy:
            raise psycopg.OperationalError
        return take(*args, unhealthy=unhealthy, **more)

    monkeypatch.setattr(dispatcher.deliveries, "take", failing)
    with pytest.raises(psycopg.OperationalError):
        dispatcher.dispatch(AtOnce())
    assert delivered(post, hook) == EACH
