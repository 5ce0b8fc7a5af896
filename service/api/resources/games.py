"""The games that can be played."""

from functools import cache
from http import HTTPStatus
from typing import Any, Final

import flask

from domain.games import GAMES
from domain.kernel.event import to_json
from domain.kernel.game import Game, Tricks
from domain.kernel.layout import TrumpsOfGame
from languages import catalogue
from service.api.contract.compact import unnamed
from service.api.contract.games import move_schema, options_of_any_table
from service.api.dependencies import app
from service.api.headers import language, share_with_all
from service.api.problems import clauses_json
from service.api.responses import public_answer
from service.api.routes import Routes, Success
from service.games.representation import bots_line, cards_json, game_line, said, words
from service.games.rulebook import clauses
from service.problems import not_found
from service.responses.games import (
    BotListJson,
    GameJson,
    GameListJson,
    LanguageJson,
    LanguageListJson,
    TricksOfGameJson,
    TrumpsOfGameJson,
)

ROUTES: Final = Routes("games", description="The games that can be played, and their rules.")


@ROUTES.operation(
    "/games", "GET", "listGames", Success(HTTPStatus.OK, GameListJson), secured=False, tagged=True
)
def list_games() -> flask.Response:
    """List the games, their options and their bots."""
    lines = [game_line(game, language()) for game in GAMES.values()]
    return public_answer(GameListJson(games=lines, play_now=app.context.house_tables > 0))


@ROUTES.operation(
    "/bots", "GET", "listBots", Success(HTTPStatus.OK, BotListJson), secured=False, tagged=True
)
def list_bots() -> flask.Response:
    """List the bots of every game: their levels, the weakest first, and what plays at each."""
    return public_answer(BotListJson(bots=[bots_line(game) for game in GAMES.values()]))


@ROUTES.operation(
    "/languages",
    "GET",
    "listLanguages",
    Success(HTTPStatus.OK, LanguageListJson),
    secured=False,
    tagged=True,
)
def list_languages() -> flask.Response:
    """List the languages of texts for people.

    `Accept-Language` of any request selects one; `Content-Language` of the answer names it.
    """
    known = catalogue.LANGUAGES.all.values()
    lines: list[LanguageJson] = [
        {"tag": each.tag, "name": each.name, "complete": each.complete} for each in known
    ]
    return public_answer(LanguageListJson(languages=lines))


@ROUTES.operation(
    "/games/<game>",
    "GET",
    "getGame",
    Success(HTTPStatus.OK, GameJson),
    refusals=(HTTPStatus.NOT_FOUND,),
    secured=False,
    tagged=True,
)
def get_game(game: str) -> flask.Response:
    """Read a game's rules.

    Its options and moves as JSON Schemas, and the numbered clauses that refusals name.
    """
    if game not in GAMES:
        raise not_found("game")
    return share_with_all(public_answer(_book(GAMES[game])))


@cache
def grammar(key: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The options and the moves of a game, as JSON Schemas.

    It is first called when the application is made: parsing the texts in several threads at once
    fails in Python 3.11.
    """
    game = GAMES[key]
    return unnamed(options_of_any_table(game)), unnamed(move_schema(game))


def _book(game: Game[Any]) -> GameJson:
    return {
        **game_line(game, language()),
        "options_schema": grammar(game.key)[0],
        "moves": grammar(game.key)[1],
        "clauses": clauses_json(game.key, clauses(game.key)),
        "cards": cards_json(game, language()),
        "zones": [to_json(zone) for zone in game.layout.zones],
        "trumps": _trumps(game.layout.trumps),
        "roles": [to_json(role) for role in game.layout.roles],
        "best": list(game.layout.best),
        "tricks": _tricks(game.tricks),
        "said": said(game, language()),
        "score": to_json(game.counting),
        "words": words(game, language()),
    }


def _tricks(tricks: Tricks | None) -> TricksOfGameJson | None:
    if tricks is None:
        return None
    ends, before = ([each.TYPE for each in those] for those in (tricks.ends, tricks.before))
    return {"ends": ends, "before": before}


def _trumps(trumps: TrumpsOfGame | None) -> TrumpsOfGameJson | None:
    if trumps is None:
        return None
    return {
        "owner": trumps.owner,
        "at": [*trumps.at],
        "cards": {value: [*cards] for value, cards in trumps.cards.items()},
        "before": [*trumps.before],
    }
