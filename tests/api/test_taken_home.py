"""A series of every game, with seeds of two seats, is exported and verified without the service.

It is played over the API, with bots on the other seats, and the evidence of all its deals and of
its table is fetched. Then it is verified without the service or a database: by the packages that
the verifier needs and no others, and by the JavaScript alone.
"""

import json
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple
from uuid import UUID

import pytest

import bots
from domain.games import GAMES
from domain.kernel.game import Game
from domain.kernel.moves import legal_moves, say
from service.deals.streams import find_deal
from tests.api.playing import Client, Opened
from tests.sampling import cases
from tests.seeding import commitment_of, seed_of
from tests.verifier import parity
from workers.turns import play_bots

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("verifier", "domain", "bots", "formats", "languages", "web/vendor")
OF_EVENTS: Final = (
    *("__init__.py", "canonical.py", "chain.py", "seat_keys.py", "translog/__init__.py"),
    *("translog/notes.py", "translog/receipts.py"),
)
LIBRARIES: Final = sysconfig.get_path("purelib")
"""The folder of orjson and cryptography; other installed packages stay hidden (-S)."""
ADDING: Final = (0, 1)
"""The seats where persons sit, who add seeds."""
SOME: Final = [*GAMES.values()][:: cases(sample=2, full=1)]
TARGET: Final = {"goat": 2, "skat": 3}
"""As short as a series can be; of the games that are not named, one point."""
SEALED: Final = 4
"""How the verifier ends on what a seat has: nothing fails, but the pack is sealed in that view."""

ALONE: Final = """
import importlib.util, json, sys
sys.path[:0] = sys.argv[1:3]
for absent in ("service", "workers", "migrations", "events.store", "events.postgres"):
    assert importlib.util.find_spec(absent) is None, absent
for missing in ("socket", "psycopg", "psycopg_pool", "flask", "celery"):
    sys.modules[missing] = None
from verifier.bundle import read
from verifier.case import Case
from verifier.comparing import Named, compare
from verifier.verify import verify
from events.translog.notes import VerifierKey
said, key, names = {}, VerifierKey.read(sys.argv[3]), sys.argv[4:]
bundles = {name: read(open(name, "rb").read()) for name in names}
full = tuple(Case(each) for each in bundles.values() if each.view == "full")
for name, bundle in bundles.items():
    case = Case(bundle, key=key, others=full)
    said[name] = [(v.check, v.status, v.detail, v.position) for v in verify(case)]
    for other in full:
        if other.bundle.stream == bundle.stream:
            pair = compare(Named(name, case), Named("full", other))
            said[name] += [(v.check, v.status, v.detail, v.position) for v in pair]
print(json.dumps(said))
"""


