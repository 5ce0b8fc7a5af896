"""The rule texts of every game: the words of each clause, and HTML pages, by language.

In English they are the RULES.md of the game, in other languages the `rules/<game>.md` of the
language. A clause that a language lacks is given in English.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from domain.kernel.event import Clause
from languages.catalogue import IN_ENGLISH, Language

GENERAL: Final = "general"
"""The rule text for every table."""
TOURNAMENTS: Final = "tournaments"
"""The rule text of tournaments, which are the same for all games."""
_PACKAGES: Final = {GENERAL: "domain", TOURNAMENTS: "domain.tournaments"}
"""Where they are; each game has a package of its own."""
_BULLET: Final = re.compile(r"^- \*\*(?P<heads>[^*]*[A-Z]\d+[^*]*)\*\*", re.MULTILINE)
_CLAUSE: Final = re.compile(r"\b([A-Z]\d+)\b(?: \(([^)]*)\))?")
_MENTION: Final = re.compile(r"\b[A-Z]\d+\b", re.ASCII)
"""A clause that a text mentions; in some languages an ending follows it directly."""
_REMARK: Final = re.compile(r"[ \n]*<!-- uncertain:.*?-->", re.DOTALL)
"""A remark on a passage of a translation that is uncertain."""
_END: Final = re.compile(r"\n\n|\n(?=#)")


@cache
def clauses(game: str, language: Language = IN_ENGLISH) -> dict[Clause, str]:
    """The text of every clause of a game, the general ones included."""
    return {
        clause: text
        for name in dict.fromkeys((GENERAL, game))
        for found in (_read(_english(name)), _read(language.rules(name) or ""))
        for clause, text in found.items()
    }


def _english(name: str) -> str:
    package = _PACKAGES.get(name, f"domain.games.{name}")
    return files(package).joinpath("RULES.md").read_text("utf-8")


def _text(name: str, language: Language) -> str:
    """The rule text in the language, or in English; without the marks of uncertain passages."""
    return _REMARK.sub("", language.rules(name) or _english(name))


@cache
def _read(text: str) -> dict[Clause, str]:
    """The clauses of a rule text."""
    text = _REMARK.sub("", text)
    starts = list(_BULLET.finditer(text))
    found: dict[Clause, str] = {}
    for start, following in zip(starts, [*starts[1:], None], strict=False):
        rest = text[start.end() : following.start() if following else len(text)]
        words = " ".join(_END.split(rest, maxsplit=1)[0].split())
        heads = _CLAUSE.findall(start["heads"])
        for clause, title in heads:
            if clause in found:
                raise ValueError(f"a rule text has two texts of {clause}")
            found[clause] = f"({title}) {words}" if title else words
    return found


# --- As a page ----------------------------------------------------------------------------------


def page(game: str, language: Language = IN_ENGLISH) -> str:
    """The rule text of a game, or of `GENERAL`, as HTML.

    Every clause is an anchor with the clause's name, and every mention of a clause is a link to it.
    The clauses of `GENERAL` are on the same page.
    """
    text = _text(game, language)
    known = _read(_english(GENERAL)) | _read(text)
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens, unplaced = markdown.parse(text), set(_read(text))
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
    for found in _MENTION.finditer(child.content):
        if (clause := found[0]) in known:
            link = Token("html_inline", "", 0, content=f'<a href="#{clause}">{clause}</a>')
            yield from (_words(child.content[at : found.start()]), link)
            at = found.end()
    yield _words(child.content[at:])


def _words(text: str) -> Token:
    return Token("text", "", 0, content=text)
