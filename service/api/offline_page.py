"""The verifier of the page as one file of HTML, which works without a service and a connection.

Its modules are in an import map, as addresses with their content (`data:`), under their paths. Its
policy allows the scripts and the style that stand in it by their hashes, and modules in `data:`.
"""

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from posixpath import dirname, normpath
from re import Match
from typing import Final

from languages.catalogue import ENGLISH, LANGUAGES
from service.api.page_files import IMPORT, MORE_STYLE, STYLE, TEXTS, has_page, texts, tree

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
