"""The repositories in memory give the same answers as those in PostgreSQL to the same script."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import product
from random import Random
from typing import Any, Final, TypeAlias
from uuid import UUID

import pytest

from events.listings import PUBLIC_PARTY, Listings
from events.postgres import PostgresStore
from events.translog.postgres import PostgresLog
from service.access.credentials import ApiKey
from service.access.keyring import Fresh, Keyring
from service.access.keys import create_key
from service.access.scopes import Scope
from service.analyses.store import TRIES, Analyses
from service.api.app import create_app
from service.context import Context
from service.health import ENDED_SECONDS, Health
from service.lists.listings import DEAL_LISTED, TABLE_LISTED, StoredStreams, differences
from service.players.phrase_store import BETWEEN, MOST, MOST_REPORTS, People, TooSoon
from service.players.queue_store import PlayerQueue, QueuePlace
from service.problems import Problem
from service.ratings.deriving import derive_ratings
from service.ratings.store import Ratings
from service.repository import StreamRepository
from service.responses.webhooks import Outcome
from service.settings import Settings
from service.timestamps import when
from service.webhooks.deliveries import (
    MOST_REDELIVERIES,
    Deliveries,
    FinishedAttempt,
    Limits,
    TooOften,
)
from service.webhooks.follower import Feed, FeedTurn, Follower
from service.webhooks.notices import test_payload as payload_of_a_test
from service.webhooks.repository import TooMany, Webhook, WebhookRepository
from service.webhooks.sending import AttemptAnswer
from tests import servers
from tests.api.playing import PERSONS, Client
from tests.api.test_listings import Tables, evening
from tests.contexts import SECRET, opened_context
from tests.memory.analyses import MemoryAnalyses
from tests.memory.context import memory_context, memory_of
from tests.memory.database import Memory, Moment
from tests.memory.health import MemoryHealth
from tests.memory.keyring import MemoryKeyring
from tests.memory.listings import MemoryListings
from tests.memory.phrases import MemoryPeople
from tests.memory.queue import MemoryPlayerQueue
from tests.memory.ratings import MemoryRatings
from tests.memory.store import MemoryStore
from tests.memory.translog import MemoryLog, MemoryLogTurn
from tests.memory.webhooks import (
    MemoryDeliveries,
    MemoryFeed,
    MemoryFeedTurn,
    MemoryWebhooks,
)
from tests.simulation.runtime import RUNTIME

Script: TypeAlias = Callable[[Context], object]
PAIRS: Final[dict[type, type]] = {
    PostgresStore: MemoryStore,
    PostgresLog: MemoryLog,
    Keyring: MemoryKeyring,
    Analyses: MemoryAnalyses,
    People: MemoryPeople,
    PlayerQueue: MemoryPlayerQueue,
    Listings: MemoryListings,
    Ratings: MemoryRatings,
    Health: MemoryHealth,
    WebhookRepository: MemoryWebhooks,
    Deliveries: MemoryDeliveries,
    Feed: MemoryFeed,
    FeedTurn: MemoryFeedTurn,
}
LATEST: Final = 4_000_000_000_000_000
"""In the year 2096, in µs since the epoch."""
SHARED: Final[dict[type, set[str]]] = {Health: {"beat", "end", "keep_beating", "behind"}}
"""Methods that both have from the product, as they use other methods alone."""


def refused(act: Callable[[], object]) -> object:
    """The answer, or what was raised."""
    try:
        return act()
    except (Problem, TooMany, TooOften, TooSoon) as error:
        return type(error).__name__, str(error)


# --- Scripts --------------------------------------------------------------------------------------


def keys(context: Context) -> object:
    keyring, own = context.credentials, RUNTIME.uuid()
    keyring.add_key("root", id=own, name="Root", default_visibility="public")
    keyring.add_key("root again", id=own, name="Other")
    keyring.add_key("test", id=RUNTIME.uuid(), name="T", test=True, scopes=frozenset({Scope.PLAY}))
    root = keyring.key("root")
    assert root is not None
    given = Fresh("child", RUNTIME.uuid(), b"1"), Fresh("grandchild", RUNTIME.uuid())
    few: Any = {"scopes": frozenset({Scope.READ}), "limit": 3}
    child, grandchild = (RUNTIME.uuid() for _ in given)

    def make(maker: ApiKey, fresh: Fresh, id_: UUID) -> object:
        return refused(partial(keyring.make, maker, fresh, id=id_, name=fresh.credential, **few))

    said = [make(root, given[0], child), make(root, given[0], child)]
    said.append(make(root, given[0]._replace(fingerprint=b"2"), child))
    made = keyring.key("child")
    assert made is not None
    said += [make(made, given[1], grandchild), make(root, Fresh("x", RUNTIME.uuid()), own)]
    rotated = Fresh("rotated", RUNTIME.uuid(), b"3")
    said.append(keyring.done(rotated))
    for grace, key in ((1_000, own), (1_000, own), (1_000, UUID(int=1))):
        grace_ = timedelta(seconds=grace)
        said.append(refused(partial(keyring.rotate, key, rotated, grace=grace_)))
    other = rotated._replace(fingerprint=b"")
    said.append(refused(lambda: keyring.rotate(child, other, grace=grace_)))
    said += [keyring.done(rotated), keyring.key("root"), keyring.key("rotated"), keyring.key("x")]
    last = Fresh("last", RUNTIME.uuid())
    said += [keyring.rotate(own, last, grace=timedelta(seconds=9_000)), keyring.key("root")]
    an_hour_passes(context, "api_secret", "ends_at")
    said += [keyring.key(each) for each in ("root", "rotated", "last")]
    newest = Fresh("newest", RUNTIME.uuid())
    said += [keyring.rotate(own, newest, grace=timedelta()), keyring.key("rotated")]
    said += [list(keyring.keys()), keyring.line(child), keyring.line(UUID(int=1))]
    said += [keyring.revoke(child), keyring.revoke(child), keyring.revoke(UUID(int=1))]
    said += [make(made, Fresh("late", RUNTIME.uuid()), RUNTIME.uuid())]
    said.append(refused(lambda: keyring.rotate(child, Fresh("l", RUNTIME.uuid()), grace=grace_)))
    said += [[each.revoked_at is None for each in keyring.line(own)], keyring.key("grandchild")]
    return said


def analyses(context: Context) -> object:
    """Analyses are requested by owners, advance, are lost and fail."""
    store, deals = context.analyses, [RUNTIME.uuid() for _ in range(3)]
    ann, ben, cleo = (RUNTIME.uuid() for _ in range(3))

    def begin(deal: UUID, owner: UUID = ann, *, moves: int = 4, most: int = 3) -> None:
        RUNTIME.pass_time(1)  # requests at one moment of a memory have no order
        store.begin(deal, "a", moves=moves, owner=owner, most=most, methods=["a"])

    def queue_of(*of: UUID) -> list[Any]:
        found = [store.find(each, "a", ["a"]) for each in of]
        return [each and (each.status, each.place) for each in found]

    said: list[Any] = [store.find(deals[0], "a"), store.start(["a"]), store.done(deals[0], "a")]
    for deal in deals:
        begin(deal)
        begin(deal, moves=9)
    said += [queue_of(*deals), store.start(["b"]), started := sorted(store.start(["a"]))]
    said += [store.start(["a"]), queue_of(*deals)]
    first = started[0]
    said += [store.find(first, "b"), store.find(first, None), store.find(first, "a")]
    said += [store.advance(first, "a", before=0, done=2, reviews=[{"n": 1}])]
    said += [store.advance(first, "a", before=0, done=2, reviews=[]), store.done(first, "a")]
    said += [store.advance(first, "a", before=2, done=4, reviews=[{"n": 2}, {"n": 3}])]
    said += [store.find(first, "a"), store.find(first, "b"), store.done(first, "a")]
    more = [RUNTIME.uuid() for _ in range(6)]
    for deal, owner in zip(more, (ann, ann, ben, ben, cleo, ann), strict=True):
        begin(deal, owner, moves=9 if owner == ben else 5)
        said.append(queue_of(*deals, *more))
    begin(more[1], cleo)  # which now waits for both, by the earlier turn
    begin(more[0], ben, most=1)
    said += [queue_of(*more), store.find(more[0], "a", ["b"])]
    for _ in range(len(more) * TRIES):
        an_hour_passes(context, "analysis", "started_at")
        said += [sorted(store.start(["a"])), queue_of(*deals, *more)]
    an_hour_passes(context, "analysis", "started_at")
    said += [store.start(["a"]), [store.find(each, "a") for each in deals]]
    for deal in deals:
        begin(deal, ben)
    said += [sorted(store.start(["a"])), [store.find(each, "a") for each in deals]]
    an_hour_passes(context, "analysis", "started_at", back=True)
    return [*said, sorted(store.start(["a"])), [store.find(each, "a") for each in deals]]


def phrases(context: Context) -> object:
    """People say phrases, report and are erased; streams say who is present."""
    people, tables, owner = context.people, [RUNTIME.uuid() for _ in range(2)], RUNTIME.uuid()
    one, other = tables

    def say(table: UUID, seat: int, command: int, time: int) -> object:
        act = partial(people.say, table, seat, "hello", taken=7 + seat, time=time)
        return refused(lambda: act(command=UUID(int=command)))

    said = [say(one, 0, 1, 100), say(one, 0, 1, 100), say(one, 0, 2, 101), say(other, 0, 1, 101)]
    said += [say(one, 1, 3, 101), say(one, 0, 2, 100 + BETWEEN), people.newest(one)]
    said.append(say(one, 0, 4, 0))  # the clock was set back
    for number in range(MOST_REPORTS + 1):
        report = partial(people.report, one, 0, 1 + number, owner=owner, time=number)
        said += [report(), report()]
    said += [people.reports([owner, one]), people.reports([one]), people.newest(one, 2)]
    for number in range(MOST + 5):
        say(one, 1, 100 + number, (2 + number) * BETWEEN)
    said += [people.newest(one), people.newest(one, 12), people.newest(RUNTIME.uuid())]
    processes = [RUNTIME.uuid() for _ in range(2)]
    people.arrive(processes[0], [(one, 2), (one, 0), (other, 1)], until=50)
    people.arrive(processes[1], [(one, 2)], until=70)
    said += [[*people.states(tables, time=time).values()] for time in (40, 60, 80)]
    people.arrive(processes[1], [(one, 2)], until=30)
    said += [[*people.states(tables, time=40).values()]]
    people.erase(one, [7])
    said += [people.newest(one, 9), people.reports([owner])]
    people.report(other, 1, 1, owner=owner, time=4)
    people.erase(other, [7])
    said += [say(other, 0, 5, 900 * BETWEEN), people.reports([owner])]
    people.forget(before=3)
    said += [people.reports([owner])]
    people.forget(before=10 * BETWEEN)
    return [*said, people.newest(one, 20), people.newest(other), people.reports([owner])]


def queue(context: Context) -> object:
    """People wait, are heard, are seated together, give up, and are forgotten."""
    store, ann, ben, cleo = context.player_queue, *(RUNTIME.random_bytes(32) for _ in range(3))
    said: list[Any] = []

    def hold(place: bytes, *, most: int = 2, target: int = 5, **more: str) -> None:
        game, level = more.get("game", "durak"), more.get("level")
        wanted = QueuePlace(place, "here", game, target, f"N{len(said)}", level)
        said.append(store.hold(wanted, most=most))
        see()

    def see() -> None:
        found = [
            *store.waiting("durak", 5),
            *store.waiting("durak", 7),
            *map(store.find, (ann, ben)),
        ]
        said.append([each and each._replace(waited=round(each.waited / 600)) for each in found])

    def an_hour() -> None:
        an_hour_passes(context, "queue", "arrived_at", "heard_at", "matched_at")
        see()

    hold(ann)
    hold(ben, level="easy")
    hold(cleo)
    hold(ann, level="hard")
    hold(cleo, most=3)
    hold(ann, target=7, most=3)
    hold(ann, most=3)
    hold(cleo, game="skat", most=3)
    hold(cleo, most=3)
    match, other = RUNTIME.uuid(), RUNTIME.uuid()
    said += [store.seat(match, {ben: 1, bytes(32): 0}), store.seat(match, {ben: 1, ann: 0})]
    said += [store.seat(other, {ben: 1, cleo: 0}), store.seat(other, {ann: 1})]
    see()
    hold(ben, target=7)
    for place in (ben, cleo, bytes(32)):
        store.leave(place)
    said.append(store.seat(other, {cleo: 0}))
    said.append([(each.name, each.seat) for each in store.together(match)])
    hold(cleo)
    an_hour()
    said.append(store.seat(other, {cleo: 0}))
    hold(cleo)
    match = RUNTIME.uuid()
    said.append(store.seat(match, {cleo: 0}))
    an_hour()
    hold(ann)
    return [*said, store.together(match)]


def health(context: Context) -> object:
    """Processes beat, and work is late."""
    beats = context.health
    said: list[Any] = [beats.is_ready(), beats.commits_wait(), beats.heartbeats(), beats.behind()]
    beats.beat("sweep")
    beats.beat("sequencer", "a fault")
    RUNTIME.pass_time(2)
    beats.end("sweep")
    said.append({name: fault for name, (_, fault) in beats.heartbeats().items()})
    RUNTIME.pass_time(ENDED_SECONDS)
    beats.beat("sweep")
    said.append(sorted(beats.heartbeats()))
    an_hour_passes(context, "heartbeat", "at", back=True)
    said.append(sorted(beats.heartbeats()))
    RUNTIME.pass_time(3_600)
    beats.beat("sweep")
    said += [0 <= beats.behind() < ENDED_SECONDS, beats.late(), beats.webhooks_behind()]
    client = client_of(context)
    client.open(seats=[*PERSONS[:3], {"bot": "easy"}], turn_limit=5)
    client.open(seats=[*PERSONS[:3], {"commits": True, "name": "Dan"}], turn_limit=5)
    RUNTIME.pass_time(60)
    said.append([each > 0 for each in beats.late()])
    return [*said, client.sequence(), beats.webhooks_behind(), len(beats.connections()) >= 0]


def webhooks(context: Context) -> object:
    """Webhooks are added, changed and deleted; they end with the key that added them."""
    repository, owners = context.webhooks.repository, [*two_keys(context).values()]
    hooks = [a_webhook(owner, number) for number, owner in enumerate(owners * 2)]
    said: list[Any] = [repository.add(each, limit=2) for each in hooks]
    said += [repository.add(hooks[0], limit=2)]
    said += [refused(lambda: repository.add(a_webhook(owners[0], 9), limit=2))]
    fresh, scopes = Fresh("tests", RUNTIME.uuid()), owners[0].scopes
    about: dict[str, Any] = {"id": RUNTIME.uuid(), "name": "tests", "scopes": scopes, "test": True}
    context.credentials.make(owners[0], fresh, **about, limit=9)
    tests = context.credentials.key("tests")
    assert tests is not None
    hooks.append(a_webhook(tests, 7)._replace(test=True))
    said += [repository.add(hooks[-1], limit=2)]
    said += [repository.find(owner, each.id) for owner in (*owners, tests) for each in hooks]
    said += [repository.of(each) for each in (owners[0], tests)]
    at = RUNTIME.now()
    repository.change(hooks[0].id, events=["deal.finished"], enabled=None, at=at)
    repository.change(hooks[0].id, events=None, enabled=False, at=at)
    said.append(repository.of(owners[0]))
    repository.change(hooks[0].id, events=["turn.started"], enabled=True, at=at)
    said += [repository.of(owners[0]), repository.was_of(owners[1], hooks[0].id)]
    said += [repository.delete(hooks[0].id, at=at) for _ in range(2)]
    said += [repository.of(owners[0]), repository.was_of(owners[0], hooks[0].id)]
    pairs = (owners[1], hooks[0].id), (owners[0], owners[0].id)
    said += [repository.was_of(*each) for each in pairs]
    context.credentials.revoke(owners[0].id)
    shown = repository.of(owners[0])
    return [*said, [(each.reason, each.disabled_at is None) for each in shown]]


class Post:
    """Three webhooks of two owners, their news and the attempts to deliver it.

    No two deliveries of an owner are due at the same time: PostgreSQL would take either.
    """

    def __init__(self, context: Context) -> None:
        self.client, self.keys = client_of(context), two_keys(context)
        self.context, self.said = context, list[Any]()
        self.deliveries, hooks = context.webhooks.deliveries, context.webhooks.repository
        first, second = self.keys.values()
        kinds = (["turn.started"], ["turn.started"], ["table.started", "deal.finished"])
        self.hooks = [
            a_webhook(owner, number)._replace(events=kinds[number])
            for number, owner in enumerate((first, second, first))
        ]
        for each in self.hooks:
            hooks.add(each, limit=9)
        hooks.change(self.hooks[1].id, events=None, enabled=False, at=RUNTIME.now())
        hooks.change(self.hooks[1].id, events=None, enabled=True, at=RUNTIME.now())

    def news(self) -> None:
        """Both owners open a table and play."""
        for owner in self.keys:
            self.client.play(self.client.open(owner), Random(1), moves=4)
        self.client.sequence()
        self.said.append(self.context.health.webhooks_behind())
        feed, streams = self.context.webhooks.feed, self.context.streams
        follower = Follower(feed=feed, streams=streams, secret=SECRET, limit=1)
        while (read := follower.read_turn(at=RUNTIME.now())).more:
            RUNTIME.pass_time(1)
            self.said.append(read)

    def attempt(
        self, limits: Limits, outcome: Outcome, *, unhealthy: bool = False, lost: int = 0
    ) -> None:
        """Take what is due, but lose the first leases, and give the others an outcome."""
        RUNTIME.pass_time(1)
        at, draw, store = RUNTIME.now(), RUNTIME.random_bytes(8), self.deliveries
        until = at + 4_000_000
        taken = sorted(store.take(limits, at=at, until=until, unhealthy=unhealthy, draw=draw))
        kept = taken[lost:]
        self.said.append((taken, store.renew([each.lease for each in kept], until=until + 1)))
        for number, each in enumerate(kept):
            retry = None if outcome == "gone" else at + 5_000_000 + number
            rest = at + 2_000_000 if number == 1 else None
            done = FinishedAttempt(
                AttemptAnswer(outcome), at, at + 1_000, retry, rest, 10**8, slow=number == 2
            )
            store.finish(each._replace(until=when(until + 1)), done)
        self.said.append(store.renew([each.lease for each in taken], until=until + 9))
        self.said += [*self.pages(), store.standing(at=at)]

    def pages(self) -> list[Any]:
        """The logs of the webhooks."""
        page = partial(self.deliveries.page, status=None, limit=99)
        pages = {each.id: page(each.id, before=None) for each in self.hooks}
        rest = [page(hook, before=each.position) for hook, rows in pages.items() for each in rows]
        return [*pages.values(), *rest]


def attempts(context: Context) -> object:
    """News becomes deliveries, which fail, are delivered and given up."""
    post, chance = Post(context), Random(3)
    post.news()
    with context.webhooks.feed.turn() as turn, context.webhooks.feed.turn() as other:
        post.said += [turn is None, other]
    outcomes: tuple[Outcome, ...] = ("delivered", "delivered", "rejected", "failed", "timeout")
    for _ in range(40):
        chosen = chance.choice([None, None, post.hooks[0].id])
        limits = Limits(chance.choice([1, 3]), 2, 3, {}, chosen)
        unhealthy, lost = chance.random() < 0.5, chance.randrange(2)
        post.attempt(limits, chance.choice(outcomes), unhealthy=unhealthy, lost=lost)
    with RUNTIME.ahead(3_600):
        post.news()
        for unhealthy in (True, False):
            post.attempt(Limits(9, 3, 9, {}), "failed", unhealthy=unhealthy, lost=1)
    at = RUNTIME.now()
    pulled_in = post.deliveries.pull_in(at=at, latest=at + 4_000_000)
    standing = post.deliveries.standing(at=at)
    return [*post.said, pulled_in > 0, pulled_in, standing, *post.pages()]


def redeliveries(context: Context) -> object:
    """Deliveries are requested again and tested, and webhooks end."""
    post, store = Post(context), context.webhooks.deliveries
    first, second = post.keys.values()
    post.news()
    for number in range(40):
        post.attempt(Limits(99, 99, 99, {}), "delivered", unhealthy=number % 2 == 0)
    post.news()
    hooks, one = [each.id for each in post.hooks], Limits(99, 99, 99, {first.id: 98})
    post.attempt(one._replace(webhook=hooks[0]), "delivered")
    old, at = store.page(hooks[0], status="delivered", before=None, limit=99)[0], RUNTIME.now()
    post.attempt(one._replace(webhook=hooks[0]), "rejected")
    for number in range(MOST_REDELIVERIES + 1):
        again = partial(store.redeliver, delivery=old.id, command=UUID(int=number), at=at)
        post.said += [refused(partial(again, hook)) for hook in (hooks[0], *hooks[:2])]
        post.said += post.pages()
    post.said.append(store.page(hooks[0], status=None, before=old.position + 20, limit=2))
    payload = payload_of_a_test(hooks[1], at=at)
    for hook in (hooks[1], hooks[1], UUID(int=6)):
        post.said.append(store.add_test(hook, UUID(int=5), payload=payload, at=at))
    post.attempt(Limits(99, 1, 99, {}, hooks[1]), "gone")
    context.credentials.revoke(second.id)
    post.attempt(Limits(99, 1, 99, {}, hooks[1]), "delivered", unhealthy=True)
    delete = partial(context.webhooks.repository.delete, at=at)
    post.said += [delete(UUID(int=6)), *post.pages(), delete(hooks[2]), store.give_up()]
    post.said += [store.forget(before=at, limit=3)]
    return [*post.said, store.forget(before=at), store.time() > 0, *post.pages()]


def listings(context: Context) -> object:
    """Random tables, at which random things happen."""
    client, chance = client_of(context), Random(7)
    with pytest.MonkeyPatch.context() as patch:
        tables = Tables(client, chance, patch)
        for _ in range(16):
            tables.open()
            for _ in range(8):
                RUNTIME.pass_time(1)
                tables.act()
                if chance.random() < 0.2:
                    client.sequence()
        tables.void()
        evening(client, tables.keys[0])
    size, found = client.sequence(), context.listings
    translog, ids = context.translog.store, [UUID(each.id) for each in tables.tables]
    found_keys = map(context.credentials.key, tables.keys)
    roots = [each.id for each in found_keys if each is not None]
    said: list[Any] = [
        size,
        found.size(),
        translog.standing()._replace(behind=0),
        translog.is_idle(),
    ]
    said += [
        translog.entries(range(size)),
        translog.checkpoint(size),
        translog.checkpoint(size + 1),
    ]
    said += [translog.position(ids[0], 1), translog.position(ids[0], 999), translog.breaks()]
    said += [translog.numbered(0).checkpoint(size)]
    parties, kinds = [*roots, PUBLIC_PARTY, *ids], {"table": TABLE_LISTED, "deal": DEAL_LISTED}
    kinds["tournament"] = ("drawing",)
    for party, (kind, statuses) in product(parties, kinds.items()):
        page = found.find(kind=kind, parties=[party], statuses=statuses, limit=5)
        said.append(page)
        if page:
            cursor = page[-1].cursor
            more: Any = {"after": cursor, "since": cursor[0] - 10**8, "until": cursor[0]}
            said.append(found.find(kind=kind, parties=parties, statuses=statuses, limit=5, **more))
    ended = found.finished_deals(since=0, until=LATEST, limit=4)
    said += [ended, found.finished_deals(since=ended[1].finished_at or 0, until=LATEST, limit=99)]
    after = ended[2].finished_at or 0, ended[2].id
    said += [found.finished_deals(since=0, until=after[0] + 10**8, limit=99, after=after)]
    for whose in parties:
        by: Any = "owner" if whose in roots else "table_id"
        wanted: Any = {"whose": [whose], "by": by, "statuses": ["open", "ruled"]}
        page_ = found.disputes(limit=2, **wanted)
        said.append(page_)
        if page_:
            said.append(found.disputes(limit=9, after=page_[0].cursor, **wanted))
        for some in ([whose], parties):
            said += [found.entries_of(some, range(3, size), limit=limit) for limit in (2, 999)]
    said += [found.entries(range(5, 60)), found.position(ids[0], 1), found.position(ids[0], 999)]
    said += [found.further(range(*span), 7) for span in ((0, 5), (2, 50), (size - 2, size + 9))]
    said.append(found.further(range(size + 1, size + 3), 7))
    said.append([*differences(StoredStreams(context.store, context.streams, translog, found))])
    store = context.store
    said += [store.head(ids[0]), store.head(UUID(int=0)), store.versions([*ids, UUID(int=0)])]
    said.append(store.opened_at([*ids, UUID(int=0)]))
    on: Any = {"kind": "deal", "statuses": ["timed", "bots"], "before": LATEST, "limit": 9}
    ahead = {"since": RUNTIME.now(), "always": [each.id for each in store.expiring(**on)[1:]]}
    said += [store.expiring(**on, **more) for more in ({}, {"since": 0}, ahead)]
    statuses_ = ["open", "playing", "due", "over", "closed"]
    said += [
        store.owned(kind="table", statuses=statuses_, owner=str(roots[0]), limit=9),
        store.with_ref(kind="table", owner=str(roots[0]), ref="none", limit=9),
    ]
    return said


def ratings(context: Context) -> object:
    """People play with bots, a person is erased, and all is derived once more."""
    client, stored = client_of(context), context.ratings
    owner, other = client.key(), client.key()
    owners = [key.root for key in map(context.credentials.key, (owner, other)) if key is not None]
    said: list[Any] = [stored.read(9)]

    def lists() -> list[Any]:
        shown = stored.page(owners, game=None, player=None, after=None, limit=9)
        found = stored.find([each.key for each in shown[1:]])
        return [shown, sorted(found.items())]

    for key, ref in ((owner, "user-1"), (owner, "user-2"), (other, "user-1")):
        seats = [{"name": "Ann", "ref": ref}, {"bot": "easy"}]
        table = client.open(key, game="durak", target=1, seats=seats)
        client.send("POST", f"{table.deal_path}/resignation", table.tokens[0])
        client.record(str(table.deal))
        client.sequence()
    part = stored.read(10_000)
    said += [part, stored.read(3), derive_ratings(stored, context.streams, limit=7)]
    said += [stored.advance(part, {}, {}), stored.series(UUID(table.id)), *lists()]
    for game, player in (("durak", "ref:user-1"), ("skat", None)):
        wanted: Any = {"game": game, "player": player, "limit": 1}
        for page in (stored.page(owners, after=None, **wanted),) * 2:
            said += [page, *(stored.page(owners, after=each.cursor, **wanted) for each in page)]
    for _ in ("erased", "nothing new"):
        client.post("/v1/erasures", owner, {"ref": "user-1"})
        client.sequence()
        said += [derive_ratings(stored, context.streams), *lists()]
    late = stored.read(10_000)
    stored.begin_anew()
    said.append(stored.advance(late, {}, {}))
    return [*said, *lists(), stored.read(1), stored.series(UUID(table.id))]


SCRIPTS: Final[tuple[Script, ...]] = (
    keys,
    analyses,
    phrases,
    queue,
    health,
    webhooks,
    attempts,
    redeliveries,
    listings,
    ratings,
)


# --- Tests ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("script", SCRIPTS)
def test_memory_and_postgres_answer_the_same(script: Script, embedded_postgres: str) -> None:
    with on_postgres(embedded_postgres) as context:
        expected = answers(script, context)
    assert answers(script, memory_context()) == expected


@pytest.mark.parametrize("stored", PAIRS)
def test_both_have_the_same_methods(stored: type) -> None:
    own = {
        name
        for each in PAIRS[stored].__mro__
        if each.__module__.startswith("tests.memory")
        for name, value in vars(each).items()
        if inspect.isfunction(value) and not name.startswith("_")
    }
    public = {name for name, _ in inspect.getmembers(stored, inspect.isfunction)}
    assert own == {each for each in public if each[0] != "_"} - SHARED.get(stored, set())


def test_the_scripts_call_every_operation() -> None:
    called = set[str]()

    def note(name: str, _moment: Moment) -> None:
        called.add(name)

    for script in SCRIPTS:
        context = memory_context()
        memory_of(context).step = note
        answers(script, context)
    wanted = {
        each.__qualname__
        for kind in (*PAIRS.values(), MemoryLogTurn)
        for each in vars(kind).values()
        if hasattr(each, "__wrapped__") and inspect.isfunction(each)
    }
    assert wanted - called == set()


# --- Helpers --------------------------------------------------------------------------------------


def answers(script: Script, context: Context) -> object:
    """The answers to a script, with the same chance and at the same times each time."""
    with RUNTIME.begun("same answers", elapsed=0), RUNTIME.stopped():
        return script(context)


@contextmanager
def on_postgres(server: str) -> Iterator[Context]:
    """A context on PostgreSQL that draws as much as the one in memory: it encrypts nothing."""
    with servers.fresh_database(server) as url, opened_context(url) as context:
        store = PostgresStore(context.credentials.pool, entropy=RUNTIME.random_bytes)
        yield replace(context, store=store, streams=StreamRepository(store, RUNTIME))


def client_of(context: Context) -> Client:
    quotas = dict.fromkeys(("reads", "writes", "openings", "strangers"), 0)
    app = create_app(context, Settings(given_secret=SECRET, **quotas))  # type: ignore[arg-type]
    return Client(app.test_client(), context)


def two_keys(context: Context) -> dict[str, ApiKey]:
    """Two root keys by their credentials."""
    made = [create_key(context.credentials, name=name) for name in "ab"]
    found = {each: context.credentials.key(each) for each in made}
    return {each: key for each, key in found.items() if key is not None}


def a_webhook(owner: ApiKey, number: int) -> Webhook:
    kinds = ["table.started", "turn.started", "deal.finished"]
    url, at = f"https://cards.example/{number}", when(RUNTIME.now() + number)
    return Webhook(RUNTIME.uuid(), owner.root, owner.id, url, kinds, b"1", at)


def an_hour_passes(context: Context, table: str, *columns: str, back: bool = False) -> None:
    """Let times of a table be an hour ago; or an hour ahead, as the clock is set back."""
    if back:
        RUNTIME.set_clock(-3_600)
    else:
        RUNTIME.pass_time(3_600)
    if isinstance(context.analyses, MemoryAnalyses):
        return
    with context.credentials.pool.connection() as connection:
        hour = "+ interval '1 hour'" if back else "- interval '1 hour'"
        changed = ", ".join(f"{column} = {column} {hour}" for column in columns)
        change = f"UPDATE {table} SET {changed}"  # noqa: S608
        connection.execute(change.encode())


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
    assert client.sequence() == len(client.context.listings.entries(range(99))) > 0
