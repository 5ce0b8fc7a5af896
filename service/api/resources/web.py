"""The page in a browser, its files under their digest, and public replays within other sites.

Public replays: their addresses, and the notes about them for other sites. Only texts of this
project are in it, none of a person: other sites keep what they read, where no name can be erased,
and some show it as HTML.
"""

import json
import re
from functools import cache, partial
from http import HTTPStatus
from typing import Final, NamedTuple
from urllib.parse import quote, unquote
from uuid import UUID

import flask
import psycopg
from markupsafe import Markup
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from domain.kernel.event import Viewer
from domain.kernel.sentence import Sentence
from languages.catalogue import ENGLISH, LANGUAGES, Language
from service.access.budgets import Price
from service.access.credentials import Anonymous
from service.api.authentication import spend_of_stranger, stranger
from service.api.dependencies import app
from service.api.headers import DAY, label, language, share_with_all, vary
from service.api.pages import (
    CORE_POLICY,
    EMBED_POLICY,
    HTML,
    ICON,
    MAIN,
    MASKABLE,
    MORE_STYLE,
    PICTURES,
    POLICY,
    ROOT,
    STYLE,
    compressed,
    has_page,
    routes,
    texts,
    tree,
)
from service.api.pages import document as offline_document
from service.api.problems import MEDIA_TYPE, Fault, FieldError, invalid, of_http
from service.api.responses import GZIP, answer, public, tag
from service.deals.views import heading, without_words
from service.deals.visibility import parse_viewer, see_deal, viewer_name
from service.problems import Problem, not_found
from service.responses.deals import OembedJson
from service.settings import origin_fault
from service.streams import Deal

LONGEST: Final = 60
"""No address of a moment is longer."""
PICTURE: Final = (800, 420)
"""The width and the height of a picture."""
FRAME: Final = (640, 500)
"""The usual width and height of a replay within another site."""
_MOMENT: Final = re.compile(
    r"(?P<deal>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
    r"(?:/(?P<at>[1-9][0-9]{0,8})/(?P<eyes>public|full|seat:[0-9]))?"
)
_META: Final = Markup('<meta property="{}" content="{}">')
_FOUND: Final = Markup(
    '<link rel="alternate" type="application/json+oembed" href="{}/oembed?url={}" title="{}">'
)


class ReplayAddress(NamedTuple):
    """A moment of a deal, as an address names it.

    Attributes:
        deal: The deal.
        at: The last event that is shown.
        viewer: The viewer.
    """

    deal: UUID
    at: int
    viewer: Viewer

    def __str__(self) -> str:
        return f"{self.deal}/{self.at}/{viewer_name(self.viewer)}"


def replay_address(text: str) -> ReplayAddress | None:
    """The moment at the end of an address; None: there is none."""
    found = _MOMENT.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        return None
    viewer = parse_viewer(found["eyes"] or "full")
    return ReplayAddress(UUID(found["deal"]), int(found["at"] or 1), viewer)


def public_deal(address: ReplayAddress | None) -> Deal:
    """The finished deal of a public table at an address, as its viewer sees it.

    A deal that is on, of a private table or laid by hand is refused like one that does not exist.
    No credential counts.

    Raises:
        Problem: ``not-found``.
    """
    if address is None:
        raise not_found("deal")
    who = stranger().principal
    assert isinstance(who, Anonymous), "no credential is read"
    try:
        seen = see_deal(app.context, who, address.deal, wanted=address.viewer)
    except Problem:
        raise not_found("deal") from None
    if not seen.over or seen.progress.is_off or seen.opened.test or address.at > seen.version:
        raise not_found("deal")
    return seen


def own_origin() -> str:
    """The origin of this service, by which other sites reach it."""
    request = flask.request
    named = f"{request.scheme}://{request.host}"
    return app.settings.address or ("" if origin_fault(named) else named)


