"""A clock that was an hour ahead and was set back: what waits by a record waits no longer for it.

Every term of tables and tournaments that is a time has its waits here. Each begins while the clock
is ahead, and ends one such time after the clock is right again: no sooner, and no later.
"""

from collections.abc import Callable, Generator
from dataclasses import fields, replace
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple
from uuid import UUID

import pytest

from domain.table.events import TableOpened
from domain.tournaments.events import TournamentOpened
from service.deals.streams import find_deal
from tests.api import test_seeds
from tests.api.playing import PERSONS, Client, Opened, choice
from tests.api.test_tournaments import carry_on, enter
from tests.api.test_tournaments import opened as tournament
from tests.simulation.runtime import RUNTIME
from tests.simulation.tables import assert_proved
from tests.workers.conftest import Queue
from workers.sweep import sweep

HOUR: Final = 3_600
LIMIT: Final = 60
TIMES: Final = ("_seconds", "_limit", "_bank", "_delay", "_delay_ms")
"""How the names of terms end that are times."""

Look = Callable[[], object]


class Wait(NamedTuple):
    """Something that waits: for how many seconds, and what changes at their end."""

    seconds: float
    look: Look
    table: Opened | None = None
    later: Queue | None = None


@pytest.fixture(autouse=True)
def _stopped() -> Generator[None]:
    with RUNTIME.stopped():
        yield


def version_of(client: Client, table: Opened) -> Look:
    return lambda: client.deal(table).version


def turn(client: Client, **terms: Any) -> Wait:
    """A player thinks, who may do so for the time of a turn and of a bank."""
    table = client.open(turn_limit=LIMIT, **terms)
    client.play(table, Random(1), moves=2)
    return Wait(LIMIT + terms.get("time_bank", 0), version_of(client, table), table)


def stand_in(client: Client) -> Wait:
    """All players have left: a bot lets the time of each turn pass."""
    table = client.open(turn_limit=LIMIT)
    client.play(table, Random(1), moves=2)
    for token in table.tokens.values():
        client.post(f"{table.deal_path}/leaving", token, {})
    return Wait(LIMIT, version_of(client, table), table)


def bot(client: Client) -> Wait:
    """A bot is to move, which it does one delay after the last event."""
    bots = [{"bot": "easy"}] * 3
    table = client.open(seats=[PERSONS[0], *bots], test=True, bot_delay_ms=LIMIT * 1_000)
    while client.get(table.deal_path, table.tokens[0])["to_act"] == 0:
        client.play(table, Random(1), moves=1)
    later = Queue()
    due = lambda: any(at <= RUNTIME.now() for at, _ in later.waiting)  # noqa: E731
    return Wait(LIMIT, due, table, later)


def seed(client: Client) -> Wait:
    """A deal waits for seeds."""
    table = test_seeds.opened(client, reveal_seconds=LIMIT)
    return Wait(LIMIT, version_of(client, table), table)


def commitment(client: Client) -> Wait:
    """A table waits for commitments, of which one comes after the clock was set back."""
    table = test_seeds.open_adding(client, reveal_seconds=LIMIT)
    return Wait(LIMIT, lambda: len(client.table(table).state.deals), table)


def pause(client: Client) -> Wait:
    table = client.open(game="skat", seats=PERSONS[:3], target=9, pause_seconds=LIMIT)
    client.play(table, Random(1))
    client.record(str(table.deal))
    return Wait(LIMIT, lambda: len(client.table(table).state.deals), table)


def watched(client: Client) -> Wait:
    """A watcher waits for a move."""
    table = client.open(visibility="public", watch_delay=LIMIT)
    client.play(table, Random(1), moves=1)
    return Wait(LIMIT, lambda: client.send("GET", table.deal_path).status_code)


def round_of(client: Client, *, plays: bool = True, **terms: Any) -> Wait:
    """A round: its seeds, its tables, or the break after it."""
    owner = client.key()
    path = tournament(client, owner, **terms)
    for number in range(2):
        player = {"bot": "easy"} if plays else {"name": f"P{number}"}
        own = {"commitment": "ab" * 32} if terms.get("reveal_seconds") and not plays else {}
        enter(client, path, owner, **player, **own)
    client.post(f"{path}/rounds", owner, {})
    if not terms.get("reveal_seconds"):
        carry_on(client)
    return Wait(LIMIT, lambda: client.get(path, owner)["version"])


