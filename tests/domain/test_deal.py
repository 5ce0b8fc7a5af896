"""Common parts of every deal: its commitment, its shuffle, its seed."""

from dataclasses import replace
from uuid import UUID

from domain.games.goat import GOAT
from domain.kernel.deal import Opened, Revealed, Terms, commit, follows, opens, shuffled
from domain.kernel.event import PUBLIC, Digest, Id, redact
from tests.domain import recipe

DEAL = Id("0197f2c0-aa00-7000-8000-00000000beef")
TABLE = Id("f197f2c0-aa00-8000-8000-00000000cafe")
SEED = bytes(range(32))


def terms(**options: str) -> Terms:
    """The terms of a first deal of Goat."""
    nobody = (None,) * 4
    return Terms(DEAL, TABLE, 1, GOAT.key, GOAT.version, options, 4, None, None, nobody)


def test_commit_names_the_terms_and_hides_the_seed() -> None:
    opened = commit(terms(eggs="two_each"), seed=SEED)
    assert (opened.deal, opened.table, opened.number) == (DEAL, TABLE, 1)
    assert (opened.game, opened.rules) == ("goat", "1")
    assert opened.options == {"eggs": "two_each"}
    assert (opened.seats, opened.dealer, opened.leader) == (4, None, None)
    assert opened.bots == (None,) * 4
    assert opened.commitment == recipe.commitment(UUID(DEAL).bytes, "S", 0, SEED).hex()
    assert opened.seed == SEED.hex()
    for viewer in (PUBLIC, 0, 1, 2, 3):
        assert redact(opened, viewer) == replace(opened, seed=None)


def test_shuffled_follows_from_the_recipe() -> None:
    opened = commit(terms(), seed=SEED)
    made = shuffled(opened, pack=GOAT.pack, lots=GOAT.lots(4), seed=SEED)
    server = bytes.fromhex(opened.commitment)
    agreed = recipe.transcript(
        UUID(DEAL).bytes, "goat", "1", pack=GOAT.pack, server=server, reveals=[]
    )
    key = recipe.mac(SEED, agreed)
    deck = recipe.shuffle(GOAT.pack, key)
    leaves = [recipe.leaf(at, recipe.salt(key, at), card) for at, card in enumerate(deck)]
    assert made.transcript == agreed.hex()
    assert list(made.deck) == deck
    assert made.root == recipe.root(leaves).hex()
    assert made.lots == tuple(
        recipe.below(lot.below, recipe.stream(key, lot.label)) for lot in GOAT.lots(4)
    )


def test_deck_and_lots_are_hidden_during_the_deal() -> None:
    opened = commit(terms(), seed=SEED)
    made = shuffled(opened, pack=GOAT.pack, lots=GOAT.lots(4), seed=SEED)
    for viewer in (PUBLIC, 0, 1, 2, 3):
        seen = redact(made, viewer)
        assert set(seen.deck) == {"??"}
        assert len(seen.deck) == 36
        assert seen.lots is None
        assert (seen.transcript, seen.root) == (made.transcript, made.root)


def test_opens_and_follows() -> None:
    opened = commit(terms(), seed=SEED)
    made = shuffled(opened, pack=GOAT.pack, lots=GOAT.lots(4), seed=SEED)
    assert opens(opened, Digest(SEED.hex()))
    assert not opens(opened, Digest("00" * 32))
    assert follows(opened, made, pack=GOAT.pack, lots=GOAT.lots(4))
    assert not follows(opened, replace(made, lots=(0, 0)), pack=GOAT.pack, lots=GOAT.lots(4))
    assert not follows(
        opened, replace(made, root=made.transcript), pack=GOAT.pack, lots=GOAT.lots(4)
    )


def test_two_deals_on_one_seed_differ() -> None:
    one = commit(terms(), seed=SEED)
    other = commit(terms()._replace(deal=TABLE), seed=SEED)
    decks = [
        shuffled(each, pack=GOAT.pack, lots=GOAT.lots(4), seed=SEED).deck for each in (one, other)
    ]
    assert decks[0] != decks[1]
    assert one.commitment != other.commitment


def test_the_reveal_is_for_everyone() -> None:
    assert Revealed.HIDDEN == ()
    assert [secret.name for secret in Opened.HIDDEN] == ["seed"]
