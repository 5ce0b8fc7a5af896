"""The schemas of requests and answers about people."""

from marshmallow import Schema, fields

from service.api.schemas.fields import Ref, about
from service.api.schemas.request import Request


class ErasureRequest(Request):
    """The user whose names are erased."""

    ref = Ref(required=True, metadata=about("The `ref` of the user's seats."))


class ErasureSchema(Schema):
    """The erased data."""

    persons = fields.Integer(
        required=True, metadata=about("How many times the user had sat down at these tables.")
    )
    tables = fields.Integer(required=True, metadata=about("The number of tables."))
    more = fields.Boolean(
        required=True, metadata=about("Whether there are more tables: send the request again.")
    )
