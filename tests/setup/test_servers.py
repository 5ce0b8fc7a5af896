"""The fixtures keep their promises: separate databases, separate brokers."""

import psycopg
from kombu.connection import Connection

from service.settings import QUEUES, queue_name


def test_a_database_is_fresh(database: str) -> None:
    with psycopg.connect(database) as connection:
        connection.execute("CREATE TABLE mark (n int)")


def test_and_so_is_the_next(database: str) -> None:
    with psycopg.connect(database) as connection:
        assert connection.execute("SELECT to_regclass('mark')").fetchone() == (None,)


def test_a_broker_carries(broker: str, queue: str) -> None:
    with Connection(broker) as connection:
        letters = connection.SimpleQueue(queue_name(queue, QUEUES[0]))
        letters.put("deal")
        assert letters.get(timeout=30).payload == "deal"
        letters.close()
