"""Requests about phrases."""

from domain.table.phrases import PHRASES
from service.api.schemas.fields import WordOf, about
from service.api.schemas.request import Request


class PhraseRequest(Request):
    """What a person says."""

    phrase = WordOf(PHRASES, required=True, metadata=about("Its key."))
