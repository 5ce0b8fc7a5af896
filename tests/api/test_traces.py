"""Traces: one from a move to the answer of a bot, without any secret; none unless wanted."""

import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import get_args
from uuid import UUID, uuid4

import pytest
from celery import Celery
from celery.worker.request import Request
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import format_span_id, format_trace_id

from run.processes.delivering import dispatcher_of
from service import queues, tasks, tracing
from service.context import Context
from service.deals.streams import find_deal
from service.logs import without_secrets
from service.settings import Settings
from service.timestamps import when
from service.tracing import spans
from service.webhooks.addresses import read_networks
from service.webhooks.dispatcher import rules_of
from service.webhooks.repository import Webhook
from tests.api.playing import Client, Opened, client_of
from tests.contexts import opened_context
from tests.serving import until
from tests.simulation.runtime import RUNTIME
from tests.webhooks.conftest import AtOnce
from tests.webhooks.receiving import LOOPBACK, receiving
from workers.due import Moves, Timer
from workers.turns import make_move, play_bots

TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@cache
def exporter() -> InMemorySpanExporter:
    """The spans of this process, in memory: a process has one provider for good."""
    made, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(made))
    trace.set_tracer_provider(provider)
    return made


@pytest.fixture
def exported(monkeypatch: pytest.MonkeyPatch) -> Generator[InMemorySpanExporter]:
    monkeypatch.setattr(tracing, "is_on", lambda: True)
    yield exporter()
    exporter().clear()


@contextmanager
def traced(url: str, settings: Settings) -> Generator[tuple[Client, Celery]]:
    """The service with traces, and the application of its worker."""
    broker, queue = "memory://", uuid4().hex
    with opened_context(url) as made:
        context = replace(made, tasks=tasks.producer(broker, queue=queue))
        timer = Timer(RUNTIME)
        worker = tasks.configure(
            tasks.application(set_as_current=False), broker=broker, queue=queue
        )

        @worker.task(name=queues.PLAY_BOTS, shared=False)  # type: ignore[untyped-decorator]
        def play(deal: str, _version: int) -> None:
            play_bots(context, UUID(deal), Moves(timer, partial(make_move, context)))

        @worker.task(name=queues.RECORD_DEAL, shared=False)  # type: ignore[untyped-decorator]
        def record(_deal: str) -> None:
            pass

        yield client_of(context, settings), worker


def do_tasks(worker: Celery) -> int:
    """Do the tasks that wait; return their number."""
    done = 0
    with worker.connection_for_read() as connection:
        for queue in worker.conf.task_queues:
            waiting = connection.SimpleQueue(queue)
            for _ in range(waiting.qsize()):
                message = waiting.get_nowait()
                task = worker.tasks[message.headers["task"]]
                Request(message, app=worker, task=task, decoded=False).execute()
                message.ack()
                done += 1
            waiting.close()
    return done


def move_with_bots(client: Client, worker: Celery, **headers: str) -> tuple[Opened, int]:
    """Make a move that bots answer; return the table, and the version of the deal before it."""
    seats = [{"name": "Anna Karenina"}, *[{"bot": "easy"}] * 3]
    table = client.open(seats=seats, test=True, bot_delay_ms=1)

    def to_act() -> bool:
        do_tasks(worker)
        return bool(client.get(table.deal_path, table.tokens[0])["to_act"] == 0)

    def is_quiet() -> bool:
        """No announcement of an earlier move follows: its task would answer the next one."""
        time.sleep(0.3)
        return do_tasks(worker) == 0

    until(to_act)
    answers: set[UUID] = set()
    while not answers:  # the player who takes a trick as the last one leads at once
        until(is_quiet)
        exporter().clear()
        version = on(client.context, table)
        move = Random(1).choice(client.moves(str(table.deal), table.tokens[0]))["move"]
        client.make(table, 0, move, **headers)
        until(to_act)
        records = find_deal(client.context, UUID(table.deal)).records[version:]
        answers = {each.command_id for each in records if each.actor.startswith("bot:")}
    until(lambda: len(named(exporter(), "append")) > len(answers))  # a span ends after its commit
    return table, version


def on(context: Context, table: Opened) -> int:
    return find_deal(context, UUID(table.deal)).version


def named(made: InMemorySpanExporter, start: str) -> list[ReadableSpan]:
    return [each for each in made.get_finished_spans() if each.name.startswith(start)]


def ids(each: ReadableSpan) -> tuple[str, str | None]:
    """The trace of a span, and its parent."""
    assert each.context is not None
    parent = None if each.parent is None else format_span_id(each.parent.span_id)
    return format_trace_id(each.context.trace_id), parent


def test_a_move_and_the_answer_of_a_bot_are_one_trace(
    url: str, settings: Settings, exported: InMemorySpanExporter
) -> None:
    with traced(url, settings) as (client, worker):
        move_with_bots(client, worker, traceparent=TRACEPARENT)
    [request] = named(exported, "POST /v1/deals/<uuid:deal>/moves")
    trace_id, parent = ids(request)
    assert f"00-{trace_id}-{parent}-01" == TRACEPARENT
    whole = [each for each in exported.get_finished_spans() if ids(each)[0] == trace_id]
    known = {format_span_id(each.context.span_id): each for each in whole if each.context}
    for each in whole:
        if each is not request:
            assert ids(each)[1] in known, f"{each.name} hangs on nothing"
    assert {"append", "send fairdeal.play_bots", "do fairdeal.play_bots"} <= {
        each.name for each in whole
    }
    answers = [each for each in whole if each.name == "append" and above(each, known) == "do"]
    assert answers, "a bot's move is appended in the trace of its task"


