"""Replays within other sites: finished deals of public tables, for whoever looks."""

import re
from functools import cache
from http import HTTPStatus
from typing import Final, NamedTuple
from uuid import UUID

import flask
from markupsafe import Markup

from domain.kernel.event import Viewer
from languages.catalogue import Language
from service.access.credentials import Anonymous
from service.api.authentication import spend_of_stranger, stranger
from service.api.dependencies import app
from service.api.languages import label, language
from service.api.page_files import MORE_STYLE, STYLE, texts, tree
from service.api.pages import EMBED_POLICY, HTML
from service.api.resources.web import PRELOAD, SHEET, TEXTS, tag_of_page
from service.api.responses import public
from service.deals.visibility import parse_viewer, see_deal
from service.problems import Problem, not_found
from service.streams import Deal

EMBED: Final = "web/embed.js"
LONGEST: Final = 60
"""No address of a moment is longer."""
_MOMENT: Final = re.compile(
    r"(?P<deal>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
    r"(?:/(?P<at>[1-9][0-9]{0,8})/(?P<eyes>public|full|seat:[0-9]))?"
)
_DOCUMENT: Final = Markup(
    '<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    '<meta name="color-scheme" content="light dark">\n<meta name="robots" content="noindex">\n'
    "<title>Fairdeal</title>\n{head}\n</head>\n"
    '<body class="embed">\n<div id="page">{body}</div>\n</body>\n</html>\n'
)
_SCRIPT: Final = Markup('<script type="module" src="{}"></script>')
_ABSENT: Final = Markup(
    '<main class="absent"><p><strong>{}</strong></p><p>{}</p>'
    '<p><a href="/" target="_blank" rel="noopener">Fairdeal</a></p></main>'
)
EMBEDS: Final = flask.Blueprint("embeds", __name__)


class ReplayAddress(NamedTuple):
    """A moment of a deal, by its address.

    Attributes:
        deal: The deal.
        at: The last event that is shown.
        viewer: Who sees it.
    """

    deal: UUID
    at: int
    viewer: Viewer


def moment_of(address: str) -> ReplayAddress | None:
    """The moment that the end of an address names; None: it names none."""
    found = _MOMENT.fullmatch(address) if len(address) <= LONGEST else None
    if found is None:
        return None
    viewer = parse_viewer(found["eyes"] or "full")
    return ReplayAddress(UUID(found["deal"]), int(found["at"] or 1), viewer)


def public_deal(moment: ReplayAddress | None) -> Deal:
    """The finished deal of a public table to which a moment belongs, as its viewer sees it.

    Nothing else is told apart: a deal that is on, of a private table or laid by hand is as one
    that does not exist. Whoever asks, no credential counts.

    Raises:
        Problem: ``not-found``.
    """
    if moment is None:
        raise not_found("deal")
    who = stranger().principal
    assert isinstance(who, Anonymous), "no credential is read"
    try:
        seen = see_deal(app.context, who, moment.deal, wanted=moment.viewer)
    except Problem:
        raise not_found("deal") from None
    if not seen.over or seen.progress.is_off or seen.opened.test or moment.at > seen.version:
        raise not_found("deal")
    return seen


@EMBEDS.get("/embed/<path:address>")
def embed(address: str) -> flask.Response:
    """The document of a replay within another site. The frame around it learns nothing of it."""
    spend_of_stranger()
    try:
        public_deal(moment_of(address))
    except Problem:
        response = flask.Response(_absent(language()), HTTPStatus.NOT_FOUND)
    else:
        response = public(_document(tag_of_page()), HTML)
    response.headers["Content-Type"] = f"{HTML}; charset=utf-8"
    response.headers["Content-Security-Policy"] = EMBED_POLICY
    label(response)
    return response


def _absent(chosen: Language) -> str:
    """The document that says why nothing is shown."""
    body = _ABSENT.format(*map(chosen.message, ("embed-absent", "embed-absent-why")))
    return _DOCUMENT.format(language=chosen.tag, head=_sheets(), body=body)


def _sheets() -> Markup:
    return Markup("\n").join(SHEET.format(tree().address(each)) for each in (STYLE, MORE_STYLE))


@cache
def _document(tag: str) -> bytes:
    """It is the same for every deal."""
    files = tree()
    needed = ("first", "page", "records")
    head = [TEXTS.format(files.address(texts(tag, each))) for each in needed]
    head += [PRELOAD.format(files.address(each), "") for each in files.needed(EMBED)]
    head += [_sheets(), _SCRIPT.format(files.address(EMBED))]
    return _DOCUMENT.format(language=tag, head=Markup("\n").join(head), body="").encode()