def picture(address: ReplayAddress, deal: Deal) -> bytes:
    """The picture of a moment as PNG: drawn once, and kept by this process."""
    at = next((at for at in range(address.at, deal.version) if _has_cards(deal, at)), address.at)
    key = tag("picture", deal.head, viewer_name(deal.viewer), str(at))
    return app.cache.get(key, partial(_drawn, deal, at))


def _has_cards(deal: Deal, at: int) -> bool:
    return any(deal.at(at).state.hands)


def _drawn(deal: Deal, at: int) -> bytes:
    from resvg_py import svg_to_bytes  # noqa: PLC0415 - 3 MB that a process needs for this alone

    return svg_to_bytes(without_words(deal, at), skip_system_fonts=True, width=PICTURE[0])


def title_of(address: ReplayAddress, deal: Deal, spoken: Language) -> str:
    """The title of a replay: the game, the deal and the moment."""
    return heading(deal, deal.at(address.at), spoken)


def preview(text: str) -> Markup:
    """The notes for programs that show a link to a replay; of other deals there are none."""
    address, origin = replay_address(text), own_origin()
    if address is None or not origin:
        return Markup()
    try:
        spend_of_stranger()
        deal = public_deal(address)
    except (Problem, psycopg.Error):  # the page itself is there without the database
        return Markup()
    spoken = language()
    title, page = title_of(address, deal, spoken), f"{origin}/replay/{address}"
    about = {
        "og:type": "website",
        "og:site_name": "Fairdeal",
        "og:title": title,
        "og:description": spoken.message("embed-about"),
        "og:url": page,
        "og:image": f"{origin}/pictures/{address}.png",
        "og:image:type": "image/png",
        "og:image:width": PICTURE[0],
        "og:image:height": PICTURE[1],
        "og:image:alt": title,
        "twitter:card": "summary_large_image",
    }
    lines = [_META.format(name, value) for name, value in about.items()]
    return Markup("\n").join([*lines, _FOUND.format(origin, quote(page, safe=""), title), ""])


YEAR: Final = 365 * DAY
WORKER: Final = "web/worker.js"
CORE_WORKER: Final = "web/verify/core_worker.js"
MANIFEST: Final = "application/manifest+json"
LOBBY: Final = "lobby"
REPLAY: Final = "replay"
HEAD_ENDS: Final = b"</head>"
LIGHT_PAGES: Final = frozenset({LOBBY, "table"})
"""The pages whose first content does without the texts and the style of the others."""
PRELOAD: Final = Markup('<link rel="modulepreload" href="{}"{}>')
TEXTS: Final = Markup('<link rel="preload" as="fetch" crossorigin href="{}">')
SHEET: Final = Markup('<link rel="stylesheet" href="{}">')
_LOW: Final = Markup(' fetchpriority="low"')
WEB: Final = flask.Blueprint("web", __name__)


@WEB.get("/app/<path:path>")
def web_file(path: str) -> flask.Response:
    """A file of the page. It is not found under the digest of another version."""
    name = path.partition("/")[2]
    file = tree().files.get(name)
    if file is None or flask.request.path != tree().address(name):
        raise not_found("file")
    coded = flask.request.accept_encodings.quality(GZIP) > 0
    response = flask.Response(compressed(name) if coded else file.content)
    response.headers["Content-Type"] = file.media_type
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    vary(response, "Accept-Encoding")
    if name == CORE_WORKER:
        response.headers["Content-Security-Policy"] = CORE_POLICY
    if coded:
        response.headers["Content-Encoding"] = GZIP
    return share_with_all(response)


@WEB.get("/fairdeal-verify.html")
def offline_page() -> flask.Response:
    """The verifier in one file, to be kept."""
    response = public(offline_document(), HTML)
    response.headers["Content-Disposition"] = "attachment; filename=fairdeal-verify.html"
    return response


