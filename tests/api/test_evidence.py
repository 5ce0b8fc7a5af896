"""Receipts and bundles: signatures of the service, and evidence for viewers."""

from json import dumps, loads
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest

from domain.kernel.cards import SUIT_OF
from domain.kernel.event import FULL, PUBLIC, Viewer
from domain.kernel.game import Game
from run.cli import main
from tests.api.playing import PERSONS, Client, Opened
from tests.api.test_leaks import known_to
from tests.laws.play import every_game
from verifier.bundle import Bundle, read, read_receipt
from verifier.case import Case
from verifier.verdicts import FAILS, HOLDS, NONE, OPEN, Verdict
from verifier.verify import verify


def bundle_of(client: Client, path: str, who: str) -> Bundle:
    answer = client.send("GET", path, who)
    assert answer.status_code == 200, answer.text
    return read(answer.data)


def said_of(bundle: Bundle, **held: Any) -> dict[str, Verdict]:
    """The verdicts of a reader who has the key of the service."""
    return {each.check: each for each in verify(Case(bundle, **{"key": bundle.verifier, **held}))}


def statuses(bundle: Bundle, **held: Any) -> dict[str, str]:
    return {name: each.status for name, each in said_of(bundle, **held).items()}


def test_a_move_is_answered_with_a_receipt_and_again_with_the_same(client: Client) -> None:
    table = client.open()
    seat = client.get(table.deal_path, table.owner)["to_act"]
    move = client.moves(str(table.deal), table.tokens[seat])[0]["move"]
    path, key = f"{table.deal_path}/moves", uuid4().hex
    first, again = (
        client.send("POST", path, table.tokens[seat], json={"move": move}, Idempotency_Key=key)
        for _ in range(2)
    )
    assert first.data == again.data
    receipt = read_receipt(first.data)
    assert read_receipt(dumps(first.json["receipt"]).encode()) == receipt
    assert receipt.position == first.json["version"]
    assert receipt.is_by(client.context.translog.verifier)
    bundle = bundle_of(client, f"{table.deal_path}/bundle", table.tokens[seat])
    assert said_of(bundle, receipts=(receipt,))["receipts"].status == HOLDS
    altered = receipt._replace(at=receipt.at + 1)
    assert said_of(bundle, receipts=(altered,))["receipts"].status == FAILS


@every_game
def test_every_viewer_has_the_same_head_and_only_the_allowed_secrets(
    game: Game[Any], client: Client
) -> None:
    chance = Random(3)
    for seats in game.seats:
        table = client.open(game=game.key, seats=PERSONS[:seats])
        for _ in range(6):
            client.play(table, chance, moves=chance.randint(1, 4))
            if client.get(table.deal_path, table.owner)["status"] == "over":
                break
            heads = set()
            for viewer, token in readers(table):
                bundle = bundle_of(client, f"{table.deal_path}/bundle", token)
                heads.add(bundle.head)
                known = known_to(client, str(table.deal), viewer)
                assert cards_in(bundle) <= known
                assert cards_in(bundle) == known, "not fewer"
                assert FAILS not in statuses(bundle).values(), said_of(bundle)
            assert len(heads) == 1


def readers(table: Opened) -> list[tuple[Viewer, str]]:
    return [*table.tokens.items(), (PUBLIC, table.owner)]


def cards_in(bundle: Bundle) -> set[str]:
    """Every card that is named in a body or in an opening."""
    texts = [
        loads(text)
        for entry in bundle.events
        for text in (entry.body, *(each.payload for each in entry.openings))
    ]
    return {each for each in leaves(texts) if each in SUIT_OF}


def leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return leaves(list(value.values()))
    return [leaf for item in value for leaf in leaves(item)] if isinstance(value, list) else [value]


