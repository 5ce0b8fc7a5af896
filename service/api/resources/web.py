"""The page in a browser: its start at every route, and its files under the digest of all."""

import json
from functools import cache
from http import HTTPStatus
from typing import Final

import flask
from markupsafe import Markup
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from languages.catalogue import ENGLISH, LANGUAGES
from service.api.headers import DAY, label, language, share_with_all, vary
from service.api.pages import (
    CORE_POLICY,
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
from service.api.problems import MEDIA_TYPE, of_http
from service.api.public_replays import preview
from service.api.responses import GZIP, public
from service.problems import not_found

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
