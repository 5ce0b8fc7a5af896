"""The rule texts from the RULES.md of every game: the words of each clause, and HTML pages."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from domain.kernel.event import Clause

GENERAL: Final = "domain"
"""The package with the clauses for every table; each game has a package of its own."""
_BULLET: Final = re.compile(r"^- \*\*(?P<heads>[^*]*[A-Z]\d+[^*]*)\*\*", re.MULTILINE)
_CLAUSE: Final = re.compile(r"\b([A-Z]\d+)\b(?: \(([^)]*)\))?")
_END: Final = re.compile(r"\n\n|\n(?=#)")


@cache
def clauses(game: str) -> dict[Clause, str]:
    """The text of every clause of a game, the general ones included."""
    return _read(GENERAL) | _read(_package(game))


def _package(game: str) -> str:
    return game if game == GENERAL else f"domain.games.{game}"


def _text(package: str) -> str:
    return files(package).joinpath("RULES.md").read_text("utf-8")


@cache
def _read(package: str) -> dict[Clause, str]:
    text = _text(package)
    starts = list(_BULLET.finditer(text))
    found: dict[Clause, str] = {}
    for start, following in zip(starts, [*starts[1:], None], strict=True):
        rest = text[start.end() : following.start() if following else len(text)]
        words = " ".join(_END.split(rest, maxsplit=1)[0].split())
        heads = _CLAUSE.findall(start["heads"])
        for clause, title in heads:
            if clause in found:
                raise ValueError(f"{package} has two texts of {clause}")
            found[clause] = f"({title}) {words}" if title else words
    return found


# --- As a page ----------------------------------------------------------------------------------


def page(game: str) -> str:
    """The rule text of a game, or of `GENERAL`, as HTML.

    Every clause is an anchor with the clause's name, and every mention of a clause is a link to it.
    The clauses of `GENERAL` are on the same page.
    """
    package = _package(game)
    known = _read(GENERAL) | _read(package)
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens, unplaced = markdown.parse(_text(package)), set(_read(package))
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.type == "inline" and token.children:
            heads = _heads(token.children) if before and before.level else ()
            mine = [clause for clause in heads if clause in unplaced]
            unplaced.difference_update(mine)
            linked = [new for child in token.children for new in _linked(child, known)]
            token.children = [*map(_place, mine), *linked]
    rendered: str = markdown.renderer.render(tokens, markdown.options, {})
    return rendered


def _heads(children: list[Token]) -> list[Clause]:
    """The clauses at the start of a bullet, where they are bold."""
    bold = next((at for at, child in enumerate(children) if child.type == "strong_open"), None)
    if bold is None or any(child.content for child in children[:bold]):
        return []
    return [clause for clause, _ in _CLAUSE.findall(children[bold + 1].content)]


def _place(clause: Clause) -> Token:
    return Token("html_inline", "", 0, content=f'<a id="{clause}"></a>')


def _linked(child: Token, known: dict[Clause, str]) -> Iterator[Token]:
    """A piece of text, with links for the clauses that it mentions."""
    if child.type != "text":
        yield child
        return
    at = 0
    for found in re.finditer(r"\b[A-Z]\d+\b", child.content):
        if (clause := found[0]) in known:
            link = Token("html_inline", "", 0, content=f'<a href="#{clause}">{clause}</a>')
            yield from (_words(child.content[at : found.start()]), link)
            at = found.end()
    yield _words(child.content[at:])


def _words(text: str) -> Token:
    return Token("text", "", 0, content=text)