@WEB.get("/worker.js")
def worker() -> flask.Response:
    """The service worker, with the list of the files that it keeps."""
    files = tree()
    kept = [files.address(path) for path in files.files if path != WORKER]
    line = f"const TREE = {flask.json.dumps({'digest': files.digest, 'files': kept})};\n"
    response = public(line.encode() + files.files[WORKER].content, files.files[WORKER].media_type)
    response.headers["Content-Security-Policy"] = POLICY
    return response


@WEB.get("/manifest.webmanifest")
def manifest() -> flask.Response:
    """The description by which a browser installs the page."""
    pixels = {ICON: "any", MASKABLE: "512x512"}
    pixels |= {path: f"{size}x{size}" for path, size in PICTURES.items()}
    icons = [
        {
            "src": tree().address(path),
            "sizes": sizes,
            "type": tree().files[path].media_type,
            "purpose": "maskable" if path == MASKABLE else "any",
        }
        for path, sizes in pixels.items()
    ]
    said = {
        "name": "Fairdeal",
        "short_name": "Fairdeal",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#fbfaf7",
        "theme_color": "#0b5d4b",
        "icons": icons,
    }
    return public(flask.json.dumps(said).encode(), MANIFEST)


@WEB.app_errorhandler(HTTPStatus.NOT_FOUND)
def no_such_page(error: NotFound) -> Response:
    """For a browser that goes to an address without a page: the page that says so."""
    accepted = flask.request.accept_mimetypes
    if accepted.best_match((MEDIA_TYPE, "application/json", HTML)) != HTML:
        return of_http(error)
    return _as_page(flask.Response(_document(LOBBY, tag_of_page()), HTTPStatus.NOT_FOUND))


def _start(name: str, **in_path: str) -> flask.Response:
    """The document of a page: its modules, and the texts of the reader's language, load early."""
    document = _document(name, tag_of_page())
    if name == REPLAY and (about := preview("/".join(in_path.values()))):
        document = document.replace(HEAD_ENDS, about.encode() + HEAD_ENDS, 1)
    return _as_page(public(document, HTML))


def _as_page(response: flask.Response) -> flask.Response:
    response.headers["Content-Type"] = f"{HTML}; charset=utf-8"
    response.headers["Content-Security-Policy"] = POLICY
    label(response)
    return response


def tag_of_page() -> str:
    """The tag of the reader's language, if the page is in it."""
    return language().tag if has_page(language()) else ENGLISH


@cache
def _document(name: str, tag: str) -> bytes:
    """It names the modules of the page, and after them those that it asks for as soon as it runs.

    These have a low priority: the page's first requests to the API come before them. A light page
    does without the texts and the style of the others until its first content is shown.
    """
    files, page = tree(), f"web/pages/{name}.js"
    first = files.needed(MAIN, page)
    following = [each for each in files.needed(*files.at_once(page)) if each not in first]
    is_light = name in LIGHT_PAGES
    words, sheets = (["first"], [STYLE]) if is_light else (["first", "page"], [STYLE, MORE_STYLE])
    lines = [TEXTS.format(files.address(texts(tag, each))) for each in words]
    lines += [SHEET.format(files.address(each)) for each in sheets]
    lines += [PRELOAD.format(files.address(each), "") for each in first]
    lines += [PRELOAD.format(files.address(each), _LOW) for each in following]
    template = Markup((ROOT / "web" / "index.html").read_text("utf-8"))  # noqa: S704  our own file
    named = {"icon": ICON, "main": MAIN}
    addresses = {name: files.address(path) for name, path in named.items()}
    names = {each.tag: each.name for each in filter(has_page, LANGUAGES.all.values())}
    said = {"language": tag, "languages": json.dumps(names, ensure_ascii=False)}
    return template.format(modules=Markup("\n").join(lines), **said, **addresses).encode()


for _rule, _name in routes().items():
    WEB.add_url_rule(_rule, f"page {_rule}", _start, defaults={"name": _name})


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
        response = public(_embedded_document(tag_of_page()), HTML)
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
def _embedded_document(tag: str) -> bytes:
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
