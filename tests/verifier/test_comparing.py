"""Two bundles of one deal: their first difference, double signatures, and the one in the log."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple
from uuid import UUID

import orjson
import pytest

from domain.fairness import tree
from domain.games import GAMES
from events.canonical import canonical
from events.translog.notes import Checkpoint, SigningKey
from tests.verifier.making import KEY, OTHER_KEY, bundled, deal, kept, played, signed
from tests.verifier.mutations import Mutant, rechained, with_entry
from tests.verifier.verifiers import RIVAL, in_javascript
from verifier.bundle import Bundle, Growth, LogPlace, write
from verifier.case import Case
from verifier.comparing import Named, are_rivals, compare
from verifier.verdicts import FAILS, HOLDS, OPEN, Verdict

STEPS: Final = played(GAMES["goat"], seats=4, number=1)
WHOLE: Final = bundled(deal("goat", 4), receipts=False, logged=False)
LAST: Final = len(WHOLE.events)
PARTING: Final = 7
"""The event from which on the other record is another one."""


def forged(bundle: Bundle, at: int = PARTING, **changes: Any) -> Bundle:
    """The bundle with an altered event, and matching hashes."""
    envelope = {**orjson.loads(bundle.events[at - 1].body), **changes}
    altered = with_entry(bundle, at - 1, body=canonical(envelope))
    return rechained(altered, altered.events)


FORGED: Final = forged(WHOLE, actor="seat:2")


class GrowingLog(NamedTuple):
    """A log that holds some records, each up to an event, between other entries."""

    leaves: tuple[bytes, ...]

    @classmethod
    def of(cls, *bundles: Bundle, more: int = 0) -> "GrowingLog":
        leaves = [tree.leaf_hash(b"first"), *map(leaf, bundles)]
        return cls((*leaves, *(tree.leaf_hash(bytes([each])) for each in range(more))))

    def note(self, key: SigningKey = KEY) -> str:
        return key.sign(Checkpoint(key.name, len(self.leaves), tree.root(self.leaves)).text)

    def prove(self, bundle: Bundle, key: SigningKey = KEY, *, events: int = LAST) -> Bundle:
        """The bundle with its place in this log, up to an event."""
        index = self.leaves.index(leaf(bundle, events))
        placed = LogPlace(events, index, tree.path(index, self.leaves), self.note(key))
        return bundle._replace(log=placed, key=str(key.verifier))

    def since(self, old: "GrowingLog") -> Growth:
        """The proof that it extends another one."""
        size = len(self.leaves)
        spans = tree.consistency(len(old.leaves), size)
        proof = tuple(tree.root(self.leaves[span.start : span.stop]) for span in spans)
        return Growth(KEY.name, len(old.leaves), size, proof)


def leaf(bundle: Bundle, events: int = LAST) -> bytes:
    head = Case(bundle).heads[events - 1]
    return tree.leaf_hash(bundle.stream.bytes + events.to_bytes(4, "big") + head)


TRUE_LOG: Final = GrowingLog.of(WHOLE)
LATER_LOG: Final = GrowingLog.of(WHOLE, more=3)
FALSE_LOG: Final = GrowingLog.of(FORGED)
DOUBLE_LOG: Final = GrowingLog.of(WHOLE, FORGED)

TRUE: Final = TRUE_LOG.prove(WHOLE)
FALSE: Final = FALSE_LOG.prove(FORGED)
OTHERS: Final = FALSE_LOG.prove(FORGED, OTHER_KEY)
SEAT: Final = bundled(kept(STEPS, viewer=2), view="seat:2", receipts=False, logged=False)
PINNED: Final = {"key": KEY.verifier}
ONLY_NAMED: Final = "a key that only the bundle names"


class Pair(NamedTuple):
    """Two bundles, the reader's evidence, and the expected verdict: its status, and words of it."""

    one: Bundle
    other: Bundle
    held: dict[str, Any]
    agree: tuple[str, str]
    signed: tuple[str, str]
    settled: tuple[str, str] | None = None


