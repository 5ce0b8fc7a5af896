"""Pages for people: the contract, and the rules with an anchor for every clause."""

import re
from functools import cache
from pathlib import Path
from typing import Final

import flask
from markupsafe import Markup

from domain.games import GAMES
from domain.kernel.cards import Cards
from domain.kernel.lesson import Lesson
from languages.catalogue import IN_ENGLISH, Language
from service.api.dependencies import app
from service.api.headers import DAY, language
from service.api.pages import CONTRACT_POLICY, coded, framed, page
from service.api.responses import public
from service.games.rulebook import GENERAL, TOURNAMENTS
from service.games.rulebook import page as rule_page
from service.problems import not_found

STATIC: Final = Path(__file__).parents[1] / "static"
MEDIA_TYPES: Final = {
    "docs.js": "text/javascript",
    "rapidoc-min.js": "text/javascript",
}
ASSETS: Final = tuple(MEDIA_TYPES)
OTHER_FORMS: Final = {
    "openapi.json": "application/json",
    "postman.json": "application/json",
    "llms.txt": "text/plain; charset=utf-8",
}
OF_ALL: Final = (GENERAL, TOURNAMENTS)
"""The rule texts that are the same for all games, by their names in addresses."""
"""The name in addresses of the clauses that hold at every table."""
_HEADING: Final = re.compile(r"(</?h)([1-5])\b")
PAGES: Final = flask.Blueprint("pages", __name__)
_RENDERER: Final = Markup(
    '<script type="module" src="/docs/docs.js"></script>\n'
    '<script type="module" src="/docs/rapidoc-min.js"></script>\n'
)
_CONTRACT: Final = Markup(
    '<h1 class="unseen">The contract</h1>\n'
    '<rapi-doc spec-url="/openapi.yaml" render-style="focused" show-header="false"'
    ' load-fonts="false" schema-style="table" schema-description-expanded="true"'
    ' default-schema-tab="example" show-method-in-nav-bar="as-plain-text"'
    ' use-path-in-nav-bar="true" allow-server-selection="false" persist-auth="false"'
    ' theme="light">\n'
    '<p slot="nav-logo"><a href="/rules">Rules</a> · <a href="/problems">Problems</a> ·'
    ' <a href="/openapi.yaml">openapi.yaml</a> · <a href="/openapi.json">openapi.json</a> ·'
    ' <a href="/postman.json">postman.json</a> · <a href="/llms.txt">llms.txt</a></p>\n'
    "</rapi-doc>\n"
    "<noscript><p>This page needs JavaScript; the contract itself is at"
    ' <a href="/openapi.yaml">/openapi.yaml</a>.</p></noscript>'
)


@PAGES.get("/docs", strict_slashes=False)
def docs() -> flask.Response:
    """The contract, to read and to try out."""
    return framed(
        "The contract", _CONTRACT, kind="contract", policy=CONTRACT_POLICY, head=_RENDERER
    )


@PAGES.get(f"/<any({', '.join(map(repr, OTHER_FORMS))}):name>")
def other_form(name: str) -> flask.Response:
    """The contract in another form than `openapi.yaml`."""
    return public(app.contract[name]().encode(), OTHER_FORMS[name])


@PAGES.get("/docs/<asset>")
def asset(asset: str) -> flask.Response:
    """A file that the pages load; nothing comes from another server."""
    if asset not in ASSETS:
        raise not_found("file")
    return public(_file(asset), f"{MEDIA_TYPES[asset]}; charset=utf-8", max_age=DAY)


@cache
def _file(asset: str) -> bytes:
    return (STATIC / asset).read_bytes()


@PAGES.get("/rules")
def rules() -> flask.Response:
    """The games, and the clauses that hold at every table."""
    line = Markup('<li><a href="/rules/{}">{}</a></li>\n')
    lines = Markup().join(line.format(name, _title(name)) for name in (*GAMES, *OF_ALL))
    title, about = (language().message(key) for key in ("page-rules", "page-rules-about"))
    return page(title, _INDEX.format(title=title, about=coded(about), lines=lines))


_INDEX: Final = Markup("<h1>{title}</h1>\n<p>{about}</p>\n<ul>\n{lines}</ul>")


