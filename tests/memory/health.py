"""Heartbeats and late work in memory."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from service.health import KEPT_SECONDS, MOST, Health, Heartbeat, Late
from service.responses.service import Process
from service.runtime import Runtime
from service.timestamps import when
from tests.memory.database import Memory, operation
from tests.memory.store import Streams, Translog
from tests.memory.webhooks import WebhookTables


@dataclass(slots=True)
class Heartbeats:
    """When each process last did its work, and its fault."""

    rows: dict[Process, tuple[datetime, str | None]] = field(
        default_factory=dict[Process, tuple[datetime, str | None]]
    )


class MemoryHealth(Health):
    def __init__(self, memory: Memory, runtime: Runtime) -> None:
        super().__init__(cast("Any", None), runtime)
        self.memory = memory
        self._beats = memory.tables(Heartbeats).rows

    @operation
    def is_ready(self) -> bool:
        return True

    def connections(self) -> Mapping[str, int]:
        return {}

    @operation
    def heartbeats(self) -> dict[Process, Heartbeat]:
        now = self.memory.now()
        return {
            name: Heartbeat((now - at).total_seconds(), fault)
            for name, (at, fault) in self._beats.items()
            if (at - now).total_seconds() <= KEPT_SECONDS
        }

    def commits_wait(self) -> float:
        return 0.0

    @operation
    def late(self) -> Late:
        now = self.memory.now()
        rows = list(self.memory.tables(Streams).streams.values())

        def waited(kind: str, status: str) -> float:
            at = [
                row.updated_at
                for row in rows
                if (row.kind, row.status) == (kind, status)
                and (kind == "deal" or row.summary.get("until") is None)
            ]
            return (now - when(min(at))).total_seconds() if at else 0.0

        timed = ("deal", "timed"), ("deal", "bots"), ("table", "due")
        ends = [
            until
            for row in rows
            if (row.kind, row.status) in timed
            and (until := cast("Any", row.summary).get("until") or 0) > 0
        ]
        late = (
            *(waited("deal", "bots"), waited("deal", "over"), waited("table", "due")),
            (now - when(min(ends))).total_seconds() if ends else 0.0,
        )
        return Late(*(max(0.0, each) for each in late))

    @operation
    def webhooks_behind(self) -> int:
        entries = len(self.memory.tables(Translog).entries)
        return min(MOST, entries - self.memory.tables(WebhookTables).position)

    @operation
    def _write(self, process: Process, fault: str | None) -> None:
        self._beats[process] = self.memory.now(), fault

    @operation
    def _forget(self, process: Process) -> None:
        self._beats.pop(process, None)