PARTED: Final = (FAILS, 'event 7, actor: one has "seat:0", other has "seat:2"')
SAME: Final = (HOLDS, f"of one record, of {LAST} events")
NOT_BOTH: Final = (OPEN, "not both have a place")
NO_KEY: Final = (OPEN, "no key has signed both")
HOLDS_ONE: Final = (HOLDS, "the log holds one; nothing was given that it holds other")
BOTH_SIGNED: Final = "has signed both records: that is proof of misconduct"
TWO_LOGS: Final = "has signed two logs of 2 entries: that is proof of misconduct"
TRUST_DECIDES: Final = "The key of the service, if you have it from elsewhere, can decide"


@cache
def received(bundle: Bundle) -> Bundle:
    """The other record, with receipts that the service has signed for it."""
    [*_, last] = signed(deal("goat", 4))
    receipt = last._replace(head=Case(bundle).heads[last.position - 1]).by(KEY)
    return bundle._replace(receipts=(receipt,), log=None, key=str(KEY.verifier))


def in_part(*, events: int) -> Bundle:
    """The false record, with the place in the log of its true beginning."""
    growing = GrowingLog((leaf(FORGED, events), tree.leaf_hash(b"last")))
    return growing.prove(FORGED, events=events)


PAIRS: Final[dict[str, Pair]] = {
    "the same twice": Pair(TRUE, TRUE, {}, SAME, (HOLDS, "both are under one checkpoint, of 2")),
    "a seat's view and the full one": Pair(SEAT._replace(key=TRUE.key), TRUE, {}, SAME, NOT_BOTH),
    "the beginning of the other": Pair(
        bundled(kept(STEPS[:9], viewer=2), view="seat:2", receipts=False, logged=False),
        WHOLE,
        {},
        (HOLDS, "alone goes on"),
        NOT_BOTH,
    ),
    "the other has no place": Pair(
        TRUE, FORGED, PINNED, PARTED, NOT_BOTH, (HOLDS, "other: the bundle has no place")
    ),
    "the other has no key": Pair(
        TRUE, FORGED._replace(key=None), {}, PARTED, NO_KEY, (OPEN, ONLY_NAMED)
    ),
    "the first has no place, and nothing pins the key": Pair(
        FORGED, TRUE, {}, (FAILS, "actor"), NOT_BOTH, (OPEN, ONLY_NAMED)
    ),
    "neither has a place": Pair(WHOLE, FORGED, PINNED, PARTED, NOT_BOTH, (OPEN, TRUST_DECIDES)),
    "two keys, neither known": Pair(TRUE, OTHERS, {}, PARTED, NO_KEY, (OPEN, TRUST_DECIDES)),
    "two keys, one known": Pair(TRUE, OTHERS, PINNED, PARTED, NO_KEY, (HOLDS, "and yours is")),
    "two keys, and a checkpoint": Pair(
        TRUE,
        OTHERS,
        {**PINNED, "checkpoints": (TRUE_LOG.note(),)},
        PARTED,
        NO_KEY,
        (HOLDS, "the bundle names the key"),
    ),
    "two keys, and a checkpoint of another": Pair(
        OTHERS,
        TRUE,
        {"key": OTHER_KEY.verifier, "checkpoints": (FALSE_LOG.note(OTHER_KEY),)},
        (FAILS, "actor"),
        NO_KEY,
        HOLDS_ONE,
    ),
    "one key, two logs of a size": Pair(
        TRUE, FALSE, PINNED, PARTED, (FAILS, TWO_LOGS), (FAILS, "the log holds both")
    ),
    "one key that the reader does not know, two logs of a size": Pair(
        TRUE,
        FALSE,
        {},
        PARTED,
        (FAILS, "a key that only the bundles name, has signed two logs"),
        (OPEN, TRUST_DECIDES),
    ),
    "one key, two logs, and a checkpoint": Pair(
        TRUE,
        FALSE,
        {**PINNED, "checkpoints": (TRUE_LOG.note(),)},
        PARTED,
        (FAILS, TWO_LOGS),
        (HOLDS, "the log was signed with two contents: that is proof of misconduct"),
    ),
    "one record, two logs of a size": Pair(
        TRUE,
        GrowingLog((tree.leaf_hash(b"other"), leaf(WHOLE))).prove(WHOLE),
        PINNED,
        SAME,
        (FAILS, TWO_LOGS),
    ),
    "one key, logs of two sizes": Pair(
        LATER_LOG.prove(WHOLE), FALSE, PINNED, PARTED, (FAILS, BOTH_SIGNED), (FAILS, "holds both")
    ),
    "one log that holds both": Pair(
        DOUBLE_LOG.prove(WHOLE),
        DOUBLE_LOG.prove(FORGED),
        PINNED,
        PARTED,
        (FAILS, BOTH_SIGNED),
        (FAILS, "the log holds both"),
    ),
    "a receipt for the other": Pair(
        TRUE, received(FORGED), PINNED, PARTED, (FAILS, BOTH_SIGNED), HOLDS_ONE
    ),
    "a receipt for the other that is not signed": Pair(
        TRUE,
        received(FORGED)._replace(
            receipts=(received(FORGED).receipts[0]._replace(signature=bytes(64)),)
        ),
        PINNED,
        PARTED,
        NOT_BOTH,
        HOLDS_ONE,
    ),
    "the true beginning, and another end": Pair(
        TRUE,
        in_part(events=PARTING - 1),
        PINNED,
        PARTED,
        (FAILS, "two logs of 2"),
        (HOLDS, f"what is in the log ends with event {PARTING - 1}, before they part"),
    ),
    "logs of two sizes": Pair(
        TRUE,
        LATER_LOG.prove(WHOLE),
        {},
        SAME,
        (OPEN, "only a proof of consistency can show whether the logs of 2 and 5 are one"),
    ),
    "logs of two sizes, and the proof": Pair(
        LATER_LOG.prove(WHOLE),
        TRUE,
        {"growths": (LATER_LOG.since(GrowingLog.of()), LATER_LOG.since(TRUE_LOG))},
        SAME,
        (HOLDS, "the log of 5 entries begins with the log of 2"),
    ),
    "logs of two sizes, and another proof": Pair(
        TRUE,
        LATER_LOG.prove(WHOLE),
        {"growths": (LATER_LOG.since(TRUE_LOG)._replace(proof=(bytes(32),)),)},
        SAME,
        (FAILS, "it does not prove that the log of 5 begins with the log of 2"),
    ),
    "an older checkpoint, and no proof": Pair(
        LATER_LOG.prove(WHOLE),
        FORGED,
        {"checkpoints": (TRUE_LOG.note(),)},
        PARTED,
        NOT_BOTH,
        (OPEN, "yours is of 2 entries; ask for the bundle with size=2"),
    ),
    "an older checkpoint, and the proof": Pair(
        LATER_LOG.prove(WHOLE),
        FORGED,
        {**PINNED, "checkpoints": (TRUE_LOG.note(),), "growths": (LATER_LOG.since(TRUE_LOG),)},
        PARTED,
        NOT_BOTH,
        HOLDS_ONE,
    ),
    "a later checkpoint, and the proof": Pair(
        TRUE,
        FORGED,
        {**PINNED, "checkpoints": (LATER_LOG.note(),), "growths": (LATER_LOG.since(TRUE_LOG),)},
        PARTED,
        NOT_BOTH,
        HOLDS_ONE,
    ),
    "a checkpoint, and no key": Pair(
        TRUE,
        FORGED,
        {"checkpoints": (TRUE_LOG.note(),)},
        PARTED,
        NOT_BOTH,
        (OPEN, TRUST_DECIDES),
    ),
    "an older checkpoint, and a proof of another log": Pair(
        LATER_LOG.prove(WHOLE),
        FORGED,
        {"checkpoints": (FALSE_LOG.note(),), "growths": (LATER_LOG.since(TRUE_LOG),)},
        PARTED,
        NOT_BOTH,
        (OPEN, "it does not prove that the log of 5 begins with the log of 2"),
    ),
    "what is no event": Pair(
        TRUE,
        rechained(WHOLE, with_entry(WHOLE, 6, body=b"{").events),
        PINNED,
        (FAILS, "event 7, body: one has one text, other has another"),
        NOT_BOTH,
        HOLDS_ONE,
    ),
    "more in it": Pair(
        TRUE,
        forged(WHOLE, also="x" * 99),
        PINNED,
        (FAILS, f'event 7, also: one has nothing, other has "{"x" * 59}…'),
        NOT_BOTH,
        HOLDS_ONE,
    ),
    "a field that is a list": Pair(
        TRUE,
        forged(WHOLE, 1, data={**orjson.loads(WHOLE.events[0].body)["data"], "bots": [1] * 4}),
        PINNED,
        (FAILS, "event 1, data.bots.0: one has null, other has 1"),
        NOT_BOTH,
        HOLDS_ONE,
    ),
    "lists of two lengths": Pair(
        TRUE,
        forged(WHOLE, 1, data={**orjson.loads(WHOLE.events[0].body)["data"], "bots": []}),
        PINNED,
        (FAILS, "event 1, data.bots: one has [null,null,null,null], other has []"),
        NOT_BOTH,
        HOLDS_ONE,
    ),
}


