"""No answer to a seat contains a card that the seat may not know, whatever it requests."""

import re
from collections.abc import Iterator
from itertools import combinations
from json import loads
from random import Random
from typing import Any, Final
from uuid import UUID

import pytest
from werkzeug.test import TestResponse

from domain.fairness.shuffle import Lot
from domain.kernel.cards import PACK_36, Card, Cards
from domain.kernel.deal import Opened as DealOpened
from domain.kernel.deal import Shuffled
from domain.kernel.event import FULL, PUBLIC, Viewer, redact, to_json
from service.play import deals
from service.rulebook import clauses
from tests.api.playing import PERSONS, Client, Opened
from tests.sampling import cases

CODE: Final = re.compile(r"\b[6-9TJQKA][CSHD]\b")
KINDS: Final = ("lead", "beat", "discard", "pull")
SERIES: Final = cases(sample=1, full=3)


def known_to(client: Client, deal: str, viewer: Viewer) -> set[str]:
    """Every card that a viewer has been shown, by the full record."""
    record = client.context.streams.deal(UUID(deal), viewer=FULL)
    assert record is not None
    shown = str([to_json(redact(event, viewer)) for event in record.events])
    return set(CODE.findall(shown))


EXAMPLE = re.compile("such as TC|'example': 'TC'")
"""In every refusal of a text that is no card."""


def said_in(answer: TestResponse, game: str = "goat") -> set[str]:
    """Every card that an answer names, in its body or its headers."""
    body = answer.text
    if answer.mimetype == "application/problem+json":
        body = EXAMPLE.sub("", str(without_rule_texts(loads(body), game)))
    return set(CODE.findall(body)) | set(CODE.findall(str(answer.headers)))


def without_rule_texts(problem: dict[str, Any], game: str) -> dict[str, Any]:
    texts = clauses(game)
    for each in problem.get("clauses", ()):
        assert each["text"] == texts[each["id"]]
        each["text"] = ""
    return problem


def questions(table: Opened, seat: int, version: int, chance: Random) -> Iterator[tuple[str, Any]]:
    """Requests that a curious player may make, including moves."""
    deal = f"/v1/deals/{table.deal}"
    for path in ("", "?view=public", "?view=full", f"?view=seat:{(seat + 1) % 4}"):
        yield deal + path, None
        yield f"{deal}/events{path}", None
        yield f"{deal}/openings{path}", None
    yield f"{deal}?at={chance.randint(1, version)}", None
    yield f"{deal}/transcript", None
    yield f"/v1/tables/{table.id}", None
    yield f"/v1/tables/{table.id}/series", None
    for kind in KINDS:
        cards = chance.sample(PACK_36, chance.choice((1, 1, 2, 4)))
        yield f"{deal}/moves", {"move": {"type": kind, "cards": cards}, "expected_version": 1}
        if kind != "discard":  # nearly always refused; otherwise it is a move like another
            yield f"{deal}/moves", {"move": {"type": kind, "cards": [*cards, "ZZ"]}}
    yield f"{deal}/moves", {"move": {"type": "lead", "cards": chance.sample(PACK_36, 2) * 2}}


@pytest.mark.parametrize("seed", range(SERIES))
def test_random_play_reveals_no_forbidden_cards(client: Client, seed: int) -> None:
    chance = Random(seed)
    table = client.open()
    assert table.deal is not None
    attempts = 0
    for _ in range(12):
        client.play(table, chance, moves=chance.randint(1, 5))
        version = client.get(f"/v1/deals/{table.deal}", table.owner)["version"]
        if client.get(f"/v1/deals/{table.deal}", table.owner)["status"] == "over":
            break
        for seat, token in (*table.tokens.items(), (0, table.owner)):
            viewer: Viewer = PUBLIC if token == table.owner else seat
            known = known_to(client, table.deal, viewer)
            for path, body in questions(table, seat, version, chance):
                answer = client.send("POST" if body else "GET", path, token, json=body)
                assert answer.status_code < 500
                assert said_in(answer) <= known, (path, body, answer.text)
                attempts += 1
    assert attempts > 200


def test_the_answer_to_a_move_reveals_only_what_the_mover_may_know(client: Client) -> None:
    table = client.open()
    assert table.deal is not None
    chance = Random(11)
    for _ in range(30):
        sent = len(client.sent)
        if not client.play(table, chance, moves=1):
            break
        move = client.sent[-1]
        assert len(client.sent) > sent
        seat = next(seat for seat, token in table.tokens.items() if token == move.who)
        assert said_in(move.answer) <= known_to(client, table.deal, seat)


