"""Attacks by hosts, arbiters, players and clients, and by readers of the database; who notices."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, cast
from uuid import UUID

import orjson
import pytest

from domain.games.durak import DURAK
from domain.kernel.event import FULL
from events.canonical import canonical
from events.translog.receipts import Receipt
from service.deals import seeds
from tests.api.playing import Client, Opened, client_of
from tests.api.test_at_rest import hidden, named, stored
from tests.api.test_seeds import commit, show, shown
from tests.cli.commands import fairdeal
from tests.memory.context import memory_context
from tests.powers.conftest import Attacked
from tests.seeding import seed_of
from tests.simulation.runtime import RUNTIME
from tests.verifier.corpus.checks import whole
from tests.verifier.making import KEY, bundled, kept
from tests.verifier.mutations import rechained, with_entry
from tests.verifier.series import SIGNING, a_series
from verifier.bundle import Bundle
from verifier.case import Case
from verifier.verdicts import FAILS, HOLDS
from verifier.verify import verify

INVITED: Final[list[dict[str, str]]] = [{}, {}, {}, {}]
PATHS: Final = (
    *("", "/events", "/frames", "/bundle", "/audit", "/transcript", "/openings", "/legal-moves"),
    *("/analysis", "/hints"),
)


@pytest.fixture(scope="module")
def client() -> Client:
    return client_of(memory_context())


def of_invited_players(client: Client, **fields: Any) -> Opened:
    """A table whose seats were taken by invited people: the host holds none of them."""
    table = client.open(seats=INVITED, **fields)
    for seat in range(4):
        client.sit(table, seat, client.guest(table, "invitation", seat=seat))
    return table


def news(client: Client, table: Opened, seat: int, *, after: int) -> Iterator[dict[str, Any]]:
    """The events that a player is shown at their table after a position."""
    path = f"{table.path}/events?after={after}&limit=100"
    yield from client.get(path, table.tokens[seat])["events"]


def test_a_copy_of_the_database_is_searched_for_hands(attacked: Attacked) -> None:
    """P13: no value shows a hidden card, and reading leaves nothing to notice."""
    table = attacked.client.open(game="durak", seats=[{"name": "Ann"}, {"name": "Bob"}])
    attacked.client.play(table, Random(1), moves=2)
    attacked.client.sequence()
    cards = hidden(attacked.client, table, DURAK)
    assert cards
    assert named(stored(attacked.url, table), cards) == set()
    with_secret = attacked.restart().deal(table, FULL)
    assert all(with_secret.state.hands), "who has FAIRDEAL_SECRET reads them"
    assert attacked.scrub() == set()


def test_an_operator_who_dislikes_the_seeds_lets_the_time_pass(client: Client) -> None:
    """P15: all seats see the void, its seats and their number; not that the seed was ignored."""
    players = [
        {"name": name, "commits": name in ("Ann", "Dan")} for name in ("Ann", "B", "C", "Dan")
    ]
    table = client.open(seats=players, reveal_seconds=30, target=24)
    for seat in (0, 3):
        assert commit(client, table, seat).status_code == 200
    table.deal, before = shown(client, table)["deal"]["id"], shown(client, table)["version"]
    assert show(client, table, 0).status_code == 201
    seen = client.deal(table).progress.shown
    assert seen[0].seed == seed_of(str(table.deal), 0), "the operator knows it, and its own"
    RUNTIME.pass_time(31)  # the request of seat 3 is kept from the service
    assert seeds.void_late_deal(client.context, UUID(table.deal))
    for seat in range(4):
        noticed = next(
            each
            for each in news(client, table, seat, after=before)
            if each["type"].endswith("voided")
        )
        assert noticed["data"]["seats"] == [3]
    series = client.get(f"{table.path}/series", table.tokens[1])
    assert (series["voids"], series["deals"][0]["voided"]) == (1, [3])


def test_a_host_who_is_losing_closes_the_table(client: Client) -> None:
    """P16: every player sees it, and the series says who broke it off."""
    table = of_invited_players(client)
    client.play(table, Random(1), moves=4)
    before = shown(client, table)["version"]
    client.delete(table.path, table.owner)
    for seat in range(4):
        noticed = {each["type"]: each for each in news(client, table, seat, after=before)}
        assert noticed["table.deal_abandoned"]["data"]["reason"] == "closed"
        assert noticed["table.closed"]["data"]["reason"] == "owner"
    assert client.get(f"{table.path}/series", table.tokens[2])["status"] == "closed"


def test_a_host_who_plays_appoints_a_friend_who_rules_for_them(client: Client) -> None:
    """P18: every player sees the key that appointed the auditor, its seats, and the label."""
    table = client.open(seats=[{"name": "Ann"}, {}, {}, {}])
    for seat in (1, 2, 3):
        client.sit(table, seat, client.guest(table, "invitation", seat=seat))
    client.play(table, Random(5))
    client.record(str(table.deal))
    before = shown(client, table)["version"]
    friend = client.guest(table, "auditor", name="A neutral judge")
    claim = {"at": 9, "claim": "legality", "text": "No."}
    client.post(f"{table.deal_path}/disputes", table.tokens[0], claim)
    body = {"ruling": "upheld", "adjustment": [5, -5], "text": "Indeed."}
    client.post(f"{table.deal_path}/disputes/1/ruling", friend, body)
    for seat in (1, 2, 3):
        types = [each["type"] for each in news(client, table, seat, after=before)]
        assert "table.auditor_admitted" in types
        [line] = client.get(f"{table.path}/auditors", table.tokens[seat])["auditors"]
        assert (line["owner_seats"], line["name"]) == ([0], "A neutral judge")
        [dispute] = client.get(f"{table.deal_path}/disputes", table.tokens[seat])["disputes"]
        assert dispute["owner_may_act"]
        assert dispute["ruling"]["appointed_by"] == line["appointed_by"]
        assert dispute["ruling"]["of_party"]


def test_an_arbiter_upholds_a_claim_that_the_record_refutes(client: Client, tmp_path: Path) -> None:
    """P20: the players see ruling and points; the evidence shows the legal moves all the same."""
    table = of_invited_players(client)
    client.play(table, Random(5))
    client.record(str(table.deal))
    judge = client.guest(table, "auditor")
    before = shown(client, table)["version"]
    claim = {"at": 9, "claim": "legality", "text": "They had another card."}
    client.post(f"{table.deal_path}/disputes", table.tokens[0], claim)
    body = {"ruling": "upheld", "adjustment": [9, -9], "text": "So it was."}
    client.post(f"{table.deal_path}/disputes/1/ruling", judge, body)
    for seat in range(4):
        noticed = {each["type"]: each for each in news(client, table, seat, after=before)}
        ruled = noticed["table.dispute_ruled"]
        assert (ruled["actor"], ruled["data"]["adjustment"]) == ("auditor:1", [9, -9])
        assert ruled["data"]["text"] == "So it was."
    client.sequence()
    files = [tmp_path / name for name in ("table.json", "deal.json")]
    for file, path in zip(files, (table.path, table.deal_path), strict=True):
        file.write_text(client.send("GET", f"{path}/bundle", table.owner).text)
    (key := tmp_path / "key").write_text(str(client.context.translog.verifier))
    ran = fairdeal("verify", "--disputed", "--key", key, *files)
    assert "So it was." in ran.out
    assert "holds  moves" in ran.out
    assert "holds  dispute" in ran.out


def test_a_player_denies_an_own_move() -> None:
    """P21: with a key no record without the move holds; otherwise a receipt refutes it."""
    signed = bundled(kept(a_series("durak", 2).deals[0]), receipts=False, logged=False)
    assert verdict_on(signed, "signatures") == HOLDS
    at = next(at for at, each in enumerate(signed.events) if is_move(each.body, SIGNING))
    assert verdict_on(with_another_card(signed, at), "signatures") == FAILS
    unsigned = whole()
    receipt = unsigned.receipts[-1]
    at = next(at for at, each in enumerate(unsigned.events) if is_move(each.body, 0))
    denied = with_another_card(unsigned, at)._replace(receipts=(), log=None)
    assert verdict_on(denied, "receipts", receipt) == FAILS
    assert verdict_on(unsigned, "receipts", receipt) == HOLDS


def is_move(body: bytes, seat: int) -> bool:
    event = orjson.loads(body)
    return event["actor"] == f"seat:{seat}" and "card" in str([*event["data"]])


def with_another_card(bundle: Bundle, at: int) -> Bundle:
    """The record as the player tells it, its chain anew."""
    event = orjson.loads(bundle.events[at].body)
    data = event["data"]
    name = "cards" if "cards" in data else "card"
    value = data[name]
    data[name] = ["6C" if value != ["6C"] else "7C"] if name == "cards" else "6C"
    altered = with_entry(bundle, at, body=canonical(event))
    return rechained(altered, altered.events)


def verdict_on(bundle: Bundle, check: str, *receipts: Receipt) -> str:
    case = Case(bundle, receipts=cast("Any", receipts), key=KEY.verifier)
    return next(each.status for each in verify(case) if each.check == check)


def test_a_client_asks_for_the_cards_of_others_in_every_way(client: Client) -> None:
    """P24: no answer has them, whatever is asked for; so there is nothing to notice."""
    table = client.open(game="durak", seats=[{"name": "Ann"}, {"name": "Bob"}], hints=True)
    client.play(table, Random(2), moves=2)
    mine = client.get(table.deal_path, table.tokens[0])
    theirs = client.get(table.deal_path, table.tokens[1])["state"]["hands"][1]
    secret = {*theirs} - {*filter(None, str(mine["state"]).replace("'", " ").split())}
    assert secret
    requests = 0
    for path in PATHS:
        for view in ("", "?view=full", "?view=seat:1", "?view=public", "?at=99", "?seat=1"):
            for method in ("GET", "POST"):
                answer = client.send(method, f"{table.deal_path}{path}{view}", table.tokens[0])
                found = named(iter([(path, answer.data)]), secret)
                assert found == set(), (method, path, view)
                requests += 1
    assert requests == len(PATHS) * 12
