"""Replays within other sites, their pictures, and the notes by which sites find them (oEmbed)."""

import re
from functools import cache
from http import HTTPStatus
from typing import Final
from urllib.parse import unquote

import flask
from markupsafe import Markup

from domain.kernel.sentence import Sentence
from languages.catalogue import Language
from service.access.budgets import Price
from service.api.authentication import spend_of_stranger
from service.api.headers import DAY, label, language
from service.api.pages import EMBED_POLICY, HTML, MORE_STYLE, STYLE, texts, tree
from service.api.problems import Fault, FieldError, invalid
from service.api.public_replays import (
    FRAME,
    PICTURE,
    ReplayAddress,
    own_origin,
    picture,
    public_deal,
    replay_address,
    title_of,
)
from service.api.resources.web import PRELOAD, SHEET, TEXTS, tag_of_page
from service.api.responses import answer, public
from service.problems import Problem
from service.responses.embeds import OembedJson

EMBED: Final = "web/embed.js"
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


_FRAME: Final = Markup(
    '<iframe src="{}/embed/{}" title="{}" width="{}" height="{}"'
    ' style="border:0;max-width:100%" sandbox="allow-scripts allow-popups"></iframe>'
)
_SIZE: Final = re.compile("[1-9][0-9]{0,4}", re.ASCII)
LONGEST_URL: Final = 300
DRAWN: Final = 30
"""So many requests a picture counts as: drawing it takes 90 ms, an answer from memory about 3."""


@EMBEDS.get("/embed/<path:address>")
def embed(address: str) -> flask.Response:
    """The document of a replay within another site. The frame around it learns nothing of it."""
    spend_of_stranger()
    try:
        public_deal(replay_address(address))
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


@EMBEDS.get("/pictures/<path:address>.png")
def preview_picture(address: str) -> flask.Response:
    """The picture of a moment, for programs that show a link to it."""
    spend_of_stranger(Price(base=DRAWN))
    named = replay_address(address)
    deal = public_deal(named)
    assert named is not None, "it names a deal"
    response = flask.Response(picture(named, deal), mimetype="image/png")
    response.headers["Cache-Control"] = f"public, max-age={DAY}"
    return response


@EMBEDS.get("/oembed")
def oembed() -> flask.Response:
    """The code by which a site shows a replay (oEmbed 1.0). Unknown parameters are ignored."""
    spend_of_stranger()
    query, origin = flask.request.args, own_origin()
    if query.get("format", "json") != "json":
        raise Fault(HTTPStatus.NOT_IMPLEMENTED, "not-acceptable", Sentence("oembed-format"))
    url = query.get("url", "")
    width, height = _fitting("maxwidth", FRAME[0]), _fitting("maxheight", FRAME[1])
    address = _address_of(url, origin)
    deal = public_deal(address)
    assert address is not None, "it names a deal"
    title = title_of(address, deal, language())
    said: OembedJson = {
        "type": "rich",
        "version": "1.0",
        "provider_name": "Fairdeal",
        "provider_url": f"{origin}/",
        "title": title,
        "html": _FRAME.format(origin, address, title, width, height),
        "width": width,
        "height": height,
        "thumbnail_url": f"{origin}/pictures/{address}.png",
        "thumbnail_width": PICTURE[0],
        "thumbnail_height": PICTURE[1],
        "cache_age": DAY,
    }
    return answer(said)


def _fitting(name: str, usual: int) -> int:
    """A size, no greater than a parameter allows.

    Raises:
        Fault: It is no number of pixels.
    """
    wanted = flask.request.args.get(name, str(usual))
    if _SIZE.fullmatch(wanted) is None:
        raise invalid(FieldError("parameter", name, Sentence("oembed-size")))
    return min(usual, int(wanted))


def _address_of(url: str, origin: str) -> ReplayAddress | None:
    """The moment that the address of a replay of this service names.

    Raises:
        Fault: It is no address of this service.
    """
    for kind in ("replay", "embed"):
        own = f"{origin}/{kind}/"
        if len(url) <= LONGEST_URL and origin and url.startswith(own):
            return replay_address(unquote(re.split("[?#]", url.removeprefix(own), maxsplit=1)[0]))
    raise invalid(FieldError("parameter", "url", Sentence("oembed-url")))
