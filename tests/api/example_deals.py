"""What the examples show of every game: its deals, in all their phases, at tables of all sizes.

Moves are chosen by chance, which is the same in every run, but for those that a deal is to have.
Nothing here hangs on what the script did before: a new entry there leaves every card as it was.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from domain.games import GAMES
from domain.kernel.game import Game
from domain.kernel.options import options_of
from service.api.contract.games import part
from tests.api.example_cast import DURAK, THREE, TWO, Cast, Table
from tests.api.example_values import keep_events, keep_score, keep_state, open_table, post
from tests.api.stillness import BEGAN, SECOND, drawing

FOUR: Final = [*THREE, {"name": "Dan"}]
DAY: Final = 86_400
TERMS: Final = {
    "visibility": "private",
    "spectators": False,
    "reveal_seconds": 30,
    "turn_limit": 60,
    "time_bank": 300,
    "abandon": "forfeit",
    "stand_in": "easy",
    "test": True,
}
MOST: Final = 500
"""A deal that has more moves does not end."""

Move = Mapping[str, Any]


class Plan(NamedTuple):
    """A deal that is to be played."""

    game: str
    seats: list[dict[str, Any]]
    options: Mapping[str, Any]
    wanted: tuple[Move, ...] = ()
    """What is said of some moves, which are made in this order, each as soon as somebody may."""
    seed: int = 1
    """Of what is left to chance; it is chosen so that all that is wanted comes up."""
    deals: int = 1
    """How many are played at the table. What is wanted comes up in the first."""


@dataclass(frozen=True)
class Choice:
    """A move that a seat may make."""

    seat: int
    move: dict[str, Any]
    early: bool


def _kinds(*names: str) -> tuple[Move, ...]:
    return tuple({"type": name} for name in names)


PLANS: Final = (
    Plan(
        "durak",
        TWO,
        {"any_trump_beats": False, "throw_in_after_take": True, "points_to_win": 5},
        _kinds("take"),
    ),
    Plan(
        "goat",
        FOUR,
        {"trump_card": "bottom", "molodka": "before_own_play", "eggs": "none", "loss_target": 6},
        _kinds("pull"),
        seed=3,
        deals=2,
    ),
    Plan(
        "svoi_kozyri",
        TWO,
        {"deal": "random", "voluntary_take": True, "max_plies": 40, "wins": 3},
    ),
    Plan(
        "skat",
        THREE,
        {"all_pass": "redeal", "deals": 12, "scoring": "classic", "limit": 301},
        (
            *_kinds("bid", "hold", "pick_up", "discard", "declare", "play"),
            *_kinds("ask_to_concede", "decline", "concede", "claim"),
        ),
    ),
    Plan(
        "skat",
        FOUR,
        {"all_pass": "next_deal", "deals": 16, "scoring": "seeger_fabian", "limit": 301},
        (
            *_kinds("bid", "hold"),
            {"type": "declare", "ouvert": True},
            *_kinds("play", "ask_to_concede", "accept"),
        ),
    ),
)


def plans() -> Iterator[Plan]:
    """Those above, and one deal by chance of each game that has none there."""
    yield from PLANS
    for game in GAMES.values():
        if game.key not in {plan.game for plan in PLANS}:
            seats = game.seats[0]
            options = {each.name: each.at(seats).default for each in options_of(game.options)}
            yield Plan(game.key, FOUR[:seats], options)


def play(cast: Cast) -> None:
    """Deals of every game, wishes for tables with bots, and a deal that the rules do not bear out.

    Args:
        cast: Who acts.
    """
    with _anew(cast) as own:
        for plan in plans():
            _play(own, plan)
        _wish(own)
        _go_wrong(own)


@contextmanager
def _anew(cast: Cast) -> Iterator[Cast]:
    """Another owner on another day, with numbers and chance of his own."""
    drawn, store = drawing("deals"), cast.asked.client.context.store
    cast.asked.clock.at = BEGAN + DAY * SECOND
    with patch("secrets.token_bytes", drawn), patch.object(store, "_entropy", drawn):
        asked = replace(cast.asked, numbers=count(1))
        yield replace(cast, asked=asked, owner=asked.client.key("All games"))


# --- Deals --------------------------------------------------------------------------------------


def _play(cast: Cast, plan: Plan) -> None:
    """A table of a game, where some deals are played."""
    game = GAMES[plan.game]
    wish = {"game": game.key, "name": game.title, "options": plan.options, "seats": plan.seats}
    table = open_table(cast, wish)
    wanted, chance = [*plan.wanted], Random(plan.seed)
    for number in range(1, plan.deals + 1):
        _play_out(cast, game, table, wanted, chance)
        assert not wanted, f"{game.key}: nobody could {wanted[0]}; change its plan in {__file__}"
        if number > 1 or len(plan.seats) > game.seats[0]:  # it says who leads, and how many sit
            cast.asked.show("getTranscript", cast.owner, deal=table.deal)
        keep_score(cast, game, table.id)
        shown = cast.asked.client.get(f"/v1/tables/{table.id}", cast.owner)
        table = replace(table, deal=shown["deal"]["id"])


def _play_out(
    cast: Cast, game: Game[Any], table: Table, wanted: list[Move], chance: Random
) -> None:
    """A deal from its first move to its last, as every seat sees it and as it was."""
    asked, path = cast.asked, f"/v1/deals/{table.deal}"
    for _ in range(MOST):
        choices = _choices(cast, game, table)
        if not choices:
            break
        chosen = _next(choices, wanted) or _any(choices, chance)
        asked.keep(f"{part(game)}Move", chosen.move)
        post(cast, f"{path}/moves", table.tokens[chosen.seat], {"move": chosen.move})
    keep_state(cast, game, asked.client.get(f"{path}?view=full", cast.owner))
    keep_events(cast, table.deal, "full")
    asked.client.record(table.deal)


def _choices(cast: Cast, game: Game[Any], table: Table) -> list[Choice]:
    """What every seat may do; what each is shown is kept."""
    found = []
    for seat, token in enumerate(table.tokens):
        shown = cast.asked.client.get(f"/v1/deals/{table.deal}", token)
        keep_state(cast, game, shown)
        found += [Choice(seat, each["move"], each["early"]) for each in shown["legal_moves"]]
    return found


def _next(choices: list[Choice], wanted: list[Move]) -> Choice | None:
    """The next move that is wanted, if somebody may make it; it is wanted no more."""
    said = wanted[0].items() if wanted else None
    fits = (each for each in choices if said is not None and said <= each.move.items())
    found = next(fits, None)
    if found is not None:
        del wanted[0]
    return found


def _any(choices: list[Choice], chance: Random) -> Choice:
    """The kind by chance, then the move; none that would end the deal early."""
    lasting = [each for each in choices if not each.early] or choices
    kind = chance.choice(sorted({each.move["type"] for each in lasting}))
    return chance.choice([each for each in lasting if each.move["type"] == kind])


# --- What else may be said and found ------------------------------------------------------------


def _wish(cast: Cast) -> None:
    """Tables of all sizes with a bot, and with one that stands in."""
    for game in GAMES.values():
        target = next(each for each in options_of(game.options) if each.name == game.target)
        for seats in game.seats:
            persons = [*FOUR[: seats - 1], {"bot": "medium"}]
            wish = {"game": game.key, "name": "With a bot", "seats": persons, **TERMS}
            open_table(cast, {**wish, "target": target.at(seats).low})


def _go_wrong(cast: Cast) -> None:
    """A service that has forgotten the rules records a move against them; an audit finds it."""
    asked = cast.asked
    table = open_table(cast, {**DURAK, "seats": TWO})
    path, deal = f"/v1/deals/{table.deal}/moves", asked.client.get
    turn = deal(f"/v1/deals/{table.deal}", cast.owner)["to_act"]
    attack = asked.client.moves(table.deal, table.tokens[turn])[0]["move"]
    post(cast, path, table.tokens[turn], {"move": attack})
    other = table.tokens[1 - turn]
    hand = deal(f"/v1/deals/{table.deal}", other)["state"]["hands"][1 - turn]
    beating = {each["move"].get("card") for each in asked.client.moves(table.deal, other)}
    wrong = {"type": "beat", "card": next(card for card in hand if card not in beating)}
    forgotten = [
        patch(f"domain.{module}.breaches", return_value=())
        for module in ("kernel.game", "judge.check")
    ]
    with forgotten[0], forgotten[1]:
        post(cast, path, other, {"move": wrong})
    key = f"besides-{next(asked.numbers)}"
    asked.client.send("DELETE", f"/v1/tables/{table.id}", cast.owner, Idempotency_Key=key)
    [found] = deal(f"/v1/deals/{table.deal}/audit", cast.owner)["findings"]
    asked.keep("Finding", found)