WAITS: Final[dict[str, Callable[[Client], Wait]]] = {
    "turn_limit": turn,
    "turn_limit of a stand-in": stand_in,
    "time_bank": partial(turn, time_bank=LIMIT),
    "bot_delay_ms": bot,
    "reveal_seconds of a deal": seed,
    "reveal_seconds of a table": commitment,
    "pause_seconds": pause,
    "watch_delay": watched,
    "reveal_seconds of a round": partial(round_of, plays=False, reveal_seconds=LIMIT),
    "round_seconds": partial(round_of, plays=False, rounds=1, round_seconds=LIMIT),
    "break_seconds": partial(round_of, rounds=2, break_seconds=LIMIT),
}
"""The waits of each term, while the clock is ahead."""


@pytest.mark.parametrize("ahead", [HOUR, LIMIT // 2])
@pytest.mark.parametrize("wait", WAITS)
def test_it_waits_for_its_own_time_after_the_clock_was_set_back(
    client: Client, wait: str, ahead: int
) -> None:
    with RUNTIME.ahead(ahead):
        waits = WAITS[wait](client)
    before = look(client, waits)
    RUNTIME.pass_time(waits.seconds - 1)
    assert look(client, waits) == before
    RUNTIME.pass_time(2)
    assert look(client, waits) != before
    if waits.table is not None:
        client.delete(waits.table.path, waits.table.owner)
        assert_proved(client.context, UUID(waits.table.id))


def look(client: Client, wait: Wait) -> object:
    sweep(client.context, overdue=0, later=wait.later)
    return wait.look()


def test_a_move_is_late_by_the_time_of_its_deal(client: Client) -> None:
    """Also if the clock has reached that of the last event in the meantime."""
    with RUNTIME.ahead(LIMIT // 2):
        table = client.open(turn_limit=LIMIT)
        client.play(table, Random(1), moves=2)
    seat = client.get(table.deal_path, table.tokens[0])["to_act"]
    move = choice(client.moves(str(table.deal), table.tokens[seat]), Random(1))
    RUNTIME.pass_time(LIMIT + 1)
    path, token = f"{table.deal_path}/moves", table.tokens[seat]
    late = client.send("POST", path, token, json={"move": move}, data=None)
    assert late.refusal == (409, "time-over")


def test_every_term_that_is_a_time_is_one_of_them() -> None:
    """A new one has a wait here."""
    names = {each.name for kind in (TableOpened, TournamentOpened) for each in fields(kind)}
    assert {each for each in names if each.endswith(TIMES)} == {
        each.partition(" ")[0] for each in WAITS
    }


def test_a_deal_is_by_the_clock_again_when_the_next_one_is_opened(client: Client) -> None:
    with RUNTIME.ahead(HOUR):
        table = client.open(game="skat", seats=PERSONS[:3], target=9, turn_limit=LIMIT)
        client.play(table, Random(1), moves=1)
    client.play(table, Random(1))
    first = find_deal(client.context, UUID(table.deal)).records
    assert first[-1].at > RUNTIME.now() + (HOUR - LIMIT) * 1_000_000
    client.record(str(table.deal))
    second = client.table(table).state.deals[-1].deal
    assert find_deal(client.context, UUID(second)).records[0].at <= RUNTIME.now()


def test_watchers_see_what_comes_after_it_no_sooner_than_they_may(client: Client) -> None:
    with RUNTIME.ahead(HOUR):
        table = client.open(
            game="skat", seats=PERSONS[:3], target=9, visibility="public", watch_delay=LIMIT
        )
        client.play(table, Random(1))
        client.record(str(table.deal))

    def seen() -> int:
        return int(client.send("GET", f"{table.path}/events").json["version"])

    seen()
    RUNTIME.pass_time(LIMIT)
    before = client.table(table).version
    assert seen() == before
    second = client.table(table).state.deals[-1].deal
    client.play(replace(table, deal=second), Random(2))
    client.record(str(second))
    RUNTIME.pass_time(LIMIT - 1)
    assert seen() == before < client.table(table).version
    RUNTIME.pass_time(1)
    assert seen() == client.table(table).version
