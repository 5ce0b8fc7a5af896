"""The recipe `fairdeal/1`, against permanent vectors and a second implementation."""

import json
import struct
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from domain.fairness import shuffle as fairness
from domain.fairness.framing import tagged_hash, u32
from domain.fairness.shuffle import CardProof, Lot, Reveal
from domain.kernel.cards import PACK_36, Card
from tests.domain import recipe

VECTORS = Path(__file__).parents[1] / "vectors" / "fairness.json"
CASES: list[dict[str, Any]] = json.loads(VECTORS.read_text("utf-8"))["cases"]
every_case = pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
KEY = bytes(range(32))


def raw(text: str) -> bytes:
    """Bytes from hex."""
    return bytes.fromhex(text)


def reveals_of(case: dict[str, Any]) -> list[Reveal]:
    """The seats' parts of a case."""
    return [
        Reveal(part["seat"], raw(part["commitment"]), raw(part["seed"])) for part in case["reveals"]
    ]


def pack_of(case: dict[str, Any]) -> tuple[Card, ...]:
    """The pack of a case."""
    return tuple(map(Card, case["pack"]))


# --- The vectors --------------------------------------------------------------------------------


@every_case
def test_commitments(case: dict[str, Any]) -> None:
    deal, seed = raw(case["deal"]), raw(case["server_seed"])
    made = fairness.commitment(deal, role=fairness.SERVER, index=0, seed=seed)
    assert made.hex() == case["server_commitment"]
    assert recipe.commitment(deal, "S", 0, seed).hex() == case["server_commitment"]
    for seat, committed, own in reveals_of(case):
        assert committed == fairness.commitment(deal, role=fairness.PLAYER, index=seat, seed=own)
        assert committed == recipe.commitment(deal, "P", seat, own)


@every_case
def test_transcript_and_key(case: dict[str, Any]) -> None:
    deal, server, reveals = raw(case["deal"]), raw(case["server_commitment"]), reveals_of(case)
    game = f"{case['game']}/{case['version']}"
    agreed = fairness.transcript(
        deal, game=game, pack=pack_of(case), server=server, reveals=reveals
    )
    assert agreed.hex() == case["transcript"]
    again = recipe.transcript(
        deal, case["game"], case["version"], pack=case["pack"], server=server, reveals=reveals
    )
    assert again.hex() == case["transcript"]
    assert fairness.key(raw(case["server_seed"]), agreed).hex() == case["key"]
    assert recipe.mac(raw(case["server_seed"]), again).hex() == case["key"]


@every_case
def test_stream(case: dict[str, Any]) -> None:
    key = raw(case["key"])
    for label, numbers in case["streams"].items():
        for made in (fairness.stream(key, label), recipe.stream(key, label)):
            assert [next(made) for _ in numbers] == numbers


@every_case
def test_shuffle(case: dict[str, Any]) -> None:
    key = raw(case["key"])
    assert list(fairness.shuffle(pack_of(case), key)) == case["deck"]
    assert recipe.shuffle(case["pack"], key) == case["deck"]
    assert sorted(case["deck"]) == sorted(case["pack"])


@every_case
def test_lots(case: dict[str, Any]) -> None:
    key = raw(case["key"])
    for lot in case["lots"]:
        assert fairness.draw(Lot(lot["label"], lot["below"]), key) == lot["drawn"]
        assert recipe.below(lot["below"], recipe.stream(key, lot["label"])) == lot["drawn"]


@every_case
def test_seeds_of_bots(case: dict[str, Any]) -> None:
    key = raw(case["key"])
    for bot in case["bots"]:
        assert fairness.bot_seed(key, bot["seat"]).hex() == bot["seed"]
        assert recipe.bot_seed(key, bot["seat"]).hex() == bot["seed"]


@every_case
def test_salts_and_root(case: dict[str, Any]) -> None:
    key, deck = raw(case["key"]), pack_of({"pack": case["deck"]})
    assert [salt.hex() for salt in fairness.salts(key, len(deck))] == case["salts"]
    assert [recipe.salt(key, at).hex() for at in range(len(deck))] == case["salts"]
    assert fairness.deck_root(deck, key).hex() == case["root"]
    assert recipe.root(_leaves(deck, key)).hex() == case["root"]


@every_case
def test_openings(case: dict[str, Any]) -> None:
    key, deck = raw(case["key"]), pack_of({"pack": case["deck"]})
    for given in case["openings"]:
        card_proof = fairness.card_proof(deck, key, given["position"])
        assert card_proof.card == given["card"]
        assert card_proof.salt.hex() == given["salt"]
        assert [node.hex() for node in card_proof.path] == given["path"]
        assert recipe.path(given["position"], _leaves(deck, key)) == list(card_proof.path)
        assert fairness.opens(card_proof, size=len(deck), root=raw(case["root"]))


def _leaves(deck: tuple[Card, ...], key: bytes) -> list[bytes]:
    return [recipe.leaf(at, recipe.salt(key, at), card) for at, card in enumerate(deck)]


# --- Bindings -----------------------------------------------------------------------------------


