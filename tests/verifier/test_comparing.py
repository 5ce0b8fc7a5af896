"""Two bundles of one deal: their first difference, double signatures, and the one in the log."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple
from uuid import UUID

import orjson
import pytest

from domain.fairness import tree
from domain.games import GAMES
from events.canonical import canonical
from events.translog.notes import Checkpoint, SigningKey
from tests import node
from tests.verifier.entries import verdicts_in
from tests.verifier.making import KEY, OTHER_KEY, bundled, deal, kept, played, signed
from tests.verifier.mutations import Mutant, rechained, with_entry
from tests.verifier.verifiers import RIVAL, in_javascript
from verifier.bundle import Bundle, Growth, LogPlace, write
from verifier.case import Case
from verifier.comparing import Named, are_rivals, compare
from verifier.verdicts import OPEN, Verdict

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
    """Two bundles, and the reader's evidence."""

    one: Bundle
    other: Bundle
    held: Mapping[str, Any] = MappingProxyType({})


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
    "the same twice": Pair(TRUE, TRUE),
    "a seat's view and the full one": Pair(SEAT._replace(key=TRUE.key), TRUE),
    "the beginning of the other": Pair(
        bundled(kept(STEPS[:9], viewer=2), view="seat:2", receipts=False, logged=False), WHOLE
    ),
    "the other has no place": Pair(TRUE, FORGED, PINNED),
    "the other has no key": Pair(TRUE, FORGED._replace(key=None)),
    "the first has no place, and nothing pins the key": Pair(FORGED, TRUE),
    "neither has a place": Pair(WHOLE, FORGED, PINNED),
    "two keys, neither known": Pair(TRUE, OTHERS),
    "two keys, one known": Pair(TRUE, OTHERS, PINNED),
    "two keys, and a checkpoint": Pair(TRUE, OTHERS, {**PINNED, "checkpoints": (TRUE_LOG.note(),)}),
    "two keys, and a checkpoint of another": Pair(
        OTHERS, TRUE, {"key": OTHER_KEY.verifier, "checkpoints": (FALSE_LOG.note(OTHER_KEY),)}
    ),
    "one key, two logs of a size": Pair(TRUE, FALSE, PINNED),
    "one key that the reader does not know, two logs of a size": Pair(TRUE, FALSE),
    "one key, two logs, and a checkpoint": Pair(
        TRUE, FALSE, {**PINNED, "checkpoints": (TRUE_LOG.note(),)}
    ),
    "one record, two logs of a size": Pair(
        TRUE, GrowingLog((tree.leaf_hash(b"other"), leaf(WHOLE))).prove(WHOLE), PINNED
    ),
    "one key, logs of two sizes": Pair(LATER_LOG.prove(WHOLE), FALSE, PINNED),
    "one log that holds both": Pair(DOUBLE_LOG.prove(WHOLE), DOUBLE_LOG.prove(FORGED), PINNED),
    "a receipt for the other": Pair(TRUE, received(FORGED), PINNED),
    "a receipt for the other that is not signed": Pair(
        TRUE,
        received(FORGED)._replace(
            receipts=(received(FORGED).receipts[0]._replace(signature=bytes(64)),)
        ),
        PINNED,
    ),
    "the true beginning, and another end": Pair(TRUE, in_part(events=PARTING - 1), PINNED),
    "logs of two sizes": Pair(TRUE, LATER_LOG.prove(WHOLE)),
    "logs of two sizes, and the proof": Pair(
        LATER_LOG.prove(WHOLE),
        TRUE,
        {"growths": (LATER_LOG.since(GrowingLog.of()), LATER_LOG.since(TRUE_LOG))},
    ),
    "logs of two sizes, and another proof": Pair(
        TRUE,
        LATER_LOG.prove(WHOLE),
        {"growths": (LATER_LOG.since(TRUE_LOG)._replace(proof=(bytes(32),)),)},
    ),
    "an older checkpoint, and no proof": Pair(
        LATER_LOG.prove(WHOLE), FORGED, {"checkpoints": (TRUE_LOG.note(),)}
    ),
    "an older checkpoint, and the proof": Pair(
        LATER_LOG.prove(WHOLE),
        FORGED,
        {**PINNED, "checkpoints": (TRUE_LOG.note(),), "growths": (LATER_LOG.since(TRUE_LOG),)},
    ),
    "a later checkpoint, and the proof": Pair(
        TRUE,
        FORGED,
        {**PINNED, "checkpoints": (LATER_LOG.note(),), "growths": (LATER_LOG.since(TRUE_LOG),)},
    ),
    "a checkpoint, and no key": Pair(TRUE, FORGED, {"checkpoints": (TRUE_LOG.note(),)}),
    "an older checkpoint, and a proof of another log": Pair(
        LATER_LOG.prove(WHOLE),
        FORGED,
        {"checkpoints": (FALSE_LOG.note(),), "growths": (LATER_LOG.since(TRUE_LOG),)},
    ),
    "what is no event": Pair(
        TRUE, rechained(WHOLE, with_entry(WHOLE, 6, body=b"{").events), PINNED
    ),
    "more in it": Pair(TRUE, forged(WHOLE, also="x" * 99), PINNED),
    "a field that is a list": Pair(
        TRUE,
        forged(WHOLE, 1, data={**orjson.loads(WHOLE.events[0].body)["data"], "bots": [1] * 4}),
        PINNED,
    ),
    "lists of two lengths": Pair(
        TRUE,
        forged(WHOLE, 1, data={**orjson.loads(WHOLE.events[0].body)["data"], "bots": []}),
        PINNED,
    ),
}
VERDICTS: Final = verdicts_in(Path(__file__).with_name("comparing.txt"))
"""Of each pair, whether they agree, whether one key signed both, and which one counts: the status
of each verdict, and words of it.
"""


def test_every_pair_has_its_verdicts() -> None:
    assert list(PAIRS) == list(VERDICTS)


def compared(pair: Pair) -> list[Verdict]:
    one, other = (Case(each, **pair.held) for each in (pair.one, pair.other))
    return list(compare(Named("one", one), Named("other", other)))


@pytest.mark.parametrize("name", PAIRS)
def test_two_bundles_are_compared(name: str) -> None:
    pair = PAIRS[name]
    said, wanted = compared(pair), VERDICTS[name].split(" | ")
    assert [each.check for each in said] == ["agree", "signed", "settled"][: len(wanted)]
    for verdict, words in zip(said, wanted, strict=True):
        status, _, detail = words.partition(" ")
        assert verdict.status == status, verdict
        assert detail in verdict.detail, verdict
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


# --- Values in JavaScript -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "equal"),
    [
        ({"b": [1, {}], "a": None}, True),
        ({"a": None}, False),
        ({"a": None, "b": [1, {}], "c": 0}, False),
        ({"a": None, "b": [1, {}, 2]}, False),
        ({"a": None, "b": [1, {"d": 0}]}, False),
    ],
)
def test_values_are_equal_with_the_same_fields_in_any_order(other: Any, *, equal: bool) -> None:
    forms = Path(__file__).parents[2] / "verifier" / "forms.mjs"
    assert node.call(forms, "equal", {"a": None, "b": [1, {}]}, other) is equal
