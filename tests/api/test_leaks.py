"""No answer of any game names a card to a caller who may not know it, whatever they request.

`test_noninterference` shows more: an unknown card changes no byte of any answer.
"""

import re
from collections.abc import Iterator
from json import loads
from random import Random
from types import SimpleNamespace
from typing import Any, Final
from uuid import UUID

import pytest

from domain.games import GAMES
from domain.kernel.cards import PACK_36
from domain.kernel.event import FULL, PUBLIC, Viewer, redact, to_json
from domain.kernel.game import Game
from domain.kernel.moves import say
from service.games.rulebook import clauses
from tests.api.contracts import contract
from tests.api.operations import CASES, addressed
from tests.api.playing import PERSONS, Answer, Client, Opened
from tests.laws.play import proposal
from tests.sampling import cases

CODE: Final = re.compile(r"\b[6-9TJQKA][CSHD]\b")
SERIES: Final = cases(sample=1, full=3)
MOST: Final = 20
TURNS: Final = cases(sample=5, full=20)
ENOUGH: Final = 100
"""Answers that were looked at; a deal can be short."""
NOTE: Final = "zq-note"
ENOUGH_NOTED: Final = 8
"""Forms of answers in which the owner sees their notes."""
FORMS: Final[dict[str, list[str]]] = {
    operation["operationId"]: [
        form
        for status, said in operation["responses"].items()
        if status == "200" and "$ref" not in said
        for form in said.get("content", ())
        if form != "text/event-stream"
    ]
    for methods in contract()["paths"].values()
    for method, operation in methods.items()
    if method == "get"
}
"""The media types of the answers of each operation that reads."""
QUICK: Final = "durak"
"""The game that `make quick` plays, too."""


def known_to(client: Client, deal: str, viewer: Viewer) -> set[str]:
    """Every card that a viewer has been shown, by the full record."""
    record = client.context.streams.deal(UUID(deal), viewer=FULL)
    assert record is not None
    shown = str([to_json(redact(event, viewer)) for event in record.events])
    return set(CODE.findall(shown))


EXAMPLE = re.compile("such as TC|'example': 'TC'")
"""In every refusal of a text that is no card."""


def said_in(answer: Answer, game: str = "goat") -> set[str]:
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


def questions(
    game: Game[Any], client: Client, table: Opened, seat: int, chance: Random
) -> Iterator[tuple[str, Any]]:
    """Requests that a curious player may make, and moves, mostly illegal ones."""
    deal, other = table.deal_path, (seat + 1) % len(table.tokens)
    record = client.deal(table)
    for query in ("", "?view=public", "?view=full", f"?view=seat:{other}"):
        yield from ((f"{deal}{path}{query}", None) for path in ("", "/events", "/openings"))
    yield f"{deal}?at={chance.randint(1, record.version)}", None
    yield f"{deal}/transcript", None
    yield from ((f"/v1/tables/{table.id}{path}", None) for path in ("", "/series"))
    run: Any = SimpleNamespace(game=game, state=record.state, seats=range(len(table.tokens)))
    for _ in range(2):
        move = say(proposal(run, chance, seat=seat))
        wrong = {name: [*each, "ZZ"] for name, each in move.items() if isinstance(each, list)}
        yield f"{deal}/moves", {"move": move, "expected_version": 1}
        yield f"{deal}/moves", {"move": {**move, **wrong, "type": move["type"], "seat": 1}}
        yield f"{deal}/moves", {"move": move}


def is_over(client: Client, table: Opened) -> bool:
    return bool(client.get(table.deal_path, table.owner)["status"] == "over")


def ask_everything(game: Game[Any], client: Client, table: Opened, chance: Random) -> int:
    """All callers make every request and try moves; return the number of requests."""
    count = 0
    for seat, token in (*table.tokens.items(), (0, table.owner)):
        viewer: Viewer = PUBLIC if token == table.owner else seat
        known = known_to(client, str(table.deal), viewer)
        for path, body in questions(game, client, table, seat, chance):
            answer = client.send("POST" if body else "GET", path, token, json=body)
            assert answer.status_code < 500
            # one of the moves that were tried has ended it, so now all cards are public
            if body and is_over(client, table):
                return count
            known = known_to(client, str(table.deal), viewer) if body else known
            assert said_in(answer, game.key) <= known, (path, body, answer.text)
            count += 1
    return count


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=key, marks=() if key == QUICK else pytest.mark.costly)
        for key, game in GAMES.items()
    ],
)
def test_no_answer_reveals_forbidden_cards(game: Game[Any], client: Client) -> None:
    count = 0
    for seed in range(MOST):
        if seed >= SERIES and count > ENOUGH:
            break
        chance = Random(seed)
        for seats in game.seats:
            table = client.open(game=game.key, seats=PERSONS[:seats])
            for _ in range(TURNS):
                client.play(table, chance, moves=chance.randint(1, 6))
                if is_over(client, table):
                    break
                count += ask_everything(game, client, table, chance)
    assert count > ENOUGH


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
    full = client.send("GET", f"{played.deal_path}/events?view=full", client.key())
    assert said_in(full) == set(PACK_36)


def test_what_an_owner_notes_is_in_no_answer_to_others(client: Client) -> None:
    """In every form of every answer about a table that all may see."""
    noted: dict[str, Any] = {"ref": f"{NOTE}-1", "metadata": {"note": f"{NOTE}-2"}}
    seats = [{"name": name, **noted} for name in ("Ann", "Bob")]
    table = client.open(
        game="durak", target=1, visibility="public", views_after="all", seats=seats, **noted
    )
    client.play(table, Random(3))
    client.record(str(table.deal))
    read = {(case.operation, case.path) for case in CASES if case.method == "GET"}
    stranger, shown = client.key(), set[str]()
    for operation, path in sorted(read):
        at = addressed(client, table, 0, path)
        for form in FORMS[operation]:
            for who in (stranger, table.tokens[0]):
                answer = client.send("GET", at, who, Accept=form)
                assert NOTE not in answer.text, (at, form)
            if NOTE in client.send("GET", at, table.owner, Accept=form).text:
                shown.add(f"{operation} {form}")
    assert len(shown) >= ENOUGH_NOTED, shown


def test_logs_name_no_card_and_no_credential(
    client: Client, capsys: pytest.CaptureFixture[str], table: Opened
) -> None:
    deal = table.deal_path
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
