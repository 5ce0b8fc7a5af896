"""Examples of every game: its deals, in all their phases, at tables of all sizes.

Moves are chosen at random, reproducibly, except for moves that a deal must have. Nothing here
depends on earlier acts of the script, so a new act there does not change any card here.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any, Final, NamedTuple
from unittest.mock import patch
from uuid import UUID

from domain.games import GAMES
from domain.kernel.event import FULL, event_classes
from domain.kernel.game import Game
from domain.kernel.options import options_of
from service.api.contract.games import part
from tools.examples.cast import DURAK, THREE, TWO, Cast, Table
from tools.examples.values import keep_events, keep_score, keep_state, open_table, post

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
    "bot_delay_ms": 250,
    "views_after": "members",
    "pause_seconds": 20,
    "hints": True,
    "phrases": "between_deals",
    "watch_delay": 30,
    "fixed_auditors": True,
}
NOTED: Final[dict[str, Any]] = {"ref": "match-204", "metadata": {"round": "3"}}
MOST: Final = 500
"""A deal that has more moves does not end."""

Move = Mapping[str, Any]


MANY: Final = 30
"""Deals that a game without a plan gets at most."""


class Plan(NamedTuple):
    """A deal to play."""

    game: str
    seats: list[dict[str, Any]]
    options: Mapping[str, Any]
    wanted: tuple[Move, ...] = ()
    """Descriptions of moves to make in this order, each as soon as a seat may."""
    seed: int = 1
    """The seed of all chance, chosen so that every wanted case occurs."""
    deals: int = 1
    """The number of deals at the table. The wanted moves are made in the first."""


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
        seed=2,
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
        {"all_pass": "redeal", "deals": 12, "scoring": "classic", "limit": 301, "claims": "exact"},
        (
            *_kinds("bid", "hold", "pick_up", "discard", "declare", "play"),
            *_kinds("ask_to_concede", "decline", "concede", "claim"),
        ),
    ),
    Plan(
        "skat",
        FOUR,
        {
            "all_pass": "next_deal",
            "deals": 16,
            "scoring": "seeger_fabian",
            "limit": 301,
            "claims": "exact",
        },
        (
            *_kinds("bid", "hold"),
            {"type": "declare", "ouvert": True},
            *_kinds("play", "ask_to_concede", "accept"),
        ),
    ),
)


def play(cast: Cast) -> None:
    """Deals of every game, requests for tables with bots, and a deal that breaks the rules.

    Args:
        cast: The principals.
    """
    with _anew(cast) as own:
        for plan in PLANS:
            _play(own, plan)
        for game in GAMES.values():
            if game.key not in {plan.game for plan in PLANS}:
                _play_by_chance(own, game)
        _open_requested_table(own)
        _go_wrong(own)


@contextmanager
def _anew(cast: Cast) -> Iterator[Cast]:
    """Another owner on another day, with their own numbers and randomness."""
    with cast.recorder.runtime.begun("deals", elapsed=DAY):
        recorder = replace(cast.recorder, numbers=count(1))
        yield replace(cast, recorder=recorder, owner=recorder.client.key("All games"))


# --- Deals --------------------------------------------------------------------------------------


def _play(cast: Cast, plan: Plan) -> str:
    """A table of a game, where some deals are played; the last one of them."""
    with cast.recorder.runtime.seeded(f"{plan.game}, {len(plan.seats)} seats, {plan.seed}"):
        return _play_as_planned(cast, plan)


def _play_as_planned(cast: Cast, plan: Plan) -> str:
    game = GAMES[plan.game]
    fields = {"game": game.key, "name": game.title, "options": plan.options, "seats": plan.seats}
    table = open_table(cast, fields)
    wanted, chance = [*plan.wanted], Random(plan.seed)
    for number in range(1, plan.deals + 1):
        _play_out(cast, game, table, wanted, chance)
        assert not wanted, f"{game.key}: nobody could {wanted[0]}; change its plan in {__file__}"
        if number > 1 or len(plan.seats) > game.seats[0]:  # it says who leads, and how many sit
            cast.show("getTranscript", cast.owner, deal=table.deal)
        keep_score(cast, game, table.id)
        shown = cast.client.get(f"/v1/tables/{table.id}", cast.owner)
        last = table.deal
        if shown["deal"] is not None:  # otherwise the series is over
            table = replace(table, deal=shown["deal"]["id"])
    return last


def _play_by_chance(cast: Cast, game: Game[Any]) -> None:
    """Deals of a game without a plan, until each of its events has come up."""
    seats = game.seats[0]
    options = {each.name: each.at(seats).default for each in options_of(game.options)}
    lacking = {kind.TYPE for kind in event_classes() if kind.TYPE.startswith(f"{game.key}.")}
    for seed in range(MANY):
        deal = _play(cast, Plan(game.key, FOUR[:seats], options, seed=seed))
        found = cast.client.context.streams.deal(UUID(deal), viewer=FULL)
        assert found is not None
        lacking -= {event.TYPE for event in found.events}
        if not lacking:
            return
    raise AssertionError(f"in {MANY} deals there was no {lacking}: add a plan in {__file__}")


def _play_out(
    cast: Cast, game: Game[Any], table: Table, wanted: list[Move], chance: Random
) -> None:
    """Play a deal from its first move to its last; record it as every seat sees it, and in full."""
    path = f"/v1/deals/{table.deal}"
    for _ in range(MOST):
        choices = _choices(cast, game, table)
        if not choices:
            break
        chosen = _next(choices, wanted) or _any(choices, chance)
        cast.recorder.keep(f"{part(game)}Move", chosen.move)
        post(cast, f"{path}/moves", table.tokens[chosen.seat], {"move": chosen.move})
    ended = cast.client.get(f"{path}?view=full", cast.owner)
    keep_state(cast, game, ended)
    if ended["card_points"] is not None:
        cast.recorder.keep("CardPoints", ended["card_points"])
    keep_events(cast, table.deal, "full")
    cast.client.record(table.deal)


def _choices(cast: Cast, game: Game[Any], table: Table) -> list[Choice]:
    """The legal moves of every seat; the answers to the seats are recorded."""
    found = []
    for seat, token in enumerate(table.tokens):
        shown = cast.client.get(f"/v1/deals/{table.deal}", token)
        keep_state(cast, game, shown)
        for aim in shown["aims"].values():
            cast.recorder.keep("Aim", aim)
        found += [Choice(seat, each["move"], each["early"]) for each in shown["legal_moves"]]
    return found


def _next(choices: list[Choice], wanted: list[Move]) -> Choice | None:
    """The next wanted move, if a seat may make it; it is then removed from the list."""
    said = wanted[0].items() if wanted else None
    fits = (each for each in choices if said is not None and said <= each.move.items())
    found = next(fits, None)
    if found is not None:
        del wanted[0]
    return found


def _any(choices: list[Choice], chance: Random) -> Choice:
    """A random kind, then a random move; none that would end the deal early."""
    lasting = [each for each in choices if not each.early] or choices
    kind = chance.choice(sorted({each.move["type"] for each in lasting}))
    return chance.choice([each for each in lasting if each.move["type"] == kind])


# --- Other requests and findings ------------------------------------------------------------------


def _open_requested_table(cast: Cast) -> None:
    """Tables of all sizes with a bot, and with a stand-in."""
    for game in GAMES.values():
        target = next(each for each in options_of(game.options) if each.name == game.target)
        for seats in game.seats:
            persons = [*FOUR[: seats - 1], {"bot": "medium"}]
            persons[0] = {**persons[0], **NOTED}
            request = {"game": game.key, "name": "With a bot", "seats": persons, **TERMS, **NOTED}
            request["decks"] = [list(game.pack)]
            open_table(cast, {**request, "target": target.at(seats).low})


def _go_wrong(cast: Cast) -> None:
    """A service that ignores the rules records an illegal move; an audit finds it."""
    table = open_table(cast, {**DURAK, "seats": TWO})
    path, deal = f"/v1/deals/{table.deal}/moves", cast.client.get
    turn = deal(f"/v1/deals/{table.deal}", cast.owner)["to_act"]
    attack = cast.client.moves(table.deal, table.tokens[turn])[0]["move"]
    post(cast, path, table.tokens[turn], {"move": attack})
    other = table.tokens[1 - turn]
    hand = deal(f"/v1/deals/{table.deal}", other)["state"]["hands"][1 - turn]
    beating = {each["move"].get("card") for each in cast.client.moves(table.deal, other)}
    wrong = {"type": "beat", "card": next(card for card in hand if card not in beating)}
    forgotten = [
        patch(f"{module}.breaches", return_value=())
        for module in ("service.deals.moves", "domain.kernel.moves", "domain.judge.deal_rules")
    ]
    with forgotten[0], forgotten[1], forgotten[2]:
        post(cast, path, other, {"move": wrong})
    key = f"besides-{next(cast.recorder.numbers)}"
    cast.client.send("DELETE", f"/v1/tables/{table.id}", cast.owner, Idempotency_Key=key)
    [found] = deal(f"/v1/deals/{table.deal}/audit", cast.owner)["findings"]
    cast.recorder.keep("Finding", found)
