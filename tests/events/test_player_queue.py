"""The queue of people in a database: no request leaves rows for ever."""

import psycopg

from events.postgres import Pool
from service.players.queue_store import HEARD_SECONDS, PlayerQueue


def test_every_request_deletes_what_has_ended(owner: psycopg.Connection, own_pool: Pool) -> None:
    queue = PlayerQueue(own_pool)
    for place in (bytes(32), bytes([1]) * 32):
        queue.leave(place)
        owner.execute(
            "UPDATE queue SET heard_at = heard_at - make_interval(secs => %s)", [HEARD_SECONDS]
        )
    queue.leave(bytes([2]) * 32)
    assert owner.execute("SELECT place FROM queue").fetchall() == [(bytes([2]) * 32,)]
