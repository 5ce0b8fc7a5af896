"""Claims (K30). Seat 0 is the declarer."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from domain.games.skat import SKAT, claims
from domain.games.skat.cards import KINDS, STRENGTH, Kind, following, taker
from domain.games.skat.claims import judge
from domain.games.skat.model import ClaimJudged, Contract, Finding, Options
from domain.games.skat.phases import Playing, State
from domain.kernel.cards import PACK_32, UNKNOWN, Card, Cards
from domain.kernel.deal import by_hand
from domain.kernel.event import PUBLIC, Text, Viewer
from domain.kernel.game import view
from domain.kernel.options import BadOption
from tests.domain.skat.positions import Deal, declared, late
from tests.laws.play import terms

SURE = ("JC JS AC", "7S 8S 9S", "7H 8H 9H")
"""Clubs: no other player has a trump."""
UNSURE = ("JS JH AC", "JC 8S 9S", "7H 8H 9H")
"""Clubs: the jack of clubs takes a trick."""
ENDINGS = 800


def findings(deal: Deal) -> list[Finding]:
    """The findings on each claim in a record."""
    return [event.finding for event in deal.events if isinstance(event, ClaimJudged)]


# --- Exact play -----------------------------------------------------------------------------------


def test_k30_refuted_refuses_the_claim_without_loss() -> None:
    deal = late(*UNSURE, says="clubs")
    before, play = deal.state, deal.phase(Playing)
    assert deal.play("0 claim") == ["claim_judged"]
    assert deal.on
    assert deal.turn == 0
    assert deal.state == before._replace(phase=play._replace(claimed=True))
    assert deal.kinds(0) == {"play", "ask_to_concede"}


@pytest.mark.parametrize(
    ("says", "hands", "leader", "finding"),
    [
        ("clubs", SURE, 0, "proved"),
        ("clubs", UNSURE, 0, "refuted"),
        ("clubs", SURE, 1, "proved"),  # the declarer ruffs the lead
        ("grand", ("AC 10C KC", "QC 7S 7H", "9C 8S 8H"), 0, "proved"),
        ("grand", ("AC 10C KC", "QC 7S 7H", "9C 8S 8H"), 1, "refuted"),  # a heart is led
        ("grand", ("AC KC 7S", "10C 8S 8H", "9C 9H 7H"), 0, "refuted"),
        # a long suit: the ten falls under the ace
        ("grand", ("AC KC QC", "10C 8S 8H", "9C 9H 7H"), 0, "proved"),
        ("grand", ("AC KC QC", "10C 8C 8H", "9C 9H 7H"), 0, "refuted"),
        # the order of the declarer's cards matters: first the trumps are drawn
        ("hearts", ("JC AH AS", "10H 7S 8S", "KS 7C 8C"), 0, "proved"),
        ("hearts", ("JC AS KS", "7H 8S 9S", "10S 7C 8C"), 0, "proved"),
        ("hearts", ("JS AS KS", "JC 8S 9S", "10S 7C 8C"), 0, "refuted"),
        # null: the declarer takes none
        ("null", ("7C 7S 7H", "8C 8S 8H", "9C 9S 9H"), 0, "proved"),
        ("null", ("7C 7S 9H", "8C 8S 8H", "9C 9S 10H"), 0, "proved"),
        ("null", ("7C 7S 10H", "8C 8S 8H", "9C 9S 9H"), 0, "refuted"),
        ("null", ("7C 7S 7H", "AC AS AH", "KC KS KH"), 1, "proved"),
        ("null", ("AC 7S 7H", "8C 8S 8H", "9C 9S 9H"), 1, "refuted"),
        ("null", ("AD 7S 7H", "8C 8S 8H", "9C 9S 9H"), 1, "proved"),
    ],
)
def test_k30_what_no_defence_can_prevent(
    says: str, hands: tuple[str, str, str], leader: int, finding: Finding
) -> None:
    deal = late(*hands, says=says, leader=leader)
    while deal.turn != 0:
        assert deal.turn is not None
        deal.play(f"{deal.turn} play {min(deal.playable(deal.turn))}")
    assert judge(deal.phase(Playing), deal.state) == finding


# --- Unknown cards --------------------------------------------------------------------------------


def undecided(monkeypatch: pytest.MonkeyPatch, *, says: str = "clubs") -> Deal:
    """A claim that is too long to search: the defenders are asked."""
    monkeypatch.setattr(claims, "NODES", 2)
    deal = late(*SURE, says=says, own="AS 10S KS AH 10H KH", skat="AD 10D")
    assert deal.play("0 claim") == ["claim_judged"]
    assert deal.turn == 1
    return deal


def test_k30_unknown_is_for_both_defenders_to_accept(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = undecided(monkeypatch)
    assert deal.kinds(1) == {"accept", "decline"}
    assert deal.kinds(0) == deal.kinds(2) == set()
    assert deal.play("1 accept") == []
    assert deal.turn == 2
    assert deal.play("2 accept") == ["settled"]
    assert (deal.settled.ending, deal.settled.tricks) == ("claimed", 5)


@pytest.mark.parametrize("answers", [("1 decline",), ("1 accept", "2 decline")])
def test_k30_a_defender_who_declines_ends_the_claim(
    monkeypatch: pytest.MonkeyPatch, answers: tuple[str, ...]
) -> None:
    deal = undecided(monkeypatch)
    assert deal.play(*answers) == []
    assert deal.turn == 0
    assert deal.phase(Playing).offer is None
    assert deal.refusal("0 claim") == ("K30",)
    assert deal.refusal("0 play JC") == ()


@pytest.mark.parametrize(
    ("refused", "clauses"),
    [
        ("0 play JC", ("T1", "T4")),
        ("1 play 7S", ("T4",)),
        ("2 accept", ("T1",)),
        ("0 accept", ("K30", "T1")),
        ("1 concede", ("T4",)),
        ("0 claim", ("K30", "T1", "T4")),
    ],
)
def test_k30_while_they_are_asked_nothing_else_is_done(
    monkeypatch: pytest.MonkeyPatch, refused: str, clauses: tuple[str, ...]
) -> None:
    assert undecided(monkeypatch).refusal(refused) == clauses


def test_k30_a_claim_of_all_ten_tricks_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = "JC JS JH JD AC 10C KC QC 9C 8C"
    deal = declared(hand, "7C", skat="7S 8S", says="clubs hand schwarz")
    deal.play("0 claim")
    assert findings(deal) == ["proved"]
    assert (deal.settled.won, deal.settled.tricks, deal.settled.schwarz) == (True, 10, True)
    monkeypatch.setattr(claims, "NODES", 100)
    deal = declared(hand, "7C", skat="7S 8S", says="clubs hand schwarz")
    deal.play("0 claim", "1 accept", "2 accept")
    assert findings(deal) == ["unknown"]
    assert (deal.settled.won, deal.settled.tricks, deal.settled.schwarz) == (True, 10, True)


@pytest.mark.parametrize("viewer", [PUBLIC, 0, 1, 2])
def test_k30_what_was_found_is_seen_by_all_and_no_card(viewer: Viewer) -> None:
    deal = declared("JS JH", "JC", says="clubs hand")
    before = deal.seen_by(viewer)
    deal.play("0 claim")
    assert findings(deal) == ["refuted"]
    assert ClaimJudged.HIDDEN == ()
    after = deal.seen_by(viewer)
    assert (after.hands, after.skat) == (before.hands, before.skat)


# --- An oracle ----------------------------------------------------------------------------------


def holds(hands: list[Cards], leader: int, trick: Cards, kind: Kind) -> bool:
    """Whether seat 0 takes all the rest (none, in null), by trying every card."""
    if len(trick) == len(hands):
        took = (leader + taker(trick, kind)) % 3
        good = (took == 0) != (kind == "null")
        return good and (not any(hands) or holds(hands, took, (), kind))
    seat = (leader + len(trick)) % 3
    tries = (
        holds(_without(hands, card), leader, (*trick, card), kind)
        for card in (following(hands[seat], trick[0], kind) if trick else hands[seat])
    )
    return any(tries) if seat == 0 else all(tries)


def _without(hands: list[Cards], card: Card) -> list[Cards]:
    return [tuple(each for each in hand if each != card) for hand in hands]


def some_ending(chance: random.Random) -> tuple[Playing, State]:
    """Up to four cards in each hand, and up to two in the trick; often strong for the declarer."""
    kind = chance.choice(KINDS)
    size, laid = chance.randrange(1, 5), chance.randrange(3)
    deck = chance.sample(PACK_32, len(PACK_32))
    if chance.random() < 1 / 2:
        strong = STRENGTH[kind]
        best = sorted(deck, key=lambda card: strong[card], reverse=kind != "null")[:10]
        deck.sort(key=lambda card: card not in best)
    hands = [tuple(deck[at * size : at * size + size]) for at in range(3)]
    leader = -laid % 3
    trick: Cards = ()
    for place in range(laid):
        seat = (leader + place) % 3
        card = next(
            card for card in (following(hands[seat], trick[0], kind) if trick else hands[seat])
        )
        hands[seat] = tuple(each for each in hands[seat] if each != card)
        trick += (card,)
    play = Playing(0, 18, Contract(kind), held=(), leader=leader, trick=trick)
    return play, State(Options(), 3, 2, players=(0, 1, 2), hands=tuple(hands), phase=play)


def test_k30_the_search_finds_what_trying_every_card_finds() -> None:
    seen: Counter[tuple[Kind, str]] = Counter()
    for seed in range(ENDINGS):
        play, state = some_ending(random.Random(seed))
        found = judge(play, state)
        kind = play.contract.kind
        assert (found == "proved") == holds(list(state.hands), play.leader, play.trick, kind)
        seen[kind, found] += 1
    assert len(seen) == 2 * len(KINDS), "some of each, proved and refuted"


def test_k30_the_seating_does_not_matter() -> None:
    """At a table of four seat 1 deals, and seat 0 plays as rearhand."""
    players = (2, 3, 0)
    seats: dict[int, int] = dict(zip((1, 2, 0), players, strict=True))
    for seed in range(40):
        play, state = some_ending(random.Random(seed))
        hands: list[Cards] = [()] * 4
        for one, other in seats.items():
            hands[other] = state.hands[one]
        turned = play._replace(leader=seats[play.leader])
        moved = state._replace(seats=4, dealer=1, players=players, hands=tuple(hands), phase=turned)
        assert judge(turned, moved) == judge(play, state)


# --- By the Skat Order ----------------------------------------------------------------------------


@pytest.mark.parametrize("answers", [["1 decline"], ["1 accept", "2 decline"]])
def test_k30_by_the_order_play_goes_on_with_open_cards(answers: list[str]) -> None:
    deal = late(*SURE, says="clubs", own="AS 10S KS AH 10H KH", claims="order")
    held = deal.phase(Playing).held
    deal.play("0 claim")
    for answer in answers:
        assert deal.play(answer) == []
    play = deal.phase(Playing)
    assert (deal.on, deal.turn, play.opened, play.held) == (True, 0, True, held)
    assert deal.refusal("0 claim") == ("K30",)
    deal.tricks("JC 7S 7H", "JS 8S 8H", "AC 9S 9H")
    assert (deal.settled.ending, deal.settled.tricks) == ("played_out", 5)


def test_k30_by_the_order_everyone_sees_the_open_cards_and_no_others() -> None:
    deal = declared(says="grand hand", claims="order")
    deal.play("0 claim", "1 decline")
    for viewer in (1, 2, PUBLIC):
        seen = view(SKAT, deal.events, viewer)
        assert seen.hands[0] == tuple(sorted(deal.state.hands[0], key=PACK_32.index))
        assert set(seen.hands[1 if viewer == 2 else 2]) == {UNKNOWN}


def test_k30_the_first_rules_have_no_such_option() -> None:
    opened = replace(by_hand(terms(SKAT, {"claims": "order"})), rules=Text("1"))
    with pytest.raises(BadOption, match="claims: form-no-such-option"):
        SKAT.initial(opened)