@PAGES.get("/rules/<game>")
def rules_of(game: str) -> flask.Response:
    """The rules of a game with those that hold at every table, each clause in its place."""
    if game not in GAMES and game not in OF_ALL:
        raise not_found("game")
    plays = app.context.house_tables > 0
    return page(_title(game), _rules(game, language(), learn=plays))


def _title(game: str) -> str:
    return language().message(game)


_SUMMARY: Final = Markup(
    '\n<div lang="{tag}">\n<h2>{title}</h2>\n<p>{minute}</p>\n{learn}{how}</div>\n'
)
_LEARN: Final = Markup('<p><a href="/learn/{game}">{learn}</a></p>\n')
_HOW: Final = Markup("<h2>{title}</h2>\n{scenes}")
_SCENE: Final = Markup(
    '<figure class="scene">{groups}<figcaption>{text} <a href="#{clause}">{clause}</a>'
    "</figcaption></figure>\n"
)
_GROUP: Final = Markup('<span class="cards" data-cards="{cards}">{words}</span>')
"""The script draws the cards; until then they stand there in words."""
_FOLDED: Final = Markup("<details>\n<summary>{title}</summary>\n{rest}</details>\n")


@cache
def _rules(game: str, written_in: Language, *, learn: bool) -> Markup:
    parts = (game,) if game in OF_ALL else (game, GENERAL)
    pages = list(map(Markup, (rule_page(part, written_in) for part in parts)))
    if game in GAMES:
        ranks = " ".join(dict.fromkeys(card[0] for card in GAMES[game].pack))
        cards = coded(written_in.message("page-rules-cards", {"ranks": ranks}))
        heading, end, rest = pages[0].partition(Markup("</h1>"))
        pages[0] = Markup("\n<p>{}</p>").format(cards) + rest
        pages[1] = _one_level_deeper(pages[1])
        above = heading + end + _summary(game, written_in, learn=learn)
        all_rules = written_in.message("page-rules-all")
        return above + _FOLDED.format(title=all_rules, rest=Markup("<hr>\n").join(pages))
    return Markup("<hr>\n").join(pages)


def _summary(game: str, written_in: Language, *, learn: bool) -> Markup:
    """The rules in one minute, the way to the lesson, and how to play.

    It is English where a language has the clauses alone; a game without a text has nothing.
    """
    has_page = written_in.complete
    written_in = written_in if has_page else IN_ENGLISH
    minute = written_in.find(f"minute-{game}")
    if minute is None:
        return Markup()
    words = written_in.message("page-rules-learn")
    link = _LEARN.format(game=game, learn=words) if learn and GAMES[game].lesson else Markup()
    title = written_in.message("page-rules-minute")
    how = _how_to_play(GAMES[game].lesson, written_in, draw=has_page)
    return _SUMMARY.format(tag=written_in.tag, title=title, minute=minute, learn=link, how=how)


def _how_to_play(lesson: Lesson | None, written_in: Language, *, draw: bool) -> Markup:
    """Cards with a sentence each.

    Args:
        lesson: The lesson of the game.
        written_in: The language.
        draw: Whether the page draws the cards: it has no names of them in some languages.
    """
    if lesson is None or not lesson.scenes:
        return Markup()
    scenes = Markup().join(
        _SCENE.format(
            groups=Markup(" ").join(_group(each, draw=draw) for each in scene.groups),
            text=written_in.message(scene.key),
            clause=scene.clause,
        )
        for scene in lesson.scenes
    )
    return _HOW.format(title=written_in.message("page-rules-how"), scenes=scenes)


def _group(cards: Cards, *, draw: bool) -> Markup:
    words = " ".join(f"{card[0].replace('T', '10')}{_SUITS[card[1]]}" for card in cards)
    return _GROUP.format(cards=" ".join(cards), words=words) if draw else Markup("{}").format(words)


_SUITS: Final = {"C": "\u2663", "D": "\u2666", "H": "\u2665", "S": "\u2660"}


def _one_level_deeper(part: Markup) -> Markup:
    """A text under another one: a page has one heading of the first level."""
    return Markup(_HEADING.sub(lambda tag: f"{tag[1]}{int(tag[2]) + 1}", part))  # noqa: S704 - ours
