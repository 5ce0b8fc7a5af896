"""The schemas of requests about disputes."""

from typing import Final, get_args

from domain.table.disputes import Claim, DisputeStatus, Ruling
from service.api.schemas.fields import (
    Digits,
    Identifier,
    ListOf,
    PageCursor,
    WholeNumberField,
    WordOf,
    Words,
    about,
)
from service.api.schemas.request import CombinedRequest, Request
from service.api.schemas.requests import LARGEST, MOST_SEATS, signature_of

MOST_POINTS: Final = 1_000_000
"""Of a side, in one ruling."""


class OpenDisputeRequest(CombinedRequest):
    """A claim that something is wrong, and where."""

    ONE_OF = ("at", "move")

    at = WholeNumberField(
        low=1,
        high=LARGEST,
        metadata=about("The event that is disputed, by its position in the deal."),
    )
    move = WholeNumberField(
        low=0,
        high=LARGEST,
        metadata=about(
            "Instead of `at`: the move that is disputed, by its number in the transcript, from 0. "
            "A signature has the position of its event as `at`."
        ),
    )
    claim = WordOf(
        get_args(Claim),
        required=True,
        metadata=about(
            "`deal`: the cards or their shuffle. `legality`: a move, or what followed, against the "
            "rules. `score`: the result of the deal. `authorship`: a move that its seat did not "
            "make. `knowledge`: a player knew hidden cards. `delay`: the play was held up."
        ),
    )
    text = Words(required=True, metadata=about("The reason for the claim."))
    signature = signature_of(
        '{"type": "dispute", "deal": …, "at": …, "claim": …, "text": …}', "table"
    )


class AnswerDisputeRequest(Request):
    """The answer of a seat to a dispute."""

    text = Words(required=True, metadata=about("The answer."))
    signature = signature_of('{"type": "answer", "deal": …, "dispute": …, "text": …}', "table")


class WithdrawDisputeRequest(Request):
    """The withdrawal of a dispute."""

    signature = signature_of('{"type": "withdraw", "deal": …, "dispute": …}', "table")


class AppealRulingRequest(Request):
    """The appeal of the first ruling on a dispute."""

    text = Words(required=True, metadata=about("The reason for the appeal."))
    signature = signature_of('{"type": "appeal", "deal": …, "dispute": …, "text": …}', "table")


class RuleDisputeRequest(Request):
    """The ruling on a dispute."""

    ruling = WordOf(
        get_args(Ruling),
        required=True,
        metadata=about("Whether the dispute is upheld."),
    )
    adjustment = ListOf(
        WholeNumberField(low=-MOST_POINTS, high=MOST_POINTS),
        most=MOST_SEATS,
        load_default=list,
        metadata=about(
            "The points that each side gets in the ledger, or loses. Empty: none, for example if "
            "the claim is dismissed."
        ),
    )
    text = Words(required=True, metadata=about("Why."))


class AuditQuery(Request):
    """An event whose choices are wanted, besides the disputed events."""

    at = Digits(low=1, high=LARGEST, metadata=about("The event whose choices are wanted."))


class DisputesQuery(Request):
    """Which disputes are listed."""

    status = WordOf(
        get_args(DisputeStatus),
        metadata=about("Only disputes with this status. `open` and `appealed` wait for a ruling."),
    )
    table = Identifier(metadata=about("Only disputes of this table."))
    cursor = PageCursor(size=52)
    limit = Digits(low=1, high=1000, metadata=about("The most disputes on the page."))
