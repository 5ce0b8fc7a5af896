"""The schemas of the log: what may be asked of it, and what it answers."""

from typing import Any, Final

from marshmallow import Schema, fields

from proofs.notes import Checkpoint, SigningKey
from service.api.fields import Digits, about
from service.api.wishes import LARGEST

HASH: Final = "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
_KEY: Final = SigningKey("cards.example/log", bytes(32))
_CHECKPOINT: Final = Checkpoint(_KEY.name, 8, bytes.fromhex(HASH))

NOTE: Final = {"type": "string", "examples": [_KEY.sign(_CHECKPOINT.text)]}
"""A signed checkpoint."""
VKEY: Final = {"type": "string", "examples": [f"{_KEY.verifier}\n"]}
"""A key to check it by."""


def _hashes(description: str) -> Any:
    item = fields.String(metadata={"pattern": "^[0-9a-f]{64}$"})
    return fields.List(item, required=True, metadata=about(description, example=[HASH]))


class InclusionQuery(Schema):
    """Which event is to be proved to be in the log."""

    stream = fields.UUID(required=True, metadata=about("The id of a deal or of a table."))
    version = Digits(
        low=1, high=LARGEST, required=True, metadata=about("The position of the event in it.")
    )
    size = Digits(
        low=0,
        high=LARGEST,
        metadata=about("The size of the checkpoint to prove it for. Default: the last one's."),
    )


class ConsistencyQuery(Schema):
    """Between which checkpoints a proof is wanted."""

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


class LeavesQuery(Schema):
    """Which leaves of the log are wanted."""

    from_ = Digits(
        low=0,
        high=LARGEST,
        load_default=0,
        data_key="from",
        metadata=about("The position of the first one."),
    )
    limit = Digits(low=1, high=1000, metadata=about("The most leaves on the page."))


class LogEntry(Schema):
    """What the log says of an event."""

    stream = fields.UUID(required=True, metadata=about("The deal or table."))
    version = fields.Integer(required=True, metadata=about("The position of the event in it."))
    hash = fields.String(
        required=True, metadata=about("The chain's head after the event, in hex.", example=HASH)
    )


class Inclusion(Schema):
    """That an event is in the log."""

    log = fields.String(required=True, metadata=about("What the log is called."))
    size = fields.Integer(required=True, metadata=about("How many entries it has."))
    position = fields.Integer(required=True, metadata=about("Where the event's entry is, from 0."))
    entry = fields.Nested(LogEntry, required=True)
    leaf = fields.String(
        required=True, metadata=about("The hash of the entry's leaf, in hex.", example=HASH)
    )
    path = _hashes("From the leaf to the root (RFC 6962, section 2.1.1), in hex.")


class Consistency(Schema):
    """That a log begins with what it was before."""

    log = fields.String(required=True, metadata=about("What the log is called."))
    from_ = fields.Integer(required=True, data_key="from", metadata=about("The older size."))
    to = fields.Integer(required=True, metadata=about("The newer size."))
    proof = _hashes("In hex; empty where there is nothing to prove.")


class Leaves(Schema):
    """A page of leaves, all of them under the last checkpoint."""

    log = fields.String(required=True, metadata=about("What the log is called."))
    from_ = fields.Integer(
        required=True, data_key="from", metadata=about("The position of the first of them.")
    )
    leaves = _hashes("Their hashes, in hex.")