def test_tagged_hash_frames_every_part() -> None:
    framed = struct.pack(">I3sIIIs", 3, b"tag", 2, 0, 1, b"a")
    assert tagged_hash("tag", b"", b"a") == sha256(framed).digest()
    accented = struct.pack(">I2sI", 2, "é".encode(), 0)
    assert tagged_hash("é") == sha256(accented).digest()


def test_a_tagged_hash_binds_its_tag_and_how_its_parts_are_split() -> None:
    values = [
        tagged_hash("a", b"bc"),
        tagged_hash("ab", b"c"),
        tagged_hash("a", b"b", b"c"),
        tagged_hash("a", b"", b"bc"),
        tagged_hash("a", b"bc", b""),
        tagged_hash("a"),
    ]
    assert len(set(values)) == len(values)


def test_a_commitment_binds_deal_role_index_and_seed() -> None:
    values = {
        fairness.commitment(deal, role=role, index=index, seed=seed)
        for deal in (bytes(16), bytes(15) + b"1")
        for role in (fairness.SERVER, fairness.PLAYER)
        for index in (0, 1)
        for seed in (bytes(32), bytes(31) + b"1")
    }
    assert len(values) == 16


def test_reveals_are_taken_in_the_order_of_the_seats() -> None:
    parts = [Reveal(2, b"c" * 32, b"s" * 32), Reveal(0, b"d" * 32, b"t" * 32)]
    made = [
        fairness.transcript(bytes(16), game="g/1", pack=PACK_36, server=bytes(32), reveals=order)
        for order in (parts, parts[::-1])
    ]
    assert made[0] == made[1]
    assert made[0] != fairness.transcript(bytes(16), game="g/1", pack=PACK_36, server=bytes(32))


# --- Uniformity ---------------------------------------------------------------------------------


@pytest.mark.parametrize("bound", [1, 2, 3, 20, 36])
def test_below_is_within_its_bound(bound: int) -> None:
    numbers = fairness.stream(KEY, "test")
    drawn = {fairness.below(bound, numbers) for _ in range(50 * bound)}
    assert drawn == set(range(bound))


def test_below_throws_away_what_would_make_some_likelier() -> None:
    largest = 2**32 - 2**32 % 36
    assert fairness.below(36, iter([2**32 - 1, largest, largest - 1])) == 35
    assert fairness.below(32, iter([2**32 - 1])) == 31, "a power of two rejects nothing"


def test_every_card_comes_as_often_to_every_place() -> None:
    """Chi-squared over cards and places: 1225 degrees of freedom, six standard deviations."""
    positions: Counter[tuple[int, str]] = Counter()
    deals = 3600
    for seed in range(deals):
        positions.update(enumerate(fairness.shuffle(PACK_36, sha256(u32(seed)).digest())))
    expected = deals / 36
    chi = sum(
        (positions[at, card] - expected) ** 2 / expected for at in range(36) for card in PACK_36
    )
    assert abs(chi - 1225) < 6 * (2 * 1225) ** 0.5


def test_all_orders_of_three_cards_are_as_likely() -> None:
    orders = Counter(
        fairness.shuffle(PACK_36[:3], sha256(u32(seed)).digest()) for seed in range(6000)
    )
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


# --- The tree -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(1, 41))
def test_root_and_paths_of_every_size(size: int) -> None:
    deck = tuple(Card(f"{at:02}") for at in range(size))
    leaves = _leaves(deck, KEY)
    root = fairness.deck_root(deck, KEY)
    assert root == recipe.root(leaves)
    for at in range(size):
        card_proof = fairness.card_proof(deck, KEY, at)
        assert list(card_proof.path) == recipe.path(at, leaves)
        assert fairness.opens(card_proof, size=size, root=root)
        _refuses_every_alteration(card_proof, size=size, root=root)


def _refuses_every_alteration(card_proof: CardProof, *, size: int, root: bytes) -> None:
    position, card, salt, path = card_proof
    altered = [
        card_proof._replace(card=Card("6C")),
        card_proof._replace(salt=bytes(32)),
        card_proof._replace(path=(*path, bytes(32))),
        card_proof._replace(position=-1),
        card_proof._replace(position=size),
        card_proof._replace(position=position + 2**32),
        card_proof._replace(salt=salt + card[:1].encode(), card=Card(card[1:])),
        card_proof._replace(salt=salt[:-1], card=Card(chr(salt[-1] & 127) + card)),
        *(card_proof._replace(position=other) for other in range(size) if other != position),
    ]
    if path:
        altered += [
            card_proof._replace(path=path[:-1]),
            card_proof._replace(path=path[1:]),
            card_proof._replace(path=()),
            card_proof._replace(path=(bytes(32), *path[1:])),
            card_proof._replace(path=(*path, path[-1])),
        ]
    if len(set(path)) > 1:
        altered.append(card_proof._replace(path=path[::-1]))
    for other in altered:
        assert not fairness.opens(other, size=size, root=root)
    assert not fairness.opens(card_proof, size=size, root=bytes(32))


def test_an_opening_does_not_fit_a_pack_of_another_size() -> None:
    deck = PACK_36[:5]
    root = fairness.deck_root(deck, KEY)
    card_proof = fairness.card_proof(deck, KEY, 4)
    assert fairness.opens(card_proof, size=5, root=root)
    assert not fairness.opens(card_proof, size=8, root=root)
    assert not fairness.opens(card_proof, size=4, root=root)
