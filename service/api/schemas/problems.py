"""The schemas by which the contract describes problems and their kinds."""

from typing import Final

from marshmallow import Schema, fields

from service.api.schemas.fields import about

_KEY: Final = "The name of the sentence: the same in every language."
_VALUES: Final = "The values that the sentence names."


class SentenceSchema(Schema):
    """A sentence for people, with what a program needs to say it in other words."""

    clause = fields.String(
        required=True, allow_none=True, metadata=about("The clause of the rules that it is by.")
    )
    key = fields.String(required=True, metadata=about(_KEY))
    values = fields.Dict(required=True, metadata=about(_VALUES))
    text = fields.String(
        required=True, metadata=about("The sentence in the language of the answer.")
    )


class FieldErrorSchema(Schema):
    """One thing that is wrong, and where: one of `pointer`, `parameter` and `header`."""

    pointer = fields.String(metadata=about("A JSON pointer into the body (RFC 6901)."))
    parameter = fields.String(metadata=about("A parameter of the query."))
    header = fields.String(metadata=about("A header of the request."))
    detail = fields.String(required=True, metadata=about("The fault, for people."))
    key = fields.String(required=True, metadata=about(_KEY))
    values = fields.Dict(required=True, metadata=about(_VALUES))


class RuleClauseSchema(Schema):
    """A clause of the rules."""

    id = fields.String(required=True, metadata=about("The number of the clause."))
    title = fields.String(required=True, metadata=about("Its subject in a few words."))
    text = fields.String(required=True, metadata=about("The words of the clause."))
    url = fields.String(
        required=True,
        metadata=about("Where people read it.", format="uri-reference"),
    )


class ProblemSchema(Schema):
    """A problem (RFC 9457). Nothing has changed."""

    type = fields.String(
        required=True,
        metadata=about(
            "The kind of problem: the address of its cause and remedy.", format="uri-reference"
        ),
    )
    title = fields.String(
        required=True, metadata=about("The kind of problem, in fixed words of the language.")
    )
    status = fields.Integer(required=True, metadata=about("The HTTP status."))
    detail = fields.String(required=True, metadata=about("The problem this time, for people."))
    key = fields.String(required=True, metadata=about(_KEY))
    values = fields.Dict(required=True, metadata=about(_VALUES))
    code = fields.String(required=True, metadata=about("The kind of problem, for programs."))
    errors = fields.List(
        fields.Nested(FieldErrorSchema),
        metadata=about("Everything that is wrong with the form of the request."),
    )
    clauses = fields.List(
        fields.Nested(RuleClauseSchema), metadata=about("Every clause that a refused move breaks.")
    )
    version = fields.Integer(metadata=about("With `stale-version`: the version of the deal now."))
    missed = fields.String(metadata=about("With `stale-version`: where the missed events are."))
    scope = fields.String(metadata=about("With `scope-missing`: the scope that the key lacks."))
    limit = fields.Integer(
        metadata=about("With `too-many-tables` and `queue-full`: the most that are allowed.")
    )
    end = fields.Integer(
        metadata=about("With `log-begun-anew`: the last position before what was lost.")
    )
    archive = fields.String(
        metadata=about("With `archived`: where the bundle of the deal is, in gzip.", format="uri")
    )
    sha256 = fields.String(metadata=about("With `archived`: the digest of that file, in hex."))
    violated_policies = fields.List(
        fields.String(),
        data_key="violated-policies",
        metadata=about("With `too-many-requests`: the spent budgets."),
    )


class ProblemTypeSchema(Schema):
    """A kind of problem."""

    code = fields.String(required=True, metadata=about("The kind of problem, for programs."))
    type = fields.String(
        required=True, metadata=about("The `type` of such a problem.", format="uri-reference")
    )
    status = fields.Integer(required=True, metadata=about("The HTTP status."))
    title = fields.String(required=True, metadata=about("The kind, in fixed words."))
    cause = fields.String(required=True, metadata=about("The cause of the problem."))
    cure = fields.String(required=True, metadata=about("The remedy for the caller."))
    example = fields.Dict(required=True, metadata=about("An answer of this kind."))


class ProblemTypeListSchema(Schema):
    """All kinds of problems."""

    problems = fields.List(
        fields.Nested(ProblemTypeSchema), required=True, metadata=about("The kinds of problems.")
    )
