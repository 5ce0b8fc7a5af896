"""The schemas of requests about disputes."""

from typing import Final, get_args

from domain.table.disputes import Claim, Ruling
from service.api.schemas.fields import Choice, Digits, ListOf, Request, Whole, Words, about
from service.api.schemas.requests import LARGEST, MOST_SEATS, signature_of

MOST_POINTS: Final = 1_000_000
"""Of a side, in one ruling."""


class OpenDisputeRequest(Request):
    """What is said to be wrong, and where."""

    at = Whole(
        low=1,
        high=LARGEST,
        required=True,
        metadata=about("The event that is disputed, by its position in the deal."),
    )
    claim = Choice(
        get_args(Claim),
        required=True,
        metadata=about(
            "`deal`: the cards or their shuffle. `legality`: a move, or what followed, against the "
            "rules. `score`: what the deal came to. `authorship`: a move that its seat did not "
            "make. `knowledge`: somebody knew what he could not. `delay`: the play was held up."
        ),
    )
    text = Words(required=True, metadata=about("What was wrong."))
    signature = signature_of(
        '{"type": "dispute", "deal": …, "at": …, "claim": …, "text": …}', "table"
    )


class AnswerDisputeRequest(Request):
    """What a seat answers to a dispute."""

    text = Words(required=True, metadata=about("The answer."))
    signature = signature_of('{"type": "answer", "deal": …, "dispute": …, "text": …}', "table")


class RuleDisputeRequest(Request):
    """How a dispute is ruled."""

    ruling = Choice(
        get_args(Ruling),
        required=True,
        metadata=about("Whether the dispute is upheld."),
    )
    adjustment = ListOf(
        Whole(low=-MOST_POINTS, high=MOST_POINTS),
        most=MOST_SEATS,
        load_default=list,
        metadata=about(
            "What each side gets in the ledger, or loses; empty: nothing, as with a claim that is "
            "dismissed."
        ),
    )
    text = Words(required=True, metadata=about("Why."))


class AuditQuery(Request):
    """Of which event the choices are wanted, besides those that are disputed."""

    at = Digits(low=1, high=LARGEST, metadata=about("The event of which the choices are wanted."))
