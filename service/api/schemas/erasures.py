"""Requests about people."""

from service.api.schemas.fields import Ref, about
from service.api.schemas.request import Request


class ErasureRequest(Request):
    """The user whose names are erased."""

    ref = Ref(required=True, metadata=about("The `ref` of the user's seats."))
