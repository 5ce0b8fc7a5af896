"""Hash trees: worked vectors of RFC 6962, a second implementation, and laws."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.fairness import tree
from domain.fairness.tree import EMPTY, NOTHING, Edge, Node

ENTRIES = [
    bytes.fromhex(entry)
    for entry in (
        *("", "00", "10", "2021", "3031", "40414243", "5051525354555657"),
        "606162636465666768696a6b6c6d6e6f",
    )
]
"""The entries on which implementations of Certificate Transparency agree."""
LEAVES = [tree.leaf_hash(entry) for entry in ENTRIES]

ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
PATHS = {
    (0, 1): [],
    (0, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (5, 8): [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 3): ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
}
PROOFS = {
    (1, 1): [],
    (1, 8): PATHS[0, 8],
    (6, 8): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 5): [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}

MOST = 70
MANY = [tree.leaf_hash(bytes([number])) for number in range(MOST)]
size_of_one = st.integers(1, MOST)


def raw(texts: Sequence[str]) -> tuple[bytes, ...]:
    return tuple(map(bytes.fromhex, texts))


def plain_root(leaves: Sequence[bytes]) -> bytes:
    """RFC 6962, section 2.1, literally."""
    if len(leaves) <= 1:
        return leaves[0] if leaves else sha256(b"").digest()
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return sha256(b"\x01" + plain_root(leaves[:half]) + plain_root(leaves[half:])).digest()


def plain_proof(old: int, leaves: Sequence[bytes], *, known: bool = True) -> list[bytes]:
    """SUBPROOF of section 2.1.2, literally."""
    if old == len(leaves):
        return [] if known else [plain_root(leaves)]
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    if old <= half:
        return [*plain_proof(old, leaves[:half], known=known), plain_root(leaves[half:])]
    return [*plain_proof(old - half, leaves[half:], known=False), plain_root(leaves[:half])]


def lookup(node: Node) -> bytes:
    level, position = node
    return plain_root(MANY[position << level : position + 1 << level])


def includes(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    return tree.includes(leaf, index=index, size=size, path=path, expected=root)


def is_consistent(old: int, old_root: bytes, size: int, root: bytes, proof: Any) -> bool:
    return tree.is_consistent(old=old, old_root=old_root, size=size, expected=root, proof=proof)


@pytest.mark.parametrize("size", range(9))
def test_known_roots(size: int) -> None:
    assert tree.root(LEAVES[:size]).hex() == ROOTS[size]
    assert plain_root(LEAVES[:size]).hex() == ROOTS[size]


@pytest.mark.parametrize(("index", "size"), PATHS)
def test_known_paths(index: int, size: int) -> None:
    path, root = raw(PATHS[index, size]), bytes.fromhex(ROOTS[size])
    assert tree.path(index, LEAVES[:size]) == path
    assert includes(LEAVES[index], index, size, path, root)


@pytest.mark.parametrize(("old", "size"), PROOFS)
def test_known_proofs_of_consistency(old: int, size: int) -> None:
    proof, roots = raw(PROOFS[old, size]), raw(ROOTS)
    spans = tree.consistency(old, size)
    assert tuple(tree.root(LEAVES[each.start : each.stop]) for each in spans) == proof
    assert is_consistent(old, roots[old], size, roots[size], proof)


@pytest.mark.costly
@given(st.lists(st.integers(0, 9), max_size=9))
def test_a_tree_grows_to_the_same_root_however_it_grows(steps: list[int]) -> None:
    edge = NOTHING
    seen: dict[Node, bytes] = {}
    for step in steps:
        edge, complete = tree.grown(edge, MANY[edge.size : edge.size + step])
        seen |= dict(complete)
    assert edge.size == min(sum(steps), MOST)
    assert edge.root == plain_root(MANY[: edge.size])
    assert edge == Edge(edge.size, tuple(map(lookup, tree.nodes(range(edge.size)))))
    whole = {
        Node(level, at)
        for level in range(1, 7)
        for at in range(MOST)
        if at + 1 << level <= edge.size
    }
    assert seen == {node: lookup(node) for node in whole}


@pytest.mark.costly
@given(size_of_one, st.data())
def test_every_path_verifies_and_nothing_else_does(size: int, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, size - 1))
    root, leaf = plain_root(MANY[:size]), MANY[index]
    path = tree.path(index, MANY[:size])
    assert path == tree.hashes(tree.inclusion(index, size), lookup)
    assert includes(leaf, index, size, path, root)
    assert not includes(leaf, index, size, path, bytes(32))
    assert not includes(bytes(32), index, size, path, root)
    assert not includes(leaf, index, size, (*path, bytes(32)), root)
    assert not includes(leaf, size, size, path, root)
    assert not includes(leaf, -1, size, path, root)
    for other in range(size):
        assert includes(leaf, other, size, path, root) == (other == index)
    for at in range(len(path)):
        assert not includes(leaf, index, size, path[:at] + path[at + 1 :], root)
        assert not includes(leaf, index, size, (*path[:at], bytes(32), *path[at + 1 :]), root)


@given(st.integers(0, MOST), st.integers(0, MOST))
def test_every_pair_of_sizes_is_consistent(one: int, other: int) -> None:
    old, size = sorted((one, other))
    old_root, root = plain_root(MANY[:old]), plain_root(MANY[:size])
    proof = tree.hashes(tree.consistency(old, size), lookup)
    if old > 0:
        assert list(proof) == plain_proof(old, MANY[:size])
    assert is_consistent(old, old_root, size, root, proof)
    assert not is_consistent(old, old_root, size, root, (*proof, bytes(32)))
    if old < size:
        assert not is_consistent(size, root, old, old_root, proof)
    if 0 < old < size:
        assert not is_consistent(old, bytes(32), size, root, proof)
        assert not is_consistent(old, old_root, size, bytes(32), proof)
        assert not is_consistent(old, old_root, size, root, ())
        for at in range(len(proof)):
            assert not is_consistent(
                old, old_root, size, root, (*proof[:at], bytes(32), *proof[at + 1 :])
            )
            assert not is_consistent(old, old_root, size, root, proof[:at] + proof[at + 1 :])


@given(st.integers(1, MOST), st.integers(1, MOST), st.data())
def test_no_proof_fits_a_tree_that_was_changed(one: int, other: int, data: st.DataObject) -> None:
    old, size = sorted((one, other))
    changed = data.draw(st.integers(0, old - 1))
    other_leaves = [*MANY[:changed], bytes(32), *MANY[changed + 1 : size]]
    proof = tree.hashes(tree.consistency(old, size), lookup)
    assert not is_consistent(
        old, plain_root(other_leaves[:old]), size, plain_root(MANY[:size]), proof
    )
    assert not is_consistent(old, plain_root(MANY[:old]), size, plain_root(other_leaves), proof)


def test_the_empty_tree() -> None:
    assert tree.root([]) == EMPTY == NOTHING.root
    assert list(tree.nodes(range(0))) == []
    assert is_consistent(0, EMPTY, 5, plain_root(MANY[:5]), ())
    assert not is_consistent(0, bytes(32), 5, plain_root(MANY[:5]), ())
    assert not is_consistent(-1, EMPTY, 5, plain_root(MANY[:5]), ())
    assert not includes(MANY[0], 0, 0, (), EMPTY)
