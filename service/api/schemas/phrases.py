"""Requests about phrases."""

from domain.table.phrases import PHRASES
from service.api.schemas.fields import Choice, about
from service.api.schemas.request import Request


class PhraseRequest(Request):
    """What a person says."""

    phrase = Choice(PHRASES, required=True, metadata=about("Its key."))