@every_game
def test_the_bundle_of_a_finished_deal_holds_in_full(game: Game[Any], client: Client) -> None:
    table = client.open(game=game.key, seats=PERSONS[: game.seats[-1]])
    client.play(table, Random(4), moves=3000)
    client.sequence()
    path = f"{table.deal_path}/bundle"
    bundle = bundle_of(client, f"{path}?receipts=true", client.key())
    assert bundle.view == FULL
    assert set(statuses(bundle).values()) == {HOLDS, NONE}, said_of(bundle)
    assert len(bundle.receipts) >= 1
    own = bundle_of(client, f"{path}?view=seat:1", table.tokens[0])
    said = statuses(own)
    assert FAILS not in said.values()
    assert {said[name] for name in ("form", "chain", "seeds", "root", "log")} == {HOLDS}
    assert said["pack"] == OPEN, "it is sealed in this view"


def test_while_a_deal_is_on_other_views_are_refused(client: Client, table: Opened) -> None:
    path = f"{table.deal_path}/bundle"
    for view in ("full", "seat:1"):
        answer = client.send("GET", f"{path}?view={view}", table.tokens[0])
        assert answer.refusal == (403, "view-not-allowed")
    stranger = client.open(visibility="private")
    assert client.send("GET", f"{stranger.deal_path}/bundle", client.key()).status_code == 404


def test_a_partly_logged_record_is_proved_up_to_the_logged_event(client: Client) -> None:
    table = client.open()
    path = f"{table.deal_path}/bundle"
    client.sequence()
    size = client.context.translog.checkpoint().size
    before = bundle_of(client, path, table.owner)
    client.play(table, Random(1), moves=2)
    after = bundle_of(client, path, table.owner)
    assert before.log is not None
    assert after.log is not None
    assert len(after.events) > len(before.events) == before.log.version == after.log.version
    client.sequence()
    older = bundle_of(client, f"{path}?size={size}", table.owner)
    assert older.log == after.log is not None
    newer = bundle_of(client, path, table.owner)
    assert newer.log is not None
    assert newer.log.version == len(newer.events)
    held = {"checkpoints": (after.log.checkpoint,)}
    proved = said_of(older, **held)["log"]
    assert proved.status == OPEN
    assert proved.detail.startswith(f"only the first {older.log.version} of {len(older.events)}")
    assert "size=" in said_of(newer, **held)["log"].detail
    assert client.send("GET", f"{path}?size=999999999", table.owner).status_code == 404
    early = bundle_of(client, f"{path}?size=0", table.owner) if size_zero(client) else None
    assert early is None or early.log is None


def size_zero(client: Client) -> bool:
    return client.context.translog.store.checkpoint(0) is not None


def test_a_series_is_verified_with_its_deals(client: Client, tmp_path: Path) -> None:
    table = client.open(target=2)
    chance = Random(2)
    files = []
    while table.deal is not None:
        client.play(table, chance)
        client.record(table.deal)
        files.append(tmp_path / f"{table.deal}.json")
        table.deal = (client.get(table.path, table.owner)["deal"] or {}).get("id")
    client.sequence()
    for file in files:
        raw = client.send("GET", f"/v1/deals/{file.stem}/bundle", table.owner).data
        file.write_bytes(raw)
    series = tmp_path / "table.json"
    series.write_bytes(client.send("GET", f"{table.path}/bundle", table.owner).data)
    key = tmp_path / "key"
    key.write_bytes(client.send("GET", "/v1/log/key").data)
    assert main(["verify", "--key", str(key), str(series), *map(str, files)]) == 0
    bundle = read(series.read_bytes())
    others = tuple(Case(read(file.read_bytes())) for file in files)
    said = said_of(bundle, others=others)
    assert {name for name, each in said.items() if each.status != HOLDS} == {
        "receipts",
        "signatures",
    }
    assert said_of(bundle, others=others[1:])["series"].status == OPEN


def test_the_record_of_a_table_is_for_those_who_take_part(client: Client, table: Opened) -> None:
    path = f"{table.path}/bundle"
    assert bundle_of(client, path, table.tokens[2]).stream == UUID(table.id)
    assert client.send("GET", path, client.key()).refusal == (403, "not-allowed")


@pytest.mark.parametrize("query", ["view=nobody", "size=-1", "receipts=perhaps"])
def test_a_query_that_says_nothing_is_refused(client: Client, query: str, table: Opened) -> None:
    assert client.send("GET", f"{table.deal_path}/bundle?{query}", table.owner).status_code == 422