def test_hidden_values_are_shown_after_the_deal(client: Client, played: Opened) -> None:
    full = client.send("GET", f"/v1/deals/{played.deal}/events?view=full", client.key())
    assert said_in(full) == set(PACK_36)


# --- Two deals that a seat cannot distinguish -----------------------------------------------------

DEALER, SHOWN = 3, 7
KNOWN: Final = (0, 4, 8, 12, 16 + SHOWN)
"""Where the cards lie in the deck that seat 0 is shown: its hand, and the trump card."""


def shuffle_with(deck: Cards) -> Any:
    def shuffled(
        opened: DealOpened, *, pack: Cards, lots: tuple[Lot, ...], seed: bytes, shown: object
    ) -> Shuffled:
        assert len(seed) == 32
        assert shown == ()
        assert set(deck) == set(pack)
        assert len(lots) == 2
        return Shuffled(opened.commitment, opened.commitment, deck, (SHOWN, DEALER))

    return shuffled


def shuffled_otherwise(deck: Cards, chance: Random) -> Cards:
    """The same for seat 0, but every card that it may not know is somewhere else."""
    others = [deck[at] for at in range(len(deck)) if at not in KNOWN]
    chance.shuffle(others)
    rest = iter(others)
    return tuple(card if at in KNOWN else next(rest) for at, card in enumerate(deck))


def masked(answer: TestResponse, table: Opened) -> str:
    """An answer without values that differ between any two deals: ids, times, commitments."""
    text = answer.text.replace(table.id, "TABLE").replace(str(table.deal), "DEAL")
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "TIME", text)
    text = re.sub("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ID", text)
    return f"{answer.status_code} {re.sub('[0-9a-f]{64}', 'DIGEST', text)}"


@pytest.mark.parametrize("seed", range(3))
def test_unknown_cards_change_no_answer_to_a_seat(
    seed: int, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seat 0, on lead, gets the same answer to every request and every move, byte for byte."""
    chance = Random(seed)
    deck = tuple(chance.sample(PACK_36, 36))
    answers = []
    for order in (deck, shuffled_otherwise(deck, chance)):
        monkeypatch.setattr(deals, "shuffled", shuffle_with(order))
        monkeypatch.setattr("domain.judge.beginning.follows", lambda *_, **__: True)
        table = client.open(seats=PERSONS)
        answers.append([masked(each, table) for each in tried(client, table, Random(seed))])
    assert answers[0] == answers[1]
    assert len(answers[0]) > 150
    assert any('"illegal-move"' in each for each in answers[0])


def tried(client: Client, table: Opened, chance: Random) -> Iterator[TestResponse]:
    """All requests of seat 0, and every refused move of one or two cards."""
    for path, body in questions(table, 0, 3, chance):
        yield client.send("POST" if body else "GET", path, table.tokens[0], json=body)
    deal = f"/v1/deals/{table.deal}"
    legal = [each["move"] for each in client.moves(str(table.deal), table.tokens[0])]
    for kind in KINDS:
        for cards in sets(chance):
            move = {"type": kind, "cards": list(cards)}
            if move not in legal:
                yield client.send("POST", f"{deal}/moves", table.tokens[0], json={"move": move})


def sets(chance: Random) -> list[tuple[Card, ...]]:
    return [(card,) for card in PACK_36] + chance.sample(list(combinations(PACK_36, 2)), 20)


# --- Logs ----------------------------------------------------------------------------------------


def test_logs_name_no_card_and_no_credential(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    table = client.open()
    deal = f"/v1/deals/{table.deal}"
    for _ in range(12):
        seat = client.get(deal, table.owner)["to_act"]
        move = client.moves(str(table.deal), table.tokens[seat])[0]["move"]
        client.make(table, seat, move)
        client.send("GET", f"{deal}?view=7C", table.tokens[seat], X_Request_Id="seen-by-7C?")
    logged = capsys.readouterr().out
    moves = [line for line in logged.splitlines() if "/moves" in line]
    assert len(moves) == 12
    for line in moves:
        named = set(re.findall(r"(\w+)=", line))
        assert named >= {"request", "deal", "actor", "method", "status", "ms"}, line
        assert f"deal={table.deal}" in line
        assert re.search(r"actor=seat:[0-3]\b", line)
    assert not CODE.search(logged)
    assert not any(secret in logged for secret in (table.owner, *table.tokens.values()))
