"""An operation in memory is a transaction: the hook before and after it may raise."""

import pytest

from service.context import Context
from tests.api.playing import Client
from tests.memory.context import memory_context, memory_of
from tests.memory.database import Memory, Moment
from tests.memory.test_same_answers import client_of


class Lost(Exception):
    """The connection."""


def lose(memory: Memory, operation: str, moment: Moment) -> None:
    """Lose the connection at the next operation of this name."""

    def lose_once(name: str, now: Moment) -> None:
        if (name, now) == (operation, moment):
            memory.step = lambda *_: None
            raise Lost

    memory.step = lose_once


@pytest.fixture
def client() -> Client:
    return client_of(memory_context())


def revoke(context: Context) -> None:
    [key] = context.credentials.keys()
    context.credentials.revoke(key.id)


@pytest.mark.parametrize(("moment", "is_done"), [("begin", False), ("end", True)])
def test_what_is_lost_before_has_no_effect_and_what_is_lost_after_has_it(
    client: Client, moment: Moment, *, is_done: bool
) -> None:
    key = client.key()
    lose(memory_of(client.context), "MemoryKeyring.revoke", moment)
    with pytest.raises(Lost):
        revoke(client.context)
    assert (client.context.credentials.key(key) is None) == is_done


@pytest.mark.parametrize("operation", ["turn", "_commit"])
@pytest.mark.parametrize("moment", ["begin", "end"])
def test_a_turn_of_the_log_is_whole_and_ends(
    client: Client, operation: str, moment: Moment
) -> None:
    client.open()
    lose(memory_of(client.context), f"MemoryLog.{operation}", moment)
    with pytest.raises(Lost):
        client.sequence()
    is_done = (operation, moment) == ("_commit", "end")
    translog = client.context.translog.store
    assert (translog.checkpoint() is not None) == is_done
    assert translog.is_idle() == is_done
    size = client.sequence()
    assert size == len(client.context.listings.entries(range(99))) > 0
