"""Keys that only a bundle names prove nothing, whatever they have signed."""

from typing import Final

import orjson

from domain.fairness import tree
from events.canonical import canonical
from events.translog.notes import Checkpoint, SigningKey
from events.translog.receipts import Receipt
from tests.verifier.corpus.by_hand import a_branch
from tests.verifier.corpus.checks import SEATS, unsigned, whole
from tests.verifier.corpus.checks import steps as steps_of_deal
from tests.verifier.entries import Entry
from tests.verifier.making import KEY, OTHER_KEY
from tests.verifier.mutations import rechained
from tests.verifier.series import table_bundle
from verifier.bundle import Bundle, LogPlace, Pin

MOVED: Final = 7_200_000_000
"""By how many µs the forger moves the times."""
WITNESS: Final = SigningKey("witness.example/w", bytes(32))
OWN: Final = Pin(str(KEY.verifier), "https://cards.example")
ONLY_NAMED: Final = f"only the bundle names the key {OTHER_KEY.verifier}"


def forged(
    bundle: Bundle, *, key: SigningKey = OTHER_KEY, receipts: bool = False, witness: bool = False
) -> Bundle:
    """The record with later times from its middle on, in a log of its own under the same name."""
    middle = len(bundle.events) // 2
    command = orjson.loads(bundle.events[middle].body)["command"]
    entries, moving = [], False
    for entry in bundle.events:
        envelope = orjson.loads(entry.body)
        moving |= envelope["command"] == command
        envelope["at"] += MOVED * moving
        entries.append(entry._replace(body=canonical(envelope)))
    made = rechained(bundle._replace(receipts=()), entries)
    leaf = tree.leaf_hash(log_entry(made))
    text = Checkpoint(key.name, 1, tree.root([leaf])).text
    note = key.sign(text)
    if witness:
        note += WITNESS.sign(text).rpartition("\n\n")[2]
    made = made._replace(log=LogPlace(len(entries), 0, (), note), key=str(key.verifier))
    time = orjson.loads(entries[-1].body)["at"]
    last = Receipt(made.stream, len(entries), made.head, time).by(key)
    return made._replace(receipts=(last,)) if receipts else made


def log_entry(bundle: Bundle) -> bytes:
    return bundle.stream.bytes + len(bundle.events).to_bytes(4, "big") + bundle.head


def table() -> Bundle:
    return table_bundle(a_branch("goat", SEATS).table)


NOTHING: Final = "form holds, chain holds, key open, log open"

ENTRIES: Final[dict[str, Entry]] = {
    "a log of its own": Entry(lambda: forged(whole())),
    "receipts of its own": Entry(lambda: forged(whole(), receipts=True)),
    "a witness of its own": Entry(lambda: forged(whole(), witness=True)),
    "receipts and checkpoints that came with it": Entry(
        lambda: forged(whole(), receipts=True),
        held=lambda: {
            "receipts": forged(whole(), receipts=True).receipts,
            "checkpoints": (forged(whole()).log.checkpoint,),  # type: ignore[union-attr]
        },
    ),
    "beside the key of the service": Entry(
        lambda: forged(whole()), held=lambda: {"key": KEY.verifier}
    ),
    "beside a key that was pinned": Entry(lambda: forged(whole()), held=lambda: {"pins": (OWN,)}),
    "a table": Entry(lambda: forged(table())),
    "a branch": Entry(lambda: forged(a_branch("goat", SEATS).bundle())),
    "genuine, and nobody says so": Entry(whole),
    "genuine, by the key of the service": Entry(whole, held=lambda: {"key": KEY.verifier}),
    "genuine, by a key that was pinned": Entry(whole, held=lambda: {"pins": (OWN,)}),
    "a key that was given, and another that was pinned": Entry(
        lambda: forged(whole()), held=lambda: {"key": OTHER_KEY.verifier, "pins": (OWN,)}
    ),
    "nothing is signed": Entry(lambda: unsigned(steps_of_deal())),
}