class Home(NamedTuple):
    """The files of a series: its table's, and for each deal the full one and one for every seat."""

    table: Path
    full: list[Path]
    seats: list[Path]
    key: Path


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything that a verifier needs."""
    folder = tmp_path_factory.mktemp("machine")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pyc*"))
    (folder / "events" / "translog").mkdir(parents=True)
    for name in OF_EVENTS:
        shutil.copy(ROOT / "events" / name, folder / "events" / name)
    return folder


@pytest.mark.parametrize("game", SOME, ids=lambda game: game.key)
def test_a_series_holds_where_there_is_no_service(
    game: Game[Any], client: Client, machine: Path, tmp_path: Path
) -> None:
    home = taken_home(client, played(client, game), tmp_path)
    said = alone(machine, home)
    for name in map(str, (home.table, *home.full)):
        statuses = {check: status for check, status, _, _ in said[name]}
        assert set(statuses.values()) <= {"holds", "none"}, said[name]
    for name in map(str, (*home.full, *home.seats)):
        details = {check: detail for check, _, detail, _ in said[name]}
        assert "of the server and of seats 0, 1 stand in event 1" in details["commitments"]
        assert "they are of one record" in details["agree"]
        assert "fails" not in {status for _, status, _, _ in said[name]}, said[name]
    if shutil.which("node"):
        in_javascript(machine, home)


def played(client: Client, game: Game[Any]) -> Opened:
    """A whole series, its deals shuffled with the seeds of two seats as well."""
    persons = [{"name": name, "commits": True} for name in ("Ann", "Bob")]
    others = [{"bot": "easy"}] * (game.seats[0] - len(persons))
    target = TARGET.get(game.key, 1)
    table = client.open(game=game.key, seats=[*persons, *others], target=target)
    for seat in ADDING:
        body = committed(shown(client, table)["next_deal"]["id"], seat)
        path = f"{table.path}/seats/{seat}/commitment"
        assert client.send("PUT", path, table.tokens[seat], json=body).status_code == 200
    chance = Random(7)
    while (deal := shown(client, table)["deal"]) is not None:
        table.deal = deal["id"]
        play(client, table, chance)
        client.record(deal["id"])
    assert shown(client, table)["status"] == "over"
    return table


def shown(client: Client, table: Opened) -> Any:
    return client.get(table.path, table.owner)


def committed(deal: str, seat: int) -> dict[str, str]:
    return {"deal": deal, "commitment": commitment_of(deal, seat)}


def play(client: Client, table: Opened, chance: Random) -> None:
    """Play a deal: show the seeds, each with the commitment to the next, then make moves."""
    path, deal = table.deal_path, str(table.deal)
    for seat in ADDING:
        following = commitment_of(shown(client, table)["next_deal"]["id"], seat)
        body = {"seed": seed_of(deal, seat), "next_commitment": following}
        client.post(f"{path}/seed", table.tokens[seat], body)
    while True:
        play_bots(client.context, UUID(deal))
        seen = client.get(path, table.tokens[0])
        if seen["status"] == "over":
            return
        client.make(table, seen["to_act"], sensible(client, UUID(deal), seen["to_act"], chance))


def sensible(client: Client, deal: UUID, seat: int, chance: Random) -> dict[str, Any]:
    """Move like a bot, because deals played at random are long."""
    on = find_deal(client.context, deal)
    view = on.view(seat)
    legal = legal_moves(on.game, view, seat)
    seed = chance.randbytes(32)
    shown = on.shown(seat)
    move = bots.choose(
        on.game, "medium", seat=seat, shown=shown, view=view, legal=legal, seed=seed
    ).move
    return dict(say(move or legal[0]))


def taken_home(client: Client, table: Opened, folder: Path) -> Home:
    """All the evidence, in files."""
    client.sequence()
    series = client.get(f"{table.path}/series", table.owner)
    deals = [line["deal"] for line in series["deals"]]

    def file(name: str, path: str, who: str) -> Path:
        answer = client.send("GET", path, who)
        assert answer.status_code == 200, answer.text
        (folder / name).write_bytes(answer.data)
        return folder / name

    def of(deal: str, view: str, who: str) -> Path:
        return file(f"{deal}-{view}", f"/v1/deals/{deal}/bundle?view={view}&receipts=true", who)

    return Home(
        file("table", f"{table.path}/bundle?receipts=true", table.tokens[0]),
        [of(deal, "full", table.tokens[0]) for deal in deals],
        [of(deal, f"seat:{seat}", table.tokens[seat]) for deal in deals for seat in ADDING],
        file("key", "/v1/log/key", table.owner),
    )


def alone(machine: Path, home: Home) -> dict[str, list[Any]]:
    """The verdicts of the verifier with only its own packages, and without a network."""
    names = map(str, (home.table, *home.full, *home.seats))
    key = home.key.read_text("utf-8").strip()
    done = run([sys.executable, "-ISB", "-c", ALONE, str(machine), LIBRARIES, key, *names])
    assert done.returncode == 0, done.stderr
    said: dict[str, list[Any]] = json.loads(done.stdout)
    return said


def in_javascript(machine: Path, home: Home) -> None:
    """The same files, by the JavaScript: first the series in full, then the files of each seat."""
    command = ["node", str(machine / "verifier" / "cli.mjs"), "--key", str(home.key)]
    series = run([*command, str(home.table), *map(str, home.full)])
    assert series.returncode == parity.in_javascript(0), series.stdout
    assert "FAILS" not in series.stdout
    assert "HAND" not in series.stdout
    for seat in home.seats:
        own = run([*command, str(seat), str(home.full[0])])
        assert own.returncode == SEALED, own.stdout
        assert "FAILS" not in own.stdout


def run(command: Iterable[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*command], capture_output=True, text=True, timeout=60, check=False)
