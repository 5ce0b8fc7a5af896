"""Pages for people: their common frame and their content security policy.

Everything is served by this service, and no page has inline scripts, so the policy can be strict.
"""

from itertools import cycle
from typing import Final

import flask
from markupsafe import Markup

from languages.catalogue import LANGUAGES, Language
from service.api.headers import language
from service.api.page_files import ICON, STYLE, TEXT_PAGE, tree
from service.api.responses import public

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
