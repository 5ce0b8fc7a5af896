"""The schemas by which requests about auditors, watchers and disputes are read."""

from typing import Final, get_args

from domain.table.disputes import Claim, Ruling
from service.api.schemas.fields import Choice, Digits, ListOf, Name, Request, Whole, Words, about
from service.api.schemas.requests import DAY, LARGEST, MOST_SEATS, signature_of

MOST_POINTS: Final = 1_000_000
"""Of a side, in one ruling."""
MINUTE: Final = 60


class AdmitAuditorRequest(Request):
    """Who may judge the disputes of a table, and for how long."""

    name = Name(required=True, metadata=about("What the auditor is called."))
    expires_in = Whole(
        low=MINUTE,
        high=LARGEST,
        load_default=7 * DAY,
        metadata=about("In seconds. The service may end the token sooner: see `until`."),
    )


class AdmitWatcherRequest(AdmitAuditorRequest):
    """Who may watch a table, and for how long."""

    name = Name(required=True, metadata=about("What the watcher is called."))
    signature = signature_of('{"type": "admit_watcher", "name": …}', "table")


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
