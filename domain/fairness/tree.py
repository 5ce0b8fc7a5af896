"""Merkle trees (RFC 6962): roots, inclusion proofs and consistency proofs.

Pure functions on bytes, SHA-256 throughout. A hash in a proof stands for a `Span` of adjacent
leaves. A span consists of complete subtrees, the `Node`s, which never change once all their leaves
exist. The same functions therefore serve a list of leaves and a log that stores its nodes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from hashlib import sha256
from hmac import compare_digest
from typing import Final, NamedTuple, TypeAlias

EMPTY: Final = sha256(b"").digest()
"""The root over no leaves."""

Span: TypeAlias = range
"""Leaves side by side, from the first to before the last."""


class Node(NamedTuple):
    """A complete subtree: the `position`-th of those with ``2 ** level`` leaves."""

    level: int
    position: int


class Edge(NamedTuple):
    """The state needed to append to a tree: its size, and the hashes of `nodes(range(size))`."""

    size: int
    hashes: tuple[bytes, ...]

    @property
    def root(self) -> bytes:
        """The root of the tree."""
        return joined(self.hashes)


NOTHING: Final = Edge(0, ())
"""A tree without leaves."""

Lookup: TypeAlias = Callable[[Node], bytes]
"""Gives the hash of a complete subtree."""


def leaf_hash(entry: bytes) -> bytes:
    """The hash of a leaf."""
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash over two hashes."""
    return sha256(b"\x01" + left + right).digest()


# --- Spans and their hashes ---------------------------------------------------------------------


def nodes(span: Span) -> Iterator[Node]:
    """The complete subtrees that a span of a tree is made of, from the left, the largest first."""
    first, last = span.start, span.stop
    while first < last:
        level = (last - first).bit_length() - 1
        yield Node(level, first >> level)
        first += 1 << level


def joined(hashes: Sequence[bytes]) -> bytes:
    """The hash of a span (RFC 6962, section 2.1), from the hashes of its nodes."""
    if not hashes:
        return EMPTY
    return reduce(lambda right, left: node_hash(left, right), reversed(hashes))


def hashes(spans: Iterable[Span], lookup: Lookup) -> tuple[bytes, ...]:
    """The hash of each span."""
    return tuple(joined([lookup(node) for node in nodes(span)]) for span in spans)


def root(leaves: Sequence[bytes]) -> bytes:
    """The root over hashes of leaves."""
    level = [*leaves]
    while len(level) > 1:
        odd = [level[-1]] if len(level) % 2 else []
        level = [*map(node_hash, level[::2], level[1::2]), *odd]
    return level[0] if level else EMPTY


def grown(edge: Edge, leaves: Iterable[bytes]) -> tuple[Edge, list[tuple[Node, bytes]]]:
    """The tree with more leaves, and every subtree of two leaves or more that they complete."""
    size, hashes = edge.size, list(edge.hashes)
    complete: list[tuple[Node, bytes]] = []
    for leaf in leaves:
        current, level, position = leaf, 0, size
        while position % 2:
            current = node_hash(hashes.pop(), current)
            level, position = level + 1, position // 2
            complete.append((Node(level, position), current))
        hashes.append(current)
        size += 1
    return Edge(size, tuple(hashes)), complete


# --- Proofs -------------------------------------------------------------------------------------


def inclusion(index: int, size: int) -> tuple[Span, ...]:
    """The spans whose hashes are the path from a leaf to the root (section 2.1.1)."""
    return tuple(_beside(index, range(size)))


def _beside(index: int, span: Span) -> Iterator[Span]:
    if len(span) == 1:
        return
    left, right = _halves(span)
    yield from _beside(index, left if index in left else right)
    yield right if index in left else left


def consistency(old: int, size: int) -> tuple[Span, ...]:
    """The spans whose hashes prove that a tree begins with the tree of `old` leaves (2.1.2)."""
    return tuple(_common(old, range(size), root_known=True)) if 0 < old < size else ()


def _common(old: int, span: Span, *, root_known: bool) -> Iterator[Span]:
    if old == span.stop:
        if not root_known:  # otherwise the span is the old tree, and the reader knows its root
            yield span
        return
    left, right = _halves(span)
    if old <= left.stop:
        yield from _common(old, left, root_known=root_known)
        yield right
    else:
        yield from _common(old, right, root_known=False)
        yield left


def _halves(span: Span) -> tuple[Span, Span]:
    """A span at the largest power of two below its length."""
    middle = span.start + (1 << (len(span) - 1).bit_length() - 1)
    return range(span.start, middle), range(middle, span.stop)


def path(index: int, leaves: Sequence[bytes]) -> tuple[bytes, ...]:
    """The path from a leaf to the root of a tree that is all there."""
    return tuple(root(leaves[span.start : span.stop]) for span in inclusion(index, len(leaves)))


# --- Checking them ------------------------------------------------------------------------------


def includes(leaf: bytes, *, index: int, size: int, path: Iterable[bytes], expected: bytes) -> bool:
    """Whether a path proves that a leaf is at an index of the tree with a root.

    Args:
        leaf: the hash of the leaf.
        index: its place among the leaves, from 0.
        size: how many leaves the tree has.
        path: the hashes from the leaf to the root.
        expected: the root.
    """
    if not 0 <= index < size:
        return False
    current, at, last = leaf, index, size - 1
    for sibling in path:
        if last == 0:
            return False
        if at % 2 or at == last:
            current = node_hash(sibling, current)
            at, last = _up_to_a_right_one(at, last)
        else:
            current = node_hash(current, sibling)
        at, last = at // 2, last // 2
    return last == 0 and compare_digest(current, expected)


def is_consistent(
    *, old: int, old_root: bytes, size: int, expected: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether a proof shows that the tree with a root begins with the tree with the old root.

    Args:
        old: how many leaves the old tree has.
        old_root: its root.
        size: how many leaves the tree has.
        expected: its root.
        proof: the hashes of `consistency`.
    """
    if not 0 < old < size:
        alike = old_root == EMPTY if old == 0 else old == size and old_root == expected
        return alike and not proof
    known = [old_root, *proof] if old & (old - 1) == 0 else list(proof)
    if not known:
        return False
    at, last = old - 1, size - 1
    while at % 2:
        at, last = at // 2, last // 2
    before = after = known[0]
    for sibling in known[1:]:
        if last == 0:
            return False
        if at % 2 or at == last:
            before, after = node_hash(sibling, before), node_hash(sibling, after)
            at, last = _up_to_a_right_one(at, last)
        else:
            after = node_hash(after, sibling)
        at, last = at // 2, last // 2
    return last == 0 and compare_digest(before, old_root) and compare_digest(after, expected)


def _up_to_a_right_one(at: int, last: int) -> tuple[int, int]:
    """The nearest ancestor that is the right one of two: there are no siblings on the way."""
    while at % 2 == 0 and at:
        at, last = at // 2, last // 2
    return at, last
