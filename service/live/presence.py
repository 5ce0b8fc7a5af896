"""The people at tables, for open streams: their presence and their phrases.

A process looks twice a second at the tables whose streams want people, in one query, whatever their
number. So it sees what other processes have written; no append of the record writes anything here.
A stream is sent the newest state as a whole, so nothing needs to be resumed.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Final
from uuid import UUID

import orjson
import structlog

from domain.kernel.event import Seat
from service.live.channels import Member
from service.live.waiting import SHARE
from service.players.phrase_store import SECOND, People, PeopleState
from service.players.phrases import people_json
from service.runtime import Runtime

EVERY_SECONDS: Final = 0.5
"""A process looks so often while a stream wants people."""
LONGEST_SECONDS: Final = 5.0
"""It rests no longer than this after a slow look, so that nobody seems to have left."""
STAYING: Final = 25 * SECOND
"""A seat counts as present for so long after its process has last said so, in µs."""
AGAIN: Final = 10 * SECOND
"""A process says so again after so many µs."""
GRACE: Final = 5 * SECOND
"""A player whose stream has ended counts as present for so long: a new one may begin."""
NOBODY: Final = PeopleState(0, ())

log = structlog.get_logger()

Present = tuple[UUID, Seat]


class LivePeople:
    """The tables of a process whose streams want people. It lives on the event loop.

    Args:
        people: Phrases at tables, and the people who are present.
        runtime: The clock and the random source.
        threads: Where the database is asked.
    """

    def __init__(self, people: People, runtime: Runtime, threads: Executor) -> None:
        self._people = people
        self._runtime = runtime
        self._threads = threads
        self._process = runtime.uuid()
        self._members: defaultdict[UUID, set[Member]] = defaultdict(set)
        self._seen: dict[UUID, PeopleState] = {}
        self._written: dict[UUID, bytes] = {}
        """The last state that the streams of each table were sent."""
        self._said: dict[Present, int] = {}
        """The seats that were said to be present, and until when."""
        self._looking: asyncio.Task[None] | None = None

    def join(self, member: Member) -> None:
        """Send a stream the people of its table from now on, if it wants them."""
        table = member.subscription.people
        if table is None:
            return
        self._members[table].add(member)
        if table in self._written:
            member.send_people(self._written[table])
        if self._looking is None:
            self._looking = asyncio.create_task(self._look())

    def leave(self, member: Member) -> None:
        """Send a stream nothing more."""
        table = member.subscription.people
        if table is None:
            return
        self._members[table].discard(member)
        if not self._members[table]:
            del self._members[table]
            self._seen.pop(table, None)
            self._written.pop(table, None)

    async def _look(self) -> None:
        """Look until no stream wants people, and all who have left are said to have left."""
        loop = asyncio.get_running_loop()
        while self._members or self._said:
            began = self._runtime.monotonic()
            try:
                await self._refresh(lambda act: loop.run_in_executor(self._threads, act))
            except Exception as error:  # noqa: BLE001 - it looks again
                log.warning("live.people", error=type(error).__name__)
            took = self._runtime.monotonic() - began
            await asyncio.sleep(min(max(EVERY_SECONDS, SHARE * took), LONGEST_SECONDS))
        self._looking = None

    async def _refresh(self, ask: Callable[[Callable[[], object]], asyncio.Future[object]]) -> None:
        time = self._runtime.now()
        said = self._presence_to_write(time)
        tables = [*self._members]
        changed = await ask(lambda: self._read(said, tables, time))
        assert isinstance(changed, dict)
        for table, (seen, written) in changed.items():
            if table in self._members:
                self._seen[table], self._written[table] = seen, written
                for member in self._members[table]:
                    member.send_people(written)

    def _presence_to_write(self, time: int) -> dict[Present, int]:
        """The seats to be said present, and until when; those that have left are forgotten."""
        here = {
            (table, member.subscription.seat)
            for table, members in self._members.items()
            for member in members
            if member.subscription.seat is not None
        }
        stay = time + STAYING
        due = dict.fromkeys((each for each in here if self._said.get(each, 0) < stay - AGAIN), stay)
        left = dict.fromkeys(self._said.keys() - here, time + GRACE)
        self._said = {each: due.get(each) or self._said[each] for each in here}
        return due | left

    def _read(
        self, said: dict[Present, int], tables: list[UUID], time: int
    ) -> dict[UUID, tuple[PeopleState, bytes]]:
        """Say who is present; the tables that have changed, with what streams are to be sent."""
        for until in {*said.values()}:
            here = [each for each, its in said.items() if its == until]
            self._people.arrive(self._process, here, until=until)
        if not tables:
            return {}
        return {
            table: (seen, self._write(table, seen))
            for table, seen in self._people.states(tables, time=time).items()
            if seen != self._seen.get(table)
        }

    def _write(self, table: UUID, seen: PeopleState) -> bytes:
        phrases = self._people.newest(table) if seen.last else ()
        return orjson.dumps(people_json(seen.present, phrases))