def above(each: ReadableSpan, known: dict[str, ReadableSpan]) -> str:
    """The first word of the name of a span's parent."""
    return known[ids(each)[1] or ""].name.partition(" ")[0]


def test_the_end_of_a_deal_begins_another_trace(
    url: str, settings: Settings, exported: InMemorySpanExporter
) -> None:
    with traced(url, settings) as (client, worker):
        client.context.tasks.record_deal(uuid4(), owner="ann")
        assert do_tasks(worker) == 1
    name = queues.RECORD_DEAL  # a bot of the test before may still be sending its own task
    [sent], [done] = named(exported, f"send {name}"), named(exported, f"do {name}")
    assert ids(sent)[0] != ids(done)[0]
    assert [each.context.span_id for each in done.links] == [sent.context and sent.context.span_id]


def test_a_delivery_tells_its_receiver_of_its_trace(
    url: str, settings: Settings, exported: InMemorySpanExporter
) -> None:
    with traced(url, settings) as (client, _), receiving() as receiver:
        context, key = client.context, client.key()
        owner = context.credentials.key(key)
        assert owner is not None
        hook = Webhook(
            uuid4(), owner.root, owner.id, receiver.url, ["seat.taken"], None, when(RUNTIME.now())
        )
        context.webhooks.repository.add(hook, limit=1)
        context.webhooks.deliveries.add_test(hook.id, uuid4(), payload="{}", at=RUNTIME.now())
        rules = replace(rules_of(settings), allowed=read_networks(LOOPBACK), run=0)
        dispatcher = dispatcher_of(
            context.credentials.pool, context.secret, rules, RUNTIME.now, RUNTIME
        )
        assert dispatcher.dispatch(AtOnce()) == 1
    [made], [came] = named(exported, "deliver webhook.test"), receiver.came
    assert made.context is not None
    received = came.headers["traceparent"].split("-")[1:3]
    assert received == [ids(made)[0], format_span_id(made.context.span_id)]
    assert dict(made.attributes or {}) == {
        "fairdeal.news": "webhook.test",
        "fairdeal.attempt": 1,
        "fairdeal.outcome": "delivered",
        "http.response.status_code": 200,
    }


def test_no_span_has_a_secret(url: str, settings: Settings, exported: InMemorySpanExporter) -> None:
    """No id of a table or a deal, no name, no token, no card, and no text of a caller."""
    with traced(url, settings) as (client, worker):
        table, _ = move_with_bots(client, worker)
        client.send("POST", "/v1/tables?secret=hidden", "key_not_one_of_ours", json={"a": "hidden"})
        client.send("GET", "/hidden/anything", table.owner, tracestate="hidden=hidden")
        with pytest.raises(RuntimeError), spans.span("fails", trace.SpanKind.CLIENT, {}):
            raise RuntimeError("hidden")
    secrets = [table.owner, *table.tokens.values(), str(table.deal), table.id, "Anna", "hidden"]
    found = exported.get_finished_spans()
    kinds = {each.name.partition(" ")[0] for each in found}
    assert kinds == {"POST", "GET", "append", "send", "do", "fails"}
    for each in found:
        text = each.to_json()
        assert not [secret for secret in secrets if secret in text], text
        assert set(each.attributes or {}) <= set(get_args(spans.Attribute)), text
        assert not each.events
        for value in (each.attributes or {}).values():
            line = {"value": value, "name": each.name}
            assert without_secrets(None, "", dict(line)) == line


@pytest.mark.usefixtures("exported")
def test_a_line_of_the_log_has_its_trace() -> None:
    with spans.span("any", trace.SpanKind.CLIENT, {}) as made:
        line = spans.add_trace(None, "", {"event": "x"})
    assert line["trace"] == format_trace_id(made.get_span_context().trace_id)
    assert "trace" not in spans.add_trace(None, "", {"event": "x"})


BARE = """
import os, sys
from importlib.abc import MetaPathFinder

class Missing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "opentelemetry":
            asked.append(name)
            raise ModuleNotFoundError(name)

asked = []
sys.meta_path.insert(0, Missing())
import redis
asked.clear()  # it looks for metrics, whether they are wanted or not
import service.api.app, service.assembly, run.processes.delivering, workers.tasks
from service import tracing
print(asked, type(workers.tasks.app).__name__)
os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"] = "http://127.0.0.1:9"
tracing.is_on.cache_clear()
print(tracing.is_on())
del sys.meta_path[0]
tracing.is_on.cache_clear()
print(tracing.is_on())
"""


def test_an_installation_without_traces_imports_none_of_them() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", BARE], env={}, capture_output=True, text=True, check=True
    )
    assert ran.stdout.splitlines() == ["[] Celery", "False", "True"]
    assert "Install fairdeal[traces]" in ran.stderr


@pytest.mark.parametrize(
    ("variables", "wanted"),
    [
        ({}, False),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://collector.example"}, True),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": ""}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "x", "OTEL_SDK_DISABLED": "True"}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "x", "OTEL_TRACES_EXPORTER": "none"}, False),
    ],
)
def test_the_standard_variables_decide(
    variables: dict[str, str], *, wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert tracing._is_wanted() is wanted
