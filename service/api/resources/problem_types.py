"""The kinds of problems, for people and for programs, with cause and remedy."""

from http import HTTPStatus
from typing import Final

import flask
import orjson
from markupsafe import Markup

from service.api.contract.examples import problem_example
from service.api.headers import language, vary
from service.api.pages import HTML, coded, page
from service.api.problems import KINDS, NOT_FOUND, address
from service.api.responses import public_answer
from service.api.routes import Routes, Success
from service.problems import not_found
from service.responses.problems import ProblemTypeJson, ProblemTypeListJson

ROUTES: Final = Routes(
    "problems",
    prefix="",
    description="Kinds of problems, with their causes and remedies.",
    counted=False,
)
JSON: Final = "application/json"
PAGE: Final = {"type": "string", "description": "A page for people."}


@ROUTES.operation(
    "/problems",
    "GET",
    "listProblemKinds",
    Success(
        HTTPStatus.OK,
        ProblemTypeListJson,
        said="All kinds of problems, each with its cause and its remedy.",
    ),
    Success(HTTPStatus.OK, PAGE, HTML),
    secured=False,
    tagged=True,
)
def list_problem_kinds() -> flask.Response:
    """List the kinds of problems.

    As a page for a browser, otherwise as JSON; `Accept` says which.
    """
    if not _for_people():
        return _negotiated(
            public_answer(ProblemTypeListJson(problems=[_shown(code) for code in KINDS]))
        )
    line = Markup('<tr><td><a href="{}"><code>{}</code></a></td><td>{:d}</td><td>{}</td></tr>\n')
    lines = Markup().join(
        line.format(address(code), code, status, _title(code)) for code, status in KINDS.items()
    )
    words = {name: coded(language().message(f"page-problems-{name}")) for name in _LIST_WORDS}
    title = language().message("page-problems")
    return _negotiated(page(title, _LIST.format(title=title, lines=lines, **words)))


@ROUTES.operation(
    "/problems/<code>",
    "GET",
    "getProblemKind",
    Success(
        HTTPStatus.OK,
        ProblemTypeJson,
        said="The kind of problem: its cause, its remedy and an example.",
    ),
    Success(HTTPStatus.OK, PAGE, HTML),
    refusals=(NOT_FOUND,),
    secured=False,
    tagged=True,
)
def get_problem_kind(code: str) -> flask.Response:
    """Read a kind of problem: its cause, its remedy and an example.

    The `type` of every problem leads here. As a page for a browser, otherwise as JSON.
    """
    if code not in KINDS:
        raise not_found("kind of problem")
    shown = _shown(code)
    return _negotiated(_page(shown) if _for_people() else public_answer(shown))


def _shown(code: str) -> ProblemTypeJson:
    return {
        "code": code,
        "type": address(code),
        "status": int(KINDS[code]),
        "title": _title(code),
        "cause": language().message(f"problem-{code}", attribute="cause"),
        "cure": language().message(f"problem-{code}", attribute="cure"),
        "example": problem_example(code),
    }


def _title(code: str) -> str:
    """The name of a kind of problem, in the language of the answer."""
    return language().message(f"problem-{code}")


def _page(shown: ProblemTypeJson) -> flask.Response:
    example = orjson.dumps(shown["example"], option=orjson.OPT_INDENT_2).decode()
    words = {"cause": coded(shown["cause"]), "cure": coded(shown["cure"])}
    heads = {f"head_{name}": language().message(f"page-problem-{name}") for name in _KIND_WORDS}
    return page(shown["title"], _KIND.format(**{**shown, **words, **heads, "example": example}))


def _for_people() -> bool:
    return flask.request.accept_mimetypes.best_match([JSON, HTML], default=JSON) == HTML


def _negotiated(response: flask.Response) -> flask.Response:
    vary(response, "Accept")
    return response


_LIST_WORDS: Final = ("about", "code", "status", "meaning")
_KIND_WORDS: Final = ("status", "cause", "cure", "example")
_LIST: Final = Markup(
    "<h1>{title}</h1>\n<p>{about}</p>\n<table>\n<tr><th>{code}</th><th>{status}</th>"
    "<th>{meaning}</th></tr>\n{lines}</table>"
)
_KIND: Final = Markup(
    "<h1>{title}</h1>\n<p><code>{code}</code>, {head_status} {status}</p>\n<dl>\n"
    "<dt>{head_cause}</dt><dd>{cause}</dd>\n<dt>{head_cure}</dt><dd>{cure}</dd>\n</dl>\n"
    "<h2>{head_example}</h2>\n<pre>{example}</pre>"
)
