"""The schemas of the people at a table."""

from typing import get_args

from marshmallow import Schema, fields, validate

from domain.table.phrases import PHRASES
from service.api.schemas.fields import Choice, about
from service.api.schemas.request import Request
from service.play.rematches import Seats

_WHEN = {"format": "date-time"}


class PhraseRequest(Request):
    """What a person says."""

    phrase = Choice(PHRASES, required=True, metadata=about("Its key."))


class PhraseTextSchema(Schema):
    """A phrase that people can say."""

    phrase = fields.String(
        required=True, validate=validate.OneOf(PHRASES), metadata=about("Its key.")
    )
    text = fields.String(required=True, metadata=about("Its text for people."))


class PhraseListSchema(Schema):
    """The phrases that people can say."""

    phrases = fields.List(
        fields.Nested(PhraseTextSchema), required=True, metadata=about("In a fixed order.")
    )


class PhraseSchema(Schema):
    """A phrase as a seat has said it."""

    number = fields.Integer(required=True, metadata=about("At the table, growing."))
    seat = fields.Integer(required=True, metadata=about("The seat that said it."))
    phrase = fields.String(
        required=True, validate=validate.OneOf(PHRASES), metadata=about("Its key.")
    )
    at = fields.String(required=True, metadata=about("When it was said.", **_WHEN))


class AgreementSchema(Schema):
    """A rematch, and who has agreed to it."""

    table = fields.UUID(required=True, metadata=about("The new table."))
    seats = fields.String(
        required=True,
        validate=validate.OneOf(get_args(Seats)),
        metadata=about("Whether all players keep their seats or take the next ones."),
    )
    agreed = fields.List(
        fields.Integer(),
        required=True,
        metadata=about("The seats of this table whose players sit at the new one."),
    )


class PeopleSchema(Schema):
    """The people at a table."""

    present = fields.List(
        fields.Integer(),
        required=True,
        metadata=about("The seats whose players have a stream with `people` open."),
    )
    phrases = fields.List(
        fields.Nested(PhraseSchema),
        required=True,
        metadata=about("The last phrases, ten at most, the oldest of them first."),
    )
    rematch = fields.Nested(
        AgreementSchema,
        required=True,
        allow_none=True,
        metadata=about("After the series; null until a player wants a rematch."),
    )


class ReportSchema(Schema):
    """A report of a phrase, with the phrases before it."""

    table = fields.UUID(required=True)
    number = fields.Integer(required=True, metadata=about("The number of the phrase."))
    seat = fields.Integer(required=True, metadata=about("The seat that reports it."))
    at = fields.String(required=True, metadata=about("When it was reported.", **_WHEN))
    phrases = fields.List(
        fields.Nested(PhraseSchema),
        required=True,
        metadata=about(
            "The reported phrase is the last; phrases of persons who are erased are missing."
        ),
    )


class ReportListSchema(Schema):
    """Reports of phrases."""

    reports = fields.List(
        fields.Nested(ReportSchema), required=True, metadata=about("The newest first.")
    )
