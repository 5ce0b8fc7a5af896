"""Pages for people: their files, their frame and policy, and the verifier as one file.

The files of the page as they are served: read and digested once, compressed once they are asked.
They are served under the digest of the whole tree, so a browser may keep them for ever, and no page
mixes modules of two versions. The page has no build: modules are sent as they are in the checkout,
and a style sheet is files of `web/style` one after the other. Comments and indentation are left
out: they are a quarter of the bytes, and lines keep their numbers.

Everything is served by this service, and no page has inline scripts, so the policy can be strict.

The verifier of the page as one file of HTML, which works without a service and a connection. Its
modules are in an import map, as addresses with their content (`data:`), under their paths. Its
policy allows the scripts and the style that stand in it by their hashes, and modules in `data:`.
"""

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from itertools import cycle
from pathlib import Path, PurePosixPath
from posixpath import dirname, normpath
from re import Match
from typing import Final, NamedTuple

import flask
from markupsafe import Markup

from domain.games import GAMES
from languages.catalogue import ENGLISH, LANGUAGES, Language
from service.api.headers import language
from service.api.responses import public

ROOT: Final = Path(__file__).parents[2]
FOLDERS: Final = ("web", "verifier", "languages")
"""The folders whose modules are served, at their places in the checkout."""
MODULE: Final = "bots/core/core.wasm"
"""The module by which bots search; the verifier runs it too."""
TEXTS: Final[Mapping[str, Sequence[str]]] = {
    "first": ("language", "common", "play_now", "table"),
    "page": ("page",),
    "records": ("records",),
    "host": ("host",),
    "tournament": ("tournament",),
    "findings": ("findings", "tournaments"),
    "phrases": ("phrases",),
    **{game: (game, "kernel") for game in GAMES},
}
"""The files of texts that the page asks for, and their catalogues. A game says how a deal ended.

The first games of the lobby and the first cards of a table come with "first". Who asks for "page"
asks for "first", too.
"""
MEDIA_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".ftl": "text/plain; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}
STYLE: Final = "web/style.css"
MORE_STYLE: Final = "web/more.css"
FIRST_STYLES: Final = ("base", "cards", "parts", "play_now", "table")
"""The files of `web/style` in the first sheet: a table needs no others for its cards, and the lobby
none for its games."""
ICON: Final = "web/icon.svg"
PICTURES: Final = {"web/icon-192.png": 192, "web/icon-512.png": 512}
"""Icons for devices that take no SVG, with their sizes in pixels."""
MASKABLE: Final = "web/icon-maskable.png"
"""An icon that a device may cut to a shape of its own; of 512 pixels."""
MAIN: Final = "web/main.js"
TEXT_PAGE: Final = "web/text_page.js"
_ROUTER: Final = "web/router.js"
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_GAP: Final = re.compile(rb"\s*([{};])\s*|(?<=[:,]) ")
"""Space in a style sheet that says nothing."""
_COMMENT_LINES: Final = re.compile(
    rb"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/)[ \t]*$", re.DOTALL | re.MULTILINE
)
_CAST: Final = re.compile(rb"/\*\* @type \{[^\n]*?\} \*/ ?")
"""The type of a value, within a line."""
_INDENTATION: Final = re.compile(rb"^\s+", re.MULTILINE)
IMPORT: Final = re.compile(r"\b(?:from|import)\s*\"(\.[^\"]+)\"")
_NEXT: Final = re.compile(r"\bimport\(\"(\.[^\"]+)\"\)")
_AT_ONCE: Final = re.compile(r"\buseLater\(\(\) => import\(\"(\.[^\"]+)\"\)\)")
_ROUTE: Final = re.compile(r"^\"(/[^\"]*)\": \"(\w+)\",$", re.MULTILINE)
_PARAMETER: Final = re.compile(r":(\w+)")


class File(NamedTuple):
    """A file."""

    content: bytes
    media_type: str


