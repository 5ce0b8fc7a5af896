"""Pages for people: their common frame and their content security policy.

Everything is served by this service, and no page has inline scripts, so the policy can be strict.
"""

from itertools import cycle
from typing import Final

import flask
from markupsafe import Markup

from service.api.headers import DAY
from service.api.languages import language
from service.api.responses import public
from service.languages.catalogue import ENGLISH

HTML: Final = "text/html"
POLICY: Final = (  # the renderer of the contract sets styles
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_FRAME: Final = Markup(
    '<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    '<title>{title} — Fairdeal</title>\n<link rel="stylesheet" href="/docs/pages.css">\n{head}'
    '</head>\n<body class="{kind}">\n{body}\n</body>\n</html>\n'
)
_LINKED: Final = ("contract", "rules", "problems")
_NOTHING: Final = Markup()
_LINKS: Final = Markup(
    '<nav><a href="/docs">{contract}</a> <a href="/rules">{rules}</a>'
    ' <a href="/problems">{problems}</a></nav>\n'
)


def coded(words: str) -> Markup:
    """Words, of which those between backticks are code."""
    forms = cycle((Markup("{}"), Markup("<code>{}</code>")))
    return Markup().join(
        form.format(each) for form, each in zip(forms, words.split("`"), strict=False)
    )


def page(title: str, body: Markup) -> flask.Response:
    """A page of text, under the links to the other pages."""
    names = {each: language().message(f"page-{each}") for each in _LINKED}
    return framed(title, _LINKS.format(**names) + body, kind="text", written_in=language().tag)


def framed(
    title: str, body: Markup, *, kind: str, head: Markup = _NOTHING, written_in: str = ENGLISH
) -> flask.Response:
    """A page with only this content.

    Args:
        title: The title in the browser.
        body: The content.
        kind: The CSS class of the body.
        head: Additional elements of the head.
        written_in: The tag of its language.
    """
    text = _FRAME.format(title=title, body=body, kind=kind, head=head, language=written_in)
    response = public(text.encode(), f"{HTML}; charset=utf-8", max_age=DAY // 24)
    response.headers["Content-Security-Policy"] = POLICY
    return response
