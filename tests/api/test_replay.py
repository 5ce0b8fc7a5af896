"""A finished deal as each viewer saw it; its transcript, and the notations of its game."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from domain.games import GAMES
from domain.kernel.event import Viewer, redact, to_json
from domain.kernel.game import Game, fold
from domain.kernel.moves import legal_moves
from formats import notations_of
from formats.notation import Notation
from formats.transcript import read
from offline.replay import held, replay
from service.deals.representation import event_json, legal_json
from service.deals.visibility import parse_viewer, viewer_name
from tests.api.playing import PERSONS, Client, Opened
from tests.domain.in_english import in_english

VIEWERS: tuple[Viewer, ...] = (0, 1, 2, 3, "public", "full")


@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_state_is_the_fold_of_what_the_viewer_was_shown(
    viewer: Viewer, client: Client, played: Opened
) -> None:
    record = client.deal(played)
    game, path = GAMES["goat"], f"{played.deal_path}?view={viewer_name(viewer)}"
    shown = [redact(event, viewer) for event in record.events]
    for at in range(1, record.version + 1):
        answer = client.get(f"{path}&at={at}", played.owner)
        state = fold(game, shown[:at])
        assert answer["state"] == to_json(state)
        assert answer["to_act"] == game.to_act(state)
        assert answer["status"] == ("over" if game.outcome(state) else "playing")
        assert answer["explained"] == (
            list(in_english(game.explain(game.outcome(state))))
            if answer["status"] == "over"
            else []
        )
        assert (answer["at"], answer["version"]) == (at, record.version)
        moves = () if isinstance(viewer, str) else legal_moves(game, state, viewer)
        assert answer["legal_moves"] == [legal_json(move) for move in moves]
    events = client.get(f"{played.deal_path}/events?view={viewer_name(viewer)}", played.owner)
    assert events["events"] == [
        event_json(one, event) for one, event in zip(record.records, shown, strict=True)
    ]


def test_events_come_in_pages(client: Client, played: Opened) -> None:
    path = f"{played.deal_path}/events"
    found: list[Any] = []
    while page := client.get(f"{path}?after={len(found)}&limit=7", played.owner)["events"]:
        found += page
    assert found == client.get(path, played.owner)["events"]
    assert [each["position"] for each in found] == list(range(1, len(found) + 1))


def test_the_transcript_plays_again_under_the_rules(client: Client, played: Opened) -> None:
    path = f"{played.deal_path}/transcript"
    line = client.send("GET", path, played.owner, Accept="application/x-ndjson")
    assert line.mimetype == "application/x-ndjson"
    assert line.text.count("\n") == 1
    again = replay(read(line.data))
    assert again.ok
    assert again.outcome["over"] is True
    assert client.get(path, played.owner) == line.get_json(force=True)
    words = client.send("GET", path, played.owner, Accept="text/plain")
    assert words.mimetype == "text/plain"
    assert "trick taken" in words.text
    over = client.get(played.deal_path, played.owner)
    assert [line.strip() for line in words.text.splitlines()[-len(over["explained"]) :]] == (
        over["explained"]
    )


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("*/*", "application/json"),
        ("text/*", "text/plain"),
        ("text/plain;q=0.1, application/x-ndjson", "application/x-ndjson"),
    ],
)
def test_the_transcript_is_what_is_accepted(
    accept: str, media_type: str, client: Client, played: Opened
) -> None:
    path = f"{played.deal_path}/transcript"
    assert client.send("GET", path, played.owner, Accept=accept).mimetype == media_type


def test_a_transcript_is_no_picture(client: Client, played: Opened) -> None:
    answer = client.send("GET", f"{played.deal_path}/transcript", played.owner, Accept="image/png")
    assert answer.status_code == 406
    assert answer.mimetype == "application/problem+json"


@pytest.mark.parametrize("viewer", VIEWERS)
def test_viewers_have_names(viewer: Viewer) -> None:
    assert parse_viewer(viewer_name(viewer)) == viewer


NOTATIONS = [(game, notation) for game in GAMES.values() for notation in notations_of(game)]
"""Every notation, with its game."""


def tables(client: Client, game: Game[Any]) -> Iterator[Opened]:
    """A table of each size, its first deal played out."""
    for seats in game.seats:
        for seed in range(4):
            table = client.open(game=game.key, seats=PERSONS[:seats])
            client.play(table, Random(seed))
            yield table


@pytest.mark.parametrize(("game", "notation"), NOTATIONS)
def test_a_finished_deal_is_given_in_the_notation_and_reads_back(
    game: Game[Any], notation: Notation, client: Client
) -> None:
    for table in tables(client, game):
        path = f"{table.deal_path}/transcript"
        answer = client.send("GET", path, table.owner, Accept=notation.media_type)
        assert (answer.status_code, answer.mimetype) == (200, notation.media_type)
        assert answer.text.count("\n") == 1
        assert str(table.deal) in answer.text
        assert table.id in answer.text
        (piece,) = notation.pieces([answer.text])
        reading = notation.read(piece.text)
        assert held(reading, name="").ok
        record = client.deal(table)
        assert reading.events[2:] == record.events[2 : len(reading.events)]


def test_a_game_without_the_notation_does_not_offer_it(client: Client, played: Opened) -> None:
    path = f"{played.deal_path}/transcript"
    for _, notation in NOTATIONS:
        answer = client.send("GET", path, played.owner, Accept=notation.media_type)
        assert (answer.status_code, answer.mimetype) == (406, "application/problem+json")
        either = f"{notation.media_type}, text/plain;q=0.1"
        assert client.send("GET", path, played.owner, Accept=either).mimetype == "text/plain"


def test_a_deal_that_is_on_is_given_in_none(client: Client) -> None:
    for game, notation in NOTATIONS:
        table = client.open(game=game.key, seats=PERSONS[: game.seats[0]])
        path = f"{table.deal_path}/transcript"
        assert client.send("GET", path, table.owner, Accept=notation.media_type).status_code == 409


def test_the_contract_lists_every_notation(client: Client) -> None:
    contract = client.send("GET", "/openapi.yaml").text
    assert [notation.media_type in contract for _, notation in NOTATIONS] == [True] * len(NOTATIONS)
