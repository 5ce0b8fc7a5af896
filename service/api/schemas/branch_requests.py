"""The schema by which the request for a branch of a finished deal is read."""

from marshmallow import fields

from service.api.schemas.fields import ListOf, WholeNumberField, WordOf, about
from service.api.schemas.request import Request
from service.api.schemas.requests import LARGEST, MOST_SEATS, SeatRequest


class CreateBranchRequest(Request):
    """A branch of a finished deal: its first event, its cards and its players."""

    at = WholeNumberField(
        low=1, high=LARGEST, required=True, metadata=about("The last event that stays as it was.")
    )
    deal = WordOf(
        ("true", "resample"),
        required=True,
        metadata=about(
            "`true`: the cards as they lay. `resample`: the cards that `from_seat` had not seen by "
            "then are dealt anew, so that it would have seen the same."
        ),
    )
    from_seat = WholeNumberField(
        low=0,
        high=MOST_SEATS - 1,
        metadata=about(
            "The seat whose view counts. Default: the token's own seat; with an API key the seat "
            "that was to act."
        ),
    )
    seats = ListOf(
        fields.Nested(SeatRequest),
        most=MOST_SEATS,
        metadata=about(
            "The players of the first seats, in their order; bots play on the others. Default: a "
            "person on `from_seat`, bots on all others."
        ),
    )
