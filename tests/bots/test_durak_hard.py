"""The hard bot of Durak finds what is certain, and beats the medium one."""

from hashlib import sha256

import bots
from bots import core
from domain.games.durak import DURAK
from domain.games.durak.model import Attacked, Beaten, Options, Pair, State
from domain.kernel.cards import PACK_36, UNKNOWN, Card, Cards
from domain.kernel.event import Event
from domain.kernel.moves import legal_moves
from domain.kernel.policy import Decision
from tests.bots.decisions import SEED, decisions
from tests.missing import needs

pytestmark = needs("the wheel wasmtime", core.is_available())


def cards(text: str) -> Cards:
    return tuple(map(Card, text.split()))


def decision(level: str, mine: str, theirs: str, *table: str, attacker: int = 0) -> Decision:
    """The decision of seat 0 without a stock, clubs being trump; the other hand is not shown."""
    hands = cards(mine), cards(theirs)
    on_table = tuple(Pair(*cards(pair)) for pair in table)
    placed = {*hands[0], *hands[1], *(c for pair in on_table for c in pair if c)}
    gone = [card for card in PACK_36 if card not in placed]
    shown = tuple(Attacked(0, card) for card in gone)
    state = State(
        Options(),
        dealer=1,
        attacker=attacker,
        trump="C",
        shown=Card("AC"),
        hands=(hands[0], (UNKNOWN,) * len(hands[1])),
        table=on_table,
        away=(UNKNOWN,) * len(gone),
    )
    legal = legal_moves(DURAK, state, 0)
    return bots.choose(DURAK, level, seat=0, shown=shown, view=state, legal=legal, seed=SEED)


def move(*given: str, attacker: int = 0) -> Event | None:
    hard, medium = (decision(level, *given, attacker=attacker) for level in ("hard", "medium"))
    assert hard.move == medium.move
    return hard.move


def test_a_card_that_cannot_be_beaten_is_led_before_the_last_one() -> None:
    assert move("7D AC", "8D KC") == Attacked(0, Card("AC"))


def test_a_card_is_beaten_where_that_wins() -> None:
    found = decision("hard", "8D AC", "9H", "7D", attacker=1)
    assert found.move == Beaten(0, Card("8D"))
    assert dict(found.values)[found.move] == 1


def test_an_exact_search_says_what_every_move_is_worth() -> None:
    found = decision("hard", "7D AC", "8D KC")
    assert not found.cut
    assert found.worlds == 1
    assert dict(found.values) == {Attacked(0, Card("AC")): 1, Attacked(0, Card("7D")): -1}


def test_with_a_stock_many_worlds_are_dealt() -> None:
    first = next(each for each in decisions("durak", "hard", {}, 3) if len(each.legal) > 1)
    assert first.decision.worlds > 100
    assert {each for each, _ in first.decision.values} == set(first.legal)
    assert all(abs(value) <= first.decision.worlds for _, value in first.decision.values)


def test_chance_is_fresh_for_every_decision() -> None:
    each = next(each for each in decisions("durak", "hard", {}, 3) if len(each.legal) > 1)
    found = {
        bots.choose(
            DURAK,
            "hard",
            seat=each.seat,
            shown=(*each.shown, *each.shown[:1] * more),
            view=each.view,
            legal=each.legal,
            seed=sha256(b"one").digest(),
        ).values
        for more in range(4)
    }
    assert len(found) == 4