class Tree(NamedTuple):
    """All files by their paths, and the digest of all paths and contents."""

    files: Mapping[str, File]
    digest: str

    def address(self, path: str) -> str:
        """The address of a file."""
        return f"/app/{self.digest}/{path}"

    def next(self, path: str) -> list[str]:
        """The modules that a module asks for once it runs."""
        return _named(path, _NEXT.findall(self.files[path].content.decode()))

    def at_once(self, path: str) -> list[str]:
        """The modules among these for which it waits for nothing."""
        return _named(path, _AT_ONCE.findall(self.files[path].content.decode()))

    def needed(self, *paths: str) -> list[str]:
        """Some modules, with all modules that they import at once."""
        found: dict[str, None] = {}
        waiting = [path for path in paths if path in self.files]
        while waiting:
            path = waiting.pop(0)
            if path not in found:
                found[path] = None
                waiting += imports(path, self.files[path].content.decode())
        return [*found]


def has_page(language: Language) -> bool:
    """Whether the page is in a language."""
    return (language.folder / "page.ftl").exists()


def texts(tag: str, name: str) -> str:
    """The path of a file of texts in a language."""
    return f"languages/{tag}/{name}.ftl"


def imports(path: str, text: str) -> list[str]:
    """The paths of the modules that a module imports at once."""
    return _named(path, IMPORT.findall(_COMMENT.sub("", text)))


def _named(path: str, relative: Iterable[str]) -> list[str]:
    folder = PurePosixPath(path).parent
    return [normpath(folder / each) for each in relative]


@cache
def tree() -> Tree:
    """The files of this checkout, or of the installed package."""
    contents = dict(sorted(_contents()))
    digest = sha256()
    for path, content in contents.items():
        digest.update(f"{path}\0{len(content)}\0".encode() + content)
    files = {
        path: File(content, MEDIA_TYPES[Path(path).suffix]) for path, content in contents.items()
    }
    return Tree(files, digest.hexdigest()[:16])


@cache
def compressed(path: str) -> bytes:
    """The content of a file, compressed."""
    return gzip.compress(tree().files[path].content, mtime=0)


def routes() -> dict[str, str]:
    """The name of the page of each route; a route is written as a rule of Flask."""
    router = without_indentation((ROOT / _ROUTER).read_bytes()).decode()
    return {_PARAMETER.sub(r"<\1>", rule): name for rule, name in _ROUTE.findall(router)}


def without_comments(module: bytes) -> bytes:
    """A module without types, and without comments that have lines of their own."""
    return _CAST.sub(b"", _COMMENT_LINES.sub(b"", module))


def without_indentation(module: bytes) -> bytes:
    """A module without empty lines and indentation, unless a template literal may span lines."""
    spans_lines = any(line.count(b"`") % 2 for line in module.splitlines())
    return module if spans_lines else _INDENTATION.sub(b"", module)


def _contents() -> Iterator[tuple[str, bytes]]:
    """Every file that is served, with its content."""
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in {".js", ".mjs", ".png", ".svg"}:
                content = path.read_bytes()
                if path.suffix in {".js", ".mjs"}:
                    content = without_indentation(without_comments(content))
                yield path.relative_to(ROOT).as_posix(), content
    for spoken in filter(has_page, LANGUAGES.all.values()):
        for name, catalogues in TEXTS.items():
            yield texts(spoken.tag, name), spoken.source(*catalogues).encode()
    yield MODULE, (ROOT / MODULE).read_bytes()
    sheets = sorted((ROOT / "web" / "style").glob("*.css"))
    for name, is_first in ((STYLE, True), (MORE_STYLE, False)):
        parts = [each.read_bytes() for each in sheets if (each.stem in FIRST_STYLES) is is_first]
        yield name, _GAP.sub(rb"\1", b"".join(parts))


