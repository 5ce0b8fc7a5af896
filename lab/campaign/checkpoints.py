"""The checkpoints of the log, as someone sees them who reads them all the time."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import httpx

from domain.fairness.tree import is_consistent
from events.translog.notes import BadNote, Checkpoint, VerifierKey
from tests import plain


@dataclass
class Checkpoints:
    """The checkpoints that were seen.

    Attributes:
        seen: by their sizes.
        wrong: what was wrong with them.
    """

    seen: dict[int, Checkpoint] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    _note: str = ""
    _key: VerifierKey | None = None

    @property
    def size(self) -> int:
        """The largest size that was seen."""
        return max(self.seen, default=0)

    def look(self, url: str) -> int:
        """Read the checkpoint at a service; return the largest size that was seen by now."""
        try:
            self._key = self._key or VerifierKey.read(_text(f"{url}/v1/log/key").strip())
            note = _text(f"{url}/v1/log/checkpoint")
        except httpx.HTTPError:
            return self.size
        if note != self._note:
            self._note = note
            self._see(self._key, note)
        return self.size

    def _see(self, key: VerifierKey, note: str) -> None:
        try:
            read = Checkpoint.read(key.open(note))
        except BadNote as bad:
            self.wrong.append(f"log: {bad}")
            return
        if self.seen.setdefault(read.size, read) != read:
            self.wrong.append(f"log: a checkpoint of {read.size} entries is not as it was before")

    def differences(self, url: str) -> Iterator[str]:
        """The differences: each checkpoint that was seen extends the next smaller one."""
        yield from self.wrong
        for old, new in pairwise(self.seen[size] for size in sorted(self.seen)):
            path = f"/v1/log/consistency?from={old.size}&to={new.size}"
            answer = plain.get(url + path, timeout=30)
            if not answer.is_success:
                yield f"log: no proof that {new.size} entries begin with {old.size}: {answer.text}"
                continue
            said: Any = answer.json()
            proof = [bytes.fromhex(each) for each in said["proof"]]
            roots = {"old_root": old.root, "expected": new.root}
            if not is_consistent(old=old.size, size=new.size, proof=proof, **roots):
                yield f"log: {new.size} entries do not begin with the {old.size} of before"


def _text(url: str) -> str:
    answer = plain.get(url, timeout=2)
    answer.raise_for_status()
    return answer.text