def compared(pair: Pair) -> list[Verdict]:
    one, other = (Case(each, **pair.held) for each in (pair.one, pair.other))
    return list(compare(Named("one", one), Named("other", other)))


@pytest.mark.parametrize("name", PAIRS)
def test_two_bundles_are_compared(name: str) -> None:
    pair = PAIRS[name]
    said = compared(pair)
    wanted = [pair.agree, pair.signed, *([pair.settled] if pair.settled else [])]
    assert [each.check for each in said] == ["agree", "signed", "settled"][: len(wanted)]
    for verdict, (status, words) in zip(said, wanted, strict=True):
        assert verdict.status == status, verdict
        assert words in verdict.detail, verdict
    held = {**pair.held, RIVAL: pair.other}
    assert said == in_javascript(Mutant(name, write(pair.one), frozenset(), held))


@pytest.mark.parametrize("name", PAIRS)
def test_the_order_of_the_two_does_not_matter(name: str) -> None:
    pair = PAIRS[name]
    there, back = compared(pair), compared(pair._replace(one=pair.other, other=pair.one))
    assert statuses(there) == statuses(back)


def statuses(said: Sequence[Verdict]) -> list[str]:
    return [each.status for each in said]


def test_without_anything_from_elsewhere_no_record_is_preferred() -> None:
    """The maker of the files could have made the key in them as well."""
    for pair in PAIRS.values():
        settled = [each for each in compared(pair._replace(held={})) if each.check == "settled"]
        assert {each.status for each in settled} <= {OPEN}


# --- Records that must be the same ----------------------------------------------------------------


def test_two_deals_of_one_number_at_a_table_are_rivals() -> None:
    elsewhere = WHOLE._replace(stream=UUID("01890000-0000-7000-8000-00000000beef"))
    assert are_rivals(WHOLE, FORGED)
    assert are_rivals(WHOLE, elsewhere)
    for mute in (with_entry(WHOLE, 0, body="[]"), with_entry(WHOLE, 0, body="{"), empty(WHOLE)):
        assert are_rivals(mute, WHOLE), "they are of one stream"
        assert not are_rivals(mute, elsewhere), "it does not say of what table it is"
        assert not are_rivals(elsewhere, mute)


def empty(bundle: Bundle) -> Bundle:
    return bundle._replace(events=())