HTML: Final = "text/html"
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    "trusted-types fairdeal-worker"
)
EMBED_POLICY: Final = (  # alone in having an origin of its own, and in being shown by other sites
    "sandbox allow-scripts allow-popups; default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
CORE_POLICY: Final = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"
"""The policy of the one script that compiles WebAssembly: a worker that loads only our modules."""
CONTRACT_POLICY: Final = (  # the renderer of the contract sets styles, and makes HTML
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_FRAME: Final = Markup(
    '<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    '<title>{title} — Fairdeal</title>\n<link rel="icon" href="{icon}">\n'
    '<link rel="stylesheet" href="{style}">\n<script type="module" src="{script}"></script>\n{head}'
    '</head>\n<body class="{kind}">\n{links}<main>\n{body}\n</main>\n</body>\n</html>\n'
)
_LINKS: Final = {
    "/": "play",
    "/rules": "rules",
    "/verify": "verify",
    "/settings": "settings",
    "/host": "host",
    "/docs": "contract",
}
"""The links of the header, which is that of `web/parts/frame.js`."""
_NOTHING: Final = Markup()
_HEADER: Final = Markup(
    '<header class="site"><a class="brand" href="/">Fairdeal</a><nav>{}</nav></header>\n'
)
_LINK: Final = Markup('<a href="{}"{}>{}</a>')
_CURRENT: Final = Markup(' aria-current="page"')


def _header(chosen: Language) -> Markup:
    path = flask.request.path.rstrip("/")
    links = (
        _LINK.format(href, _CURRENT if href == path else "", chosen.message(f"link-{name}"))
        for href, name in _LINKS.items()
    )
    return _HEADER.format(Markup(" ").join(links))


def coded(words: str) -> Markup:
    """Words, of which those between backticks are code."""
    forms = cycle((Markup("{}"), Markup("<code>{}</code>")))
    return Markup().join(
        form.format(each) for form, each in zip(forms, words.split("`"), strict=False)
    )


def page(title: str, body: Markup) -> flask.Response:
    """A page of text."""
    return framed(title, body, kind="text", policy=POLICY, written_in=language())


def framed(
    title: str,
    body: Markup,
    *,
    kind: str,
    policy: str,
    head: Markup = _NOTHING,
    written_in: Language | None = None,
) -> flask.Response:
    """A page with this content, under the links to the other pages.

    Args:
        title: The title in the browser.
        body: The content.
        kind: The CSS class of the body.
        policy: The content security policy.
        head: Additional elements of the head.
        written_in: Its language; None: English, for every reader.
    """
    chosen = written_in or LANGUAGES.english
    text = _FRAME.format(
        title=title,
        body=body,
        kind=kind,
        head=head,
        links=_header(chosen),
        icon=tree().address(ICON),
        style=tree().address(STYLE),
        script=tree().address(TEXT_PAGE),
        language=chosen.tag,
    )
    response = public(text.encode(), f"{HTML}; charset=utf-8")  # it names the style of this version
    response.headers["Content-Security-Policy"] = policy
    return response


START: Final = "web/verify/alone.js"
_PAGE: Final = """<!doctype html>
<html lang="{language}" data-languages='{languages}'>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:;
 script-src {scripts} data:; style-src {styles}">
<title>Fairdeal</title>
<style>{style}</style>
<script type="importmap">{modules}</script>
</head>
<body>
<div id="page"></div>
{texts}
<script type="module">{begin}</script>
</body>
</html>
"""


@cache
def document() -> bytes:
    """The file, made once: the modules that verify, and the texts of every language."""
    files = tree()
    modules = {path: _address(path) for path in files.needed(START)}
    pages = [each for each in LANGUAGES.all.values() if has_page(each)]
    inside = (
        f'<script type="text/plain" id="texts-{language.tag}-{name}">'
        f"{files.files[texts(language.tag, name)].content.decode()}</script>"
        for language in pages
        for name in TEXTS
    )
    style = "".join(files.files[each].content.decode() for each in (STYLE, MORE_STYLE))
    imports, begin = json.dumps({"imports": modules}), f'import "{START}";'
    return _PAGE.format(
        language=ENGLISH,
        languages=json.dumps({each.tag: each.name for each in pages}),
        style=style,
        styles=_source(style),
        modules=imports,
        begin=begin,
        scripts=f"{_source(imports)} {_source(begin)}",
        texts="\n".join(inside),
    ).encode()


def _source(content: str) -> str:
    """The content of an element, as a policy names what it allows."""
    return f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"


def _address(path: str) -> str:
    """A module as an address: what it imports is named by its path, and so is the module."""

    def named(found: Match[str]) -> str:
        return found[0].replace(found[1], normpath(f"{dirname(path)}/{found[1]}"))

    module = IMPORT.sub(named, tree().files[path].content.decode())
    module = module.replace("import.meta.url", json.dumps(f"https://fairdeal.invalid/{path}"))
    return f"data:text/javascript;base64,{b64encode(module.encode()).decode()}"
