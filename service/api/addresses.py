"""Addresses without an operation, and the ones that they may stand for."""

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Final

import flask
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.routing import Map, Rule

from domain.kernel.sentence import Sentence

LONGEST: Final = 300
"""A longer address is not looked at."""
EXAMPLE: Final = "0197f2c0-aa00-7000-8000-00000000beef"
_PLACE: Final = re.compile(r"<(?:([^:<>()]+)(?:\([^<>]*\))?:)?([^<>]+)>")
_NUMBERS: Final = ("int", "seat")


def nothing_here() -> Sentence:
    """The fault of the address of this request, which leads to no operation."""
    path, app = flask.request.path, flask.current_app
    if len(path) <= LONGEST:
        for address in _near(path):
            if _leads(app.url_map, address):
                return Sentence("nothing-here-but", {"address": address})
        for kind, name, value in _path_values(app, path):
            if not re.fullmatch(app.url_map.converters[kind].regex, value):
                needed = "number" if kind in _NUMBERS else "id"
                return Sentence(f"path-needs-{needed}", {"name": name, "example": EXAMPLE})
    return Sentence("nothing-here")


def _near(path: str) -> Iterator[str]:
    """The address without a slash at its end, with the version, and in lower case."""
    plain = "/" + "/".join(filter(None, path.split("/")))
    for address in (plain, plain.lower()):
        yield from (each for each in (address, f"/v1{address}") if each != path)


def _leads(known: Map, address: str) -> bool:
    """Whether there is an operation at an address, by any method."""
    with suppress(HTTPException):
        with suppress(MethodNotAllowed):
            known.bind("").match(address)
        return True
    return False


def _path_values(app: flask.Flask, path: str) -> Iterator[tuple[str, str, str]]:
    """The converters, names and values in an address that has the form of an operation's."""
    with suppress(HTTPException):
        rule, values = _forms(app).bind("").match(path)
        for kind, name in _PLACE.findall(rule):
            if kind:
                yield kind, name, values[name]


@cache
def _forms(app: flask.Flask) -> Map:
    """The rules of an application, with any text in each place."""
    rules = {rule.rule for rule in app.url_map.iter_rules() if "<path:" not in rule.rule}
    forms = [Rule(_PLACE.sub(r"<\2>", rule), endpoint=rule) for rule in sorted(rules)]
    return Map(forms, merge_slashes=False)
