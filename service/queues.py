"""The broker: its tasks by name, how it is reached, and how many tasks wait. It needs no Celery."""

import socket
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from amqp.exceptions import NotFound
from kombu.connection import Connection
from kombu.exceptions import OperationalError

from events.connections import LOST_SECONDS, SILENT_SECONDS
from service.settings import QUEUES, queue_name

PLAY_BOTS: Final = "fairdeal.play_bots"
RECORD_DEAL: Final = "fairdeal.record_deal"
END_TURN: Final = "fairdeal.end_turn"
OPEN_DEAL: Final = "fairdeal.open_deal"
ANALYSE: Final = "fairdeal.analyse"
ADVANCE_TOURNAMENT: Final = "fairdeal.advance_tournament"
SWEEP: Final = "fairdeal.sweep"
SCRUB: Final = "fairdeal.scrub"
CREATE_PARTITIONS: Final = "fairdeal.tend"

SHARE: Final = "share"
"""The header of a message that names the account of its work: its owner's, in its queue."""


VISIBILITY_SECONDS: Final = 30
"""After this time Redis and Valkey give an unfinished task to another worker."""
CONNECT_SECONDS: Final = 2
SOCKET_OPTIONS: Final = {
    getattr(socket, name): value
    for name, value in {
        "TCP_KEEPIDLE": SILENT_SECONDS,
        "TCP_KEEPINTVL": 1,
        "TCP_USER_TIMEOUT": LOST_SECONDS * 1000,
    }.items()
    if hasattr(socket, name)
}
"""Settings that detect a broker whose packets are lost, as far as the system has them."""


class Unreachable(Exception):
    """The broker does not answer."""


def is_amqp(broker: str) -> bool:
    """Whether a broker is RabbitMQ; the others are Redis and Valkey."""
    return broker.startswith("amqp")


def options(broker: str, *, queue: str) -> dict[str, Any]:
    """The options of every connection.

    Args:
        broker: Its URL.
        queue: The prefix of the names of all queues.
    """
    if is_amqp(broker):
        return {"socket_settings": SOCKET_OPTIONS}
    return {
        "socket_keepalive": True,
        "socket_keepalive_options": SOCKET_OPTIONS,
        "socket_timeout": 5,
        "socket_connect_timeout": CONNECT_SECONDS,
        "visibility_timeout": VISIBILITY_SECONDS,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "global_keyprefix": f"{queue}:",
    }


def lengths(broker: str, *, queue: str) -> Mapping[str, int]:
    """How many tasks wait in each queue; those that a worker has already taken do not.

    Args:
        broker: Its URL.
        queue: The prefix of the names of all queues.

    Raises:
        Unreachable: It does not answer.
    """
    transport = options(broker, queue=queue)
    to_broker = Connection(broker, connect_timeout=CONNECT_SECONDS, transport_options=transport)
    faults = (*to_broker.connection_errors, *to_broker.channel_errors)
    try:
        with to_broker as connection:
            connection.ensure_connection(max_retries=1, timeout=CONNECT_SECONDS)
            return {each: _length(connection, queue_name(queue, each)) for each in QUEUES}
    except (OperationalError, OSError, *faults) as error:
        raise Unreachable(str(error)) from error


def _length(connection: Connection, name: str) -> int:
    """How many tasks wait in a queue; one that no worker has made yet has none.

    Redis has lists alone, which kombu does not find by their prefix; declaring one changes nothing.
    """
    passive = connection.transport.driver_type == "amqp"
    with suppress(NotFound), connection.channel() as channel:
        return int(channel.queue_declare(name, passive=passive).message_count)
    return 0
