"""A record in a few sentences: what it shows, on whose word, and what no record can show."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from domain.kernel.sentence import Sentence
from languages.catalogue import IN_ENGLISH
from verifier.verdicts import FAILS, HAND, HOLDS, OPEN, Status, Verdict

SHOWN: Final[Mapping[str, Sequence[str]]] = {
    "summary-order": ("form", "chain"),
    "summary-deck": ("commitments", "seeds", "pack", "root"),
    "summary-rules": ("moves", "consequences"),
    "summary-score": ("score",),
    "summary-bots": ("bots",),
    "summary-draws": ("draws",),
    "summary-results": ("tables", "standings"),
    "summary-signed": ("signatures",),
    "summary-received": ("key", "receipts"),
    "summary-logged": ("key", "log"),
}
"""The facts that a record shows, by the keys of their texts, with the checks that must hold."""

RESTS: Final[Mapping[str, tuple[str, Sequence[str]]]] = {
    "summary-rests-cards": ("commitments", ("finding-server-committed", "finding-board-committed")),
    "summary-rests-draws": ("draws", ("finding-draws-server",)),
    "summary-rests-movers": ("signatures", ()),
    "summary-rests-log": ("log", ()),
}
"""The facts that rest on the word of the service, unless a check holds. The keys name reasons with
which it does not count as held."""

UNCHECKED: Final[Mapping[str, str]] = {"summary-rests-rules": "moves"}
"""The facts that rest on the word of the service where a check is open, as that of the rules of the
games is in JavaScript."""

COUNTED: Final[Mapping[str, tuple[str, str]]] = {
    "summary-rests-left-out": ("draws", "left_out"),
    "summary-rests-boards": ("draws", "known_boards"),
}
"""The facts that rest on the word of the service where a check that holds counts what is named."""

ALWAYS: Final = "summary-rests-times"
"""The times of a record are always the service's."""
CANNOT: Final = "summary-cannot"

_ANSWERS: Final[Sequence[Status]] = (FAILS, HAND, OPEN, HOLDS)
"""The first that a check has is the answer."""


class Summary(NamedTuple):
    """A record in a few sentences.

    Attributes:
        answer: The first sentence.
        trust: The key of a service that is trusted, and why; None: the record has no such check.
        shown: The facts that the record shows.
        rests: The facts that rest on the word of the service.
        cannot: The limit of every record.
    """

    answer: Sentence
    trust: Sentence | None
    shown: Sequence[Sentence]
    rests: Sequence[Sentence]
    cannot: Sentence


def summary(verdicts: Sequence[Verdict]) -> Summary:
    """Sum up the verdicts on one record. Of a record that fails nothing is said to be shown."""
    found = {each.check: each for each in verdicts}
    counts = Counter(each.status for each in verdicts)
    answer = next(status for status in _ANSWERS if counts[status] or status == HOLDS)
    first = Sentence(f"summary-{answer}", {"count": counts[answer]})
    trust = found["key"].sentence if "key" in found else None
    if answer == FAILS:
        return Summary(first, trust, (), (), Sentence(CANNOT))
    shown = (key for key, checks in SHOWN.items() if all(_holds(found.get(c)) for c in checks))
    rests = (
        key
        for key, (check, but) in RESTS.items()
        if check in found and (not _holds(found[check]) or found[check].sentence.key in but)
    )
    counted = (
        Sentence(key, {"count": found[check].sentence.values[name]})
        for key, (check, name) in COUNTED.items()
        if _holds(found.get(check)) and found[check].sentence.values[name]
    )
    unchecked = (
        key for key, check in UNCHECKED.items() if check in found and found[check].status == OPEN
    )
    on_word = [*map(Sentence, (*unchecked, *rests)), *counted, Sentence(ALWAYS)]
    return Summary(first, trust, [*map(Sentence, shown)], on_word, Sentence(CANNOT))


def rivals_summary(verdicts: Sequence[Verdict]) -> Summary:
    """Sum up the comparison of two records: which is genuine, where they part, how it is known."""
    found = {each.check: each for each in verdicts}
    agree, signed, settled = (found.get(name) for name in ("agree", "signed", "settled"))
    assert agree is not None, "every comparison has it"
    shown = list[Sentence]()
    if agree.status == HOLDS:
        answer = Sentence("rivals-same", {"why": agree.sentence})
    else:
        values = {"event": agree.position, "before": (agree.position or 1) - 1}
        shown.append(
            Sentence("rivals-part", {**values, "field": agree.field, "what": agree.sentence})
        )
        answer = _genuine(settled)
    if settled is not None:
        shown.append(Sentence("rivals-known", {"why": settled.sentence}))
    if signed is not None and signed.status == FAILS:
        shown.append(signed.sentence)
    return Summary(answer, None, shown, (), Sentence("rivals-cannot"))


def _genuine(settled: Verdict | None) -> Sentence:
    """Which of two records is genuine, as the log settles it."""
    if settled is None or settled.status != HOLDS:
        is_in_both = settled is not None and settled.status == FAILS
        return Sentence("rivals-both" if is_in_both else "rivals-open")
    values = settled.sentence.values
    return Sentence("rivals-genuine", {"name": values["name"], "absent": values["absent"]})


def lines_of(summed: Summary) -> list[str]:
    """A summary as lines of English text, with an empty one at the end."""
    parts = {"summary-shown": summed.shown, "summary-rests": summed.rests}
    lines = (
        f"{IN_ENGLISH.text(Sentence(key))} {' '.join(map(IN_ENGLISH.text, sentences))}"
        for key, sentences in parts.items()
        if sentences
    )
    trust = () if summed.trust is None else (f"Key: {IN_ENGLISH.text(summed.trust)}.",)
    return [
        " ".join((IN_ENGLISH.text(summed.answer), *trust)),
        *lines,
        IN_ENGLISH.text(summed.cannot),
        "",
    ]


def _holds(verdict: Verdict | None) -> bool:
    return verdict is not None and verdict.status == HOLDS
