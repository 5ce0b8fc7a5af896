"""No answer of any game, at a table of any size, names a card to a caller who may not know it."""

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from domain.kernel.event import FULL, PUBLIC, Viewer
from domain.kernel.game import Game
from domain.kernel.moves import say
from tests.api.playing import PERSONS, Client, Opened
from tests.api.test_leaks import known_to, said_in
from tests.laws.play import every_game, proposal
from tests.sampling import cases

SERIES = cases(sample=1, full=3)
MOST = 20
TURNS = cases(sample=8, full=20)
ENOUGH = 100
"""Answers that were looked at; a deal can be short."""


@every_game
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


def is_over(client: Client, table: Opened) -> bool:
    deal: Any = client.get(f"/v1/deals/{table.deal}", table.owner)
    return deal["status"] == "over"  # type: ignore[no-any-return]


def ask_everything(game: Game[Any], client: Client, table: Opened, chance: Random) -> int:
    """All callers make every request and try moves; return the number of requests."""
    count = 0
    everybody = [*table.tokens.items(), (0, table.owner)]
    for seat, token in everybody:
        viewer: Viewer = PUBLIC if token == table.owner else seat
        for path, body in questions(game, client, table, seat, chance):
            answer = client.send("POST" if body else "GET", path, token, json=body)
            assert answer.status_code < 500
            # one of the moves that were tried has ended it, so now all cards are public
            if is_over(client, table):
                return count
            known = known_to(client, str(table.deal), viewer)
            assert said_in(answer, game.key) <= known, (path, body, answer.text)
            count += 1
    return count


def questions(
    game: Game[Any], client: Client, table: Opened, seat: int, chance: Random
) -> Iterator[tuple[str, Any]]:
    """Requests for a running deal, and two moves, mostly illegal ones."""
    deal = f"/v1/deals/{table.deal}"
    other = (seat + 1) % len(table.tokens)
    for query in ("", "?view=public", "?view=full", f"?view=seat:{other}", "?at=3"):
        yield deal + query, None
    yield f"{deal}/events", None
    yield f"{deal}/transcript", None
    yield f"/v1/tables/{table.id}/series", None
    record = client.context.streams.deal(UUID(str(table.deal)), viewer=FULL)
    assert record is not None
    run: Any = SimpleNamespace(game=game, state=record.state, seats=range(len(table.tokens)))
    for _ in range(2):
        yield f"{deal}/moves", {"move": say(proposal(run, chance, seat=seat))}
