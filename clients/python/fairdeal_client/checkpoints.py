"""Checkpoints of the service's log, and whether the log of today begins with one seen before.

A service that was restored from a backup, or that shows different logs to different people, signs
two contents with one key. A client notices that if it keeps the newest checkpoint that it saw.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from hashlib import sha256
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from fairdeal_client import ed25519
from fairdeal_client.problems import Problem
from fairdeal_client.service_key import ServiceKey

FORMAT: Final = "fairdeal/1/forked-log"
LONGEST: Final = 16_384
"""The most characters of a note."""
_SIZE: Final = re.compile("0|[1-9][0-9]{0,15}")
_HASH: Final = re.compile("[0-9a-f]{64}")
_ID_BYTES: Final = 4

Ask: TypeAlias = Callable[[str, Mapping[str, Any]], Any]
"""Reads a path with a query: the JSON, or the text of an answer that has none."""
LogStatus: TypeAlias = Literal["first", "holds", "begun-anew", "smaller", "unproved", "forked"]
"""The answer of a comparison.

``first``: nothing was kept. ``holds``: the log begins with what was seen. ``begun-anew``: the
operator ended the log that was seen, and says why. ``smaller``: the log has fewer entries than it
had, as after a restore. ``unproved``: the service does not prove what it began with. ``forked``:
one key has signed two contents, which the evidence shows to all.
"""


class LogReport(NamedTuple):
    """The comparison of the log with the newest checkpoint that was seen before.

    Attributes:
        status: the answer.
        text: the answer in a sentence.
        evidence: for ``forked``, ``smaller`` and ``unproved``: save it as JSON, and
            ``fairdeal verify`` checks it. None for the others.
    """

    status: LogStatus
    text: str
    evidence: dict[str, Any] | None = None


class Seen(NamedTuple):
    """A checkpoint that a key has signed."""

    note: str
    size: int
    root: bytes


def check_log(ask: Ask, kept: MutableMapping[str, str]) -> LogReport:
    """Compare the log with what was kept, and keep its newest checkpoint if it holds.

    Args:
        ask: asks the service.
        kept: checkpoints by the text of their key.

    Raises:
        ValueError: the service's own key or checkpoint has another form.
    """
    key = ServiceKey.read(ask("/v1/log/key", {}))
    anew = _begun_anew(ask, key, kept)
    now = opened(key, ask("/v1/log/checkpoint", {}))
    before = kept.get(key.text)
    if before is None:
        kept[key.text] = now.note
        return anew or LogReport("first", f"The log has {now.size} entries.")
    report = _compared(ask, key, opened(key, before), now)
    if report.status == "holds":
        kept[key.text] = now.note
        return anew or report
    return report


def opened(key: ServiceKey, note: str) -> Seen:
    """The checkpoint in a note.

    Raises:
        ValueError: the key has not signed it, or it is none.
    """
    text, blank, lines = note.rpartition("\n\n")
    name = key.text.partition("+")[0]
    match text.split("\n"):
        case [origin, size, root, *_] if blank and origin == name and len(note) <= LONGEST:
            signatures = [line for line in lines.split("\n") if line.startswith(f"— {name} ")]
            if not any(_is_signed(key, f"{text}\n", line) for line in signatures):
                raise ValueError(f"{name} has not signed this checkpoint")
            raw = b64decode(root)
            if _SIZE.fullmatch(size) and b64encode(raw).decode() == root:
                return Seen(note, int(size), raw)
        case _:
            pass
    raise ValueError("this is no checkpoint of the log")


def _is_signed(key: ServiceKey, text: str, line: str) -> bool:
    raw = b64decode(line.rpartition(" ")[2])
    is_of_key = raw[:_ID_BYTES].hex() == key.id
    return is_of_key and ed25519.verify(key.public, text.encode(), raw[_ID_BYTES:])


def _compared(ask: Ask, key: ServiceKey, before: Seen, now: Seen) -> LogReport:
    evidence: dict[str, Any] = {
        "format": FORMAT,
        "key": key.text,
        "earlier": before.note,
        "later": now.note,
        "root": None,
        "proof": [],
    }
    if now.size < before.size:
        text = f"The log has {now.size} entries, and it had {before.size}."
        return LogReport("smaller", text, evidence)
    if now.size == before.size:
        return _judged(before, now, before.root == now.root, evidence)
    name = key.text.partition("+")[0]
    query = {"log": name, "from": before.size, "to": now.size, "root": "true"}
    try:
        said = ask("/v1/log/consistency", query)
    except Problem:
        said = None
    if said is None or not _is_proof(said):
        return LogReport("unproved", _UNPROVED.format(before=before, now=now), evidence)
    evidence |= {"root": said["root"], "proof": said["proof"]}
    root, proof = bytes.fromhex(said["root"]), [bytes.fromhex(each) for each in said["proof"]]
    if not is_consistent(before.size, root, now.size, now.root, proof):
        return LogReport("unproved", _UNPROVED.format(before=before, now=now), evidence)
    return _judged(before, now, root == before.root, evidence)


_UNPROVED: Final = (
    "The service does not prove that its log of {now.size} entries begins with the {before.size}"
    " entries that it had signed before."
)


def _judged(before: Seen, now: Seen, holds: bool, evidence: dict[str, Any]) -> LogReport:  # noqa: FBT001
    if holds:
        text = f"The log of {now.size} entries begins with the {before.size} that were seen."
        return LogReport("holds", text)
    text = (
        f"The log was forked: its key has signed {now.size} entries that do not begin with the"
        f" {before.size} entries that it had signed before. Save the evidence."
    )
    return LogReport("forked", text, evidence)


def _is_proof(said: Any) -> bool:
    return (
        isinstance(said, dict)
        and _HASH.fullmatch(str(said.get("root"))) is not None
        and isinstance(said.get("proof"), list)
        and all(isinstance(each, str) and _HASH.fullmatch(each) for each in said["proof"])
    )


def _begun_anew(ask: Ask, key: ServiceKey, kept: MutableMapping[str, str]) -> LogReport | None:
    """The break that ended a log of which a checkpoint was kept; that one is then forgotten."""
    others = {ServiceKey.read(each) for each in kept if each != key.text}
    for said in ask("/v1/log/breaks", {})["breaks"] if others else ():
        ended, name = said["ended"], said["ended"]["log"]
        for other in others:
            if other.text.partition("+")[0] != name:
                continue
            before, last = opened(other, kept[other.text]), opened(other, ended["checkpoint"])
            stated = f"\n{name}\n{last.size}\n{b64encode(last.root).decode()}\n"
            if stated not in (_opened_text(key, said["statement"]) or ""):
                continue
            if before.size <= last.size:
                report = _compared(ask, other, before, last)
                if report.status != "holds":
                    return report
            del kept[other.text]
            lost = max(0, before.size - last.size)
            text = (
                f"The operator ended the log {name} with {last.size} entries and began another one,"
                f' with this reason: "{said["reason"]}" {lost} entries that you had seen were lost.'
            )
            return LogReport("begun-anew", text)
    return None


def _opened_text(key: ServiceKey, note: str) -> str | None:
    text, _, lines = note.rpartition("\n\n")
    is_signed = any(_is_signed(key, f"{text}\n", line) for line in lines.split("\n") if line)
    return f"{text}\n" if is_signed else None


def is_consistent(
    old: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether a proof shows that a tree begins with an older one (RFC 6962, section 2.1.2)."""
    if not 0 < old < size:
        is_same = old_root == (sha256(b"").digest() if old == 0 else root)
        return is_same and old in {0, size} and not proof
    known = [old_root, *proof] if old & (old - 1) == 0 else list(proof)
    if not known:
        return False
    place, last = old - 1, size - 1
    while place % 2:
        place, last = place // 2, last // 2
    before = after = known[0]
    for sibling in known[1:]:
        if last == 0:
            return False
        if place % 2 or place == last:
            before, after = _node(sibling, before), _node(sibling, after)
            while place % 2 == 0 and place > 0:
                place, last = place // 2, last // 2
        else:
            after = _node(after, sibling)
        place, last = place // 2, last // 2
    return last == 0 and before == old_root and after == root


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()
