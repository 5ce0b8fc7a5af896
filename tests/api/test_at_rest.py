"""A copy of the database, and the messages of the broker, show no card that is still hidden."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final
from uuid import UUID

import psycopg
import pytest
from celery.signals import before_task_publish
from psycopg.sql import SQL, Identifier

from domain.kernel.event import PUBLIC
from domain.kernel.game import Game
from events.postgres import PostgresStore
from service import tasks
from service.repository import StreamRepository
from service.settings import Settings
from tests.api.playing import PERSONS, Client, Opened, client_of
from tests.api.test_leaks import known_to
from tests.laws.play import every_game
from workers.sweep import encrypt_in_play

pytestmark = pytest.mark.database

QUOTED: Final = re.compile(rb"""["']([6-9TJQKA][CSHD])\\*["']""")
"""A card as JSON has it, or JSON in JSON, or a value of Python."""
TABLES: Final = """
SELECT relname FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
"""
HOOK: Final = {"url": "https://app.example/hook"}


def stored(url: str, table: Opened) -> Iterator[tuple[str, bytes]]:
    """Every value of every column of every table, with the name of its table and column.

    Without the streams of other tables: in their deals the same cards may be public.
    """
    own = {None, UUID(table.id), UUID(str(table.deal))}
    with psycopg.connect(url) as connection:
        for (relation,) in connection.execute(TABLES).fetchall():
            rows = connection.execute(SQL("SELECT * FROM {}").format(Identifier(relation)))
            names = [each.name for each in rows.description or ()]
            for values in rows:
                row = dict(zip(names, values, strict=True))
                if row.get("stream_id") in own:
                    for name, value in row.items():
                        raw = value if isinstance(value, bytes) else str(value).encode()
                        yield f"{relation}.{name}", raw


def hidden(client: Client, table: Opened, game: Game[Any]) -> set[str]:
    """The cards of the deal that are not public."""
    return {*map(str, game.pack)} - known_to(client, str(table.deal), PUBLIC)


def hands(client: Client, table: Opened) -> Iterator[bytes]:
    """The hands as one text each: every card is still in it."""
    record = client.deal(table)
    for event in record.events:
        for hand in getattr(event, "hands", ()):
            if len(hand) > 1:
                yield from (between.join(hand).encode() for between in ("", " ", ","))


def named(values: Iterator[tuple[str, bytes]], cards: Collection[str]) -> set[tuple[str, str]]:
    """Where one of these cards stands, in plain text."""
    return {
        (name, card)
        for name, value in values
        for card in map(bytes.decode, QUOTED.findall(value))
        if card in cards
    }


@every_game
def test_no_hidden_card_is_in_the_database_or_sent_to_the_broker(
    game: Game[Any], client: Client, settings: Settings, url: str
) -> None:
    """What a copy of the database shows of a deal in play."""
    sent: list[bytes] = []

    def keep(**message: Any) -> None:
        sent.append(repr((message["body"], message["headers"])).encode())

    context = replace(client.context, tasks=tasks.producer("memory://", queue="at-rest"))
    client = client_of(context, settings)
    owner, chance = client.key(), Random(game.key)
    deck = list(game.pack)
    chance.shuffle(deck)
    assert client.send("POST", "/v1/webhooks", owner, json=HOOK).status_code == 201
    before_task_publish.connect(keep)
    try:
        for seats in game.seats:
            people = PERSONS[:seats]
            fields: Any = {"game": game.key, "test": True, "hints": True, "turn_limit": 600}
            table = client.open(owner, seats=people, decks=[list(map(str, deck))], **fields)
            client.open(owner, seats=[*people[1:], {"bot": "easy"}], game=game.key)
            for _ in range(3):
                client.send("POST", f"{table.deal_path}/hints", table.tokens[0], json={})
                client.play(table, chance, moves=2)
                client.sequence()
                client.read_feed()
                cards = hidden(client, table, game)
                assert cards
                assert named(stored(url, table), cards) == set()
                assert named((("broker", each) for each in sent), cards) == set()
                texts = [*hands(client, table)]
                assert not [
                    name for name, each in stored(url, table) if any(t in each for t in texts)
                ]
        assert sent
    finally:
        before_task_publish.disconnect(keep)


def test_what_an_older_release_began_is_encrypted_in_place(
    client: Client, settings: Settings, url: str
) -> None:
    """The worker encrypts what release 0.2.0 left in plain text."""
    pool, runtime = client.context.credentials.pool, client.context.runtime
    store = PostgresStore(pool, entropy=runtime.random_bytes)
    beside = replace(client.context, store=store, streams=StreamRepository(store, runtime))
    table = client_of(beside, settings).open()
    shown = client.get(table.deal_path, table.tokens[1])
    hand = {*shown["state"]["hands"][1]}
    assert {name for name, _ in named(stored(url, table), hand)} == {"secret.payload"}
    encrypt_in_play(client.context)
    assert named(stored(url, table), hand) == set()
    streams = StreamRepository(client.context.store, runtime)
    anew = replace(client.context, streams=streams)
    read = client_of(anew, settings)
    assert read.get(table.deal_path, table.tokens[1])["state"] == shown["state"]
