"""Problems, their kinds, and sentences for people."""

from collections.abc import Mapping
from typing import Annotated, NotRequired

from typing_extensions import TypedDict

from domain.kernel.event import Json
from domain.kernel.sentence import Sentence
from languages.catalogue import Language
from service.responses.base import Reference, Uri


class SentenceJson(TypedDict):
    """A sentence for people, with what a program needs to say it in other words."""

    clause: str | None
    """The clause of the rules that it is by."""
    key: str
    """The name of the sentence: the same in every language."""
    values: dict[str, Json]
    """The values that the sentence names."""
    text: str
    """The sentence in the language of the answer."""


class FieldErrorJson(TypedDict):
    """One thing that is wrong, and where: one of `pointer`, `parameter` and `header`."""

    pointer: NotRequired[str]
    """A JSON pointer into the body (RFC 6901)."""
    parameter: NotRequired[str]
    """A parameter of the query."""
    header: NotRequired[str]
    """A header of the request."""
    detail: str
    """The fault, for people."""
    key: str
    """The name of the sentence: the same in every language."""
    values: dict[str, Json]
    """The values that the sentence names."""


class RuleClauseJson(TypedDict):
    """A clause of the rules."""

    id: str
    """The number of the clause."""
    title: str
    """Its subject in a few words."""
    text: str
    """The words of the clause."""
    url: Reference
    """Where people read it."""


_Policies = TypedDict(
    "_Policies",
    {
        "violated-policies": NotRequired[
            Annotated[list[str], "With `too-many-requests`: the spent budgets."]
        ]
    },
)


class ProblemJson(_Policies):
    """A problem (RFC 9457). Nothing has changed."""

    type: Reference
    """The kind of problem: the address of its cause and remedy."""
    title: str
    """The kind of problem, in fixed words of the language."""
    status: int
    """The HTTP status."""
    detail: str
    """The problem this time, for people."""
    key: str
    """The name of the sentence: the same in every language."""
    values: dict[str, Json]
    """The values that the sentence names."""
    code: str
    """The kind of problem, for programs."""
    errors: NotRequired[list[FieldErrorJson]]
    """Everything that is wrong with the form of the request."""
    clauses: NotRequired[list[RuleClauseJson]]
    """Every clause that a refused move breaks."""
    version: NotRequired[int]
    """With `stale-version`: the version of the deal now."""
    missed: NotRequired[str]
    """With `stale-version`: where the missed events are."""
    scope: NotRequired[str]
    """With `scope-missing`: the scope that the key lacks."""
    limit: NotRequired[int]
    """With `too-many-tables` and `queue-full`: the most that are allowed."""
    end: NotRequired[int]
    """With `log-begun-anew`: the last position before what was lost."""
    archive: NotRequired[Uri]
    """With `archived`: where the bundle of the deal is, in gzip."""
    sha256: NotRequired[str]
    """With `archived`: the digest of that file, in hex."""


class ProblemTypeJson(TypedDict):
    """A kind of problem."""

    code: str
    """The kind of problem, for programs."""
    type: Reference
    """The `type` of such a problem."""
    status: int
    """The HTTP status."""
    title: str
    """The kind, in fixed words."""
    cause: str
    """The cause of the problem."""
    cure: str
    """The remedy for the caller."""
    example: Mapping[str, Json]
    """An answer of this kind."""


class ProblemTypeListJson(TypedDict):
    """All kinds of problems."""

    problems: list[ProblemTypeJson]
    """The kinds of problems."""


def sentence_json(sentence: Sentence, language: Language) -> SentenceJson:
    """A sentence with its text, and with what a program needs to say it in other words."""
    return {
        "clause": sentence.clause,
        "key": sentence.key,
        "values": dict(sentence.values),
        "text": language.text(sentence),
    }
