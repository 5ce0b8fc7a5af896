"""Requests of proofs by the log."""

from typing import Final

from service.api.schemas.fields import Digits, Identifier, QueryFlag, Text, about
from service.api.schemas.request import Request
from service.api.schemas.requests import LARGEST

NOTE: Final = {"type": "string", "description": "The last checkpoint, as a signed note."}
VKEY: Final = {"type": "string", "description": "The key by which checkpoints are checked."}


LONGEST_ORIGIN: Final = 255


class _OfLog(Request):
    """Which log of the service is meant."""

    log = Text(
        longest=LONGEST_ORIGIN,
        metadata=about("The name of a log, which may have ended. Default: the present one."),
    )


class InclusionQuery(_OfLog):
    """The event whose place in the log is to be proved."""

    stream = Identifier(required=True, metadata=about("The id of a deal or of a table."))
    version = Digits(
        low=1, high=LARGEST, required=True, metadata=about("The position of the event in it.")
    )
    size = Digits(
        low=0,
        high=LARGEST,
        metadata=about("The size of the checkpoint to prove it for. Default: the last one's."),
    )


class ConsistencyQuery(_OfLog):
    """The checkpoints between which a proof is wanted."""

    from_ = Digits(
        low=0,
        high=LARGEST,
        required=True,
        data_key="from",
        metadata=about("The size of the older checkpoint."),
    )
    to = Digits(
        low=0, high=LARGEST, required=True, metadata=about("The size of the newer checkpoint.")
    )
    root = QueryFlag(metadata=about("Whether the root of the older log is wanted as well."))


class LeavesQuery(_OfLog):
    """Which leaves of the log are wanted."""

    from_ = Digits(
        low=0,
        high=LARGEST,
        load_default=0,
        data_key="from",
        metadata=about("The position of the first one."),
    )
    limit = Digits(low=1, high=1000, metadata=about("The most leaves on the page."))
