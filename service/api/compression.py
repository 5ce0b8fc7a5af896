"""Compression of answers in which no secret stands beside text that another party chose.

Decision 28 lists them. Every other answer is sent as it is, and its length shows nothing of hidden
cards.
"""

import gzip
from functools import lru_cache, partial
from typing import Final

import flask
from flask import g

from service.api.dependencies import app
from service.api.headers import vary

LEAST: Final = 4_096
"""An answer with fewer bytes is not compressed."""
LEAST_ONCE: Final = 1_024
"""The same for content that is compressed once."""
LEVEL: Final = 6
GZIP: Final = "gzip"
_KEPT: Final = 32
"""Files that are kept compressed."""


def compressed(response: flask.Response, *, key: str | None = None) -> flask.Response:
    """An answer as gzip if it is large and the client accepts that.

    Args:
        response: The answer.
        key: Names the content of an answer that is final, which is compressed once.
    """
    vary(response, "Accept-Encoding")
    charged(response)
    if _is_wanted() and len(data := response.get_data()) >= LEAST:
        compress = partial(gzip.compress, data, LEVEL, mtime=0)
        _set(response, compress() if key is None else app.cache.get((key, GZIP), compress))
    return response


def compressed_once(response: flask.Response) -> flask.Response:
    """The same for content that is the same for all, such as a file: it is compressed once."""
    vary(response, "Accept-Encoding")
    charged(response)
    if _is_wanted() and len(data := response.get_data()) >= LEAST_ONCE:
        _set(response, _kept(data))
    return response


def charged(response: flask.Response) -> flask.Response:
    """An answer whose bytes are charged: none of them follow from a card that is hidden.

    All credentials of an owner see what is left of the budget. So other answers cost their price
    only, or a size that a view sets in ``g.size``.
    """
    g.size = len(response.get_data())
    return response


def _is_wanted() -> bool:
    return flask.request.accept_encodings.quality(GZIP) > 0


@lru_cache(_KEPT)
def _kept(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def _set(response: flask.Response, data: bytes) -> None:
    response.set_data(data)
    response.headers["Content-Encoding"] = GZIP
