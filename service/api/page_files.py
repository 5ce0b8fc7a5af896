"""The files of the page as they are served: read and digested once, compressed once they are asked.

They are served under the digest of the whole tree, so a browser may keep them for ever, and no page
mixes modules of two versions. The page has no build: modules are sent as they are in the checkout,
and a style sheet is files of `web/style` one after the other. Comments and indentation are
left out: they are a quarter of the bytes, and lines keep their numbers.
"""

import gzip
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Final, NamedTuple

from domain.games import GAMES
from languages.catalogue import LANGUAGES, Language

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
    for language in filter(has_page, LANGUAGES.all.values()):
        for name, catalogues in TEXTS.items():
            yield texts(language.tag, name), language.source(*catalogues).encode()
    yield MODULE, (ROOT / MODULE).read_bytes()
    sheets = sorted((ROOT / "web" / "style").glob("*.css"))
    for name, is_first in ((STYLE, True), (MORE_STYLE, False)):
        parts = [each.read_bytes() for each in sheets if (each.stem in FIRST_STYLES) is is_first]
        yield name, _GAP.sub(rb"\1", b"".join(parts))
