"""Secrets are stored encrypted, and decrypt only correctly."""

import psycopg
import pytest

from events.chain import BrokenChain, verify
from events.cipher import KEY_BYTES, Cipher
from events.postgres import Pool, PostgresStore
from events.record import FULL, NOBODY, PUBLIC, NewEvent, Secret
from tests.events.making import append, deal_id
from tests.simulation.runtime import RUNTIME

KEY = bytes(range(KEY_BYTES))
SALT = bytes(32)
SEED, HAND = "5eed" * 16, ["7C", "TH"]
SHUFFLED = NewEvent(
    "shuffled", 1, {"seed": Secret(SEED, audience=NOBODY, count=1), "hand": Secret(HAND, 2, 2)}
)


def cipher_of(key: bytes) -> Cipher:
    return Cipher(key, entropy=RUNTIME.random_bytes)


def test_a_cipher_gives_back_what_it_was_given() -> None:
    cipher = cipher_of(KEY)
    kept = cipher.close(b'"seed"', salt=SALT)
    assert b"seed" not in kept
    assert kept != cipher.close(b'"seed"', salt=SALT), "equal payloads give different ciphertexts"
    assert cipher.open(kept, salt=SALT) == b'"seed"'
    assert cipher.open(b'"of before"', salt=SALT) == b'"of before"'


def test_a_cipher_opens_nothing_else() -> None:
    kept = cipher_of(KEY).close(b'"seed"', salt=SALT)
    flipped = kept[:-1] + bytes([kept[-1] ^ 1])
    for key, hidden, salt in (
        (bytes(KEY_BYTES), kept, SALT),
        (KEY, flipped, SALT),
        (KEY, kept[:20], SALT),
        (KEY, kept[:5], SALT),
        (KEY, kept, bytes([1] * 32)),
    ):
        with pytest.raises(ValueError, match="does not open"):
            cipher_of(key).open(hidden, salt=salt)


def test_hidden_secrets_are_encrypted_in_the_database(
    owner: psycopg.Connection, own_pool: Pool
) -> None:
    store, deal = (
        PostgresStore(own_pool, entropy=RUNTIME.random_bytes, cipher=cipher_of(KEY)),
        deal_id(),
    )
    done = append(store, deal, [SHUFFLED])
    kept: dict[int, bytes] = dict(owner.execute("SELECT audience, payload FROM secret").fetchall())
    assert SEED.encode() not in kept[NOBODY]
    assert b"TH" not in kept[2]
    assert len(kept[NOBODY]) == len(kept[2])
    for records in (done.events, store.load(deal, viewer=FULL)):
        assert verify(records, stream=deal) == done.head
        assert records[0].data == {"seed": SEED, "hand": HAND}
    assert store.load(deal, viewer=2)[0].data["hand"] == HAND
    assert set(store.load(deal, viewer=PUBLIC)[0].data["seed"]) == {"count", "sha256"}


def test_what_an_older_release_left_in_plain_text_is_encrypted(
    owner: psycopg.Connection, own_pool: Pool
) -> None:
    """In place: the record stays as it was."""
    older, store = (
        PostgresStore(own_pool, entropy=RUNTIME.random_bytes, cipher=cipher)
        for cipher in (None, cipher_of(KEY))
    )
    deal, other = deal_id(), deal_id()
    done = append(older, deal, [SHUFFLED])
    append(older, other, [SHUFFLED])
    assert older.encrypt([deal]) == 0
    plain = "SELECT count(*) FROM secret WHERE get_byte(payload, 0) <> 1"
    assert owner.execute(plain).fetchone() == (4,)
    assert (store.encrypt([deal]), store.encrypt([deal]), store.encrypt([])) == (2, 0, 0)
    assert owner.execute(f"{plain} AND stream_id = %s", (deal,)).fetchone() == (0,)
    assert owner.execute(plain).fetchone() == (2,)
    assert verify(store.load(deal, viewer=FULL), stream=deal) == done.head
    assert store.load(deal, viewer=2)[0].data["hand"] == HAND
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        owner.execute("UPDATE secret SET payload = payload")


def test_payloads_stored_before_encryption_stay_readable(own_pool: Pool) -> None:
    deal = deal_id()
    append(PostgresStore(own_pool, entropy=RUNTIME.random_bytes), deal, [SHUFFLED])
    records = PostgresStore(own_pool, entropy=RUNTIME.random_bytes, cipher=cipher_of(KEY)).load(
        deal, viewer=FULL
    )
    verify(records, stream=deal)
    assert records[0].data["seed"] == SEED


def test_without_its_key_a_record_does_not_hold(own_pool: Pool) -> None:
    deal = deal_id()
    append(
        PostgresStore(own_pool, entropy=RUNTIME.random_bytes, cipher=cipher_of(KEY)),
        deal,
        [SHUFFLED],
    )
    for other in (None, cipher_of(bytes(KEY_BYTES))):
        with pytest.raises(BrokenChain) as broken:
            PostgresStore(own_pool, entropy=RUNTIME.random_bytes, cipher=other).load(
                deal, viewer=FULL
            )
        assert broken.value.version == 1
