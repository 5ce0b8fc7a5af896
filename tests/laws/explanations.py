"""Explanations of moves: one for each, in every language. They agree with the judge, and name no
card that their viewer has not seen.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from domain.kernel.cards import Card, Cards
from domain.kernel.event import FULL, Event, Viewer
from domain.kernel.moves import legal_moves, say
from domain.kernel.progress import explain_move
from domain.kernel.sentence import Sentence
from service.games.rulebook import clauses
from tests.languages.messages import COMPLETE, ENGLISH
from tests.laws.law import Happened, Laws, cards_in, text_of
from tests.laws.play import CARDS, seat_of

EXPLANATIONS: Final = Laws()


def explanations(happened: Happened) -> Iterator[tuple[Viewer, Sentence]]:
    """Why a move was allowed, as each viewer knows it; none if the event is no move."""
    if happened.event.MOVE is not None:
        *_, before, _ = happened.walk.happened
        for viewer, seen in happened.seen.items():
            yield viewer, explain_move(before.after[viewer], seen)


@EXPLANATIONS.of_events
def a_move_has_an_explanation_with_a_clause_and_a_text(happened: Happened) -> None:
    known = clauses(happened.walk.run.game.key)
    for _, sentence in explanations(happened):
        assert sentence.clause in known, sentence
        for language in (ENGLISH, *COMPLETE):
            assert f"[{sentence.clause}]" in language.text(sentence), (language.tag, sentence)


@EXPLANATIONS.of_events
def an_explanation_agrees_with_the_judge(happened: Happened) -> None:
    """It names the cards of the hand that are legal, if its viewer knows the hand."""
    state, move = happened.before.state, happened.event
    for viewer, (_, values, _) in explanations(happened):
        if "of" not in values:
            assert not set(values) & {"allowed", "cards"}
            continue
        hand = state.hands[seat_of(move)]
        legal = legal_moves(happened.walk.run.game, state, seat_of(move))
        of_kind = [first_cards(each) for each in legal if values["of"] == each.MOVE]
        cards = [card for card in hand if any(card in each for each in of_kind)]
        sees_hand = viewer in (FULL, seat_of(move))
        assert values["cards"] in ([cards] if sees_hand else [cards, []])
        counted = how_many(cards, hand)
        assert values["allowed"] in ([counted] if sees_hand else [counted, "unknown"])


def first_cards(move: Event) -> Cards:
    """The cards in the first field of a move that has any."""
    for value in say(move).values():
        cards: Any = tuple(value) if isinstance(value, list) else (value,)
        if CARDS.issuperset(cards):
            return cards  # type: ignore[no-any-return]
    return ()


def how_many(allowed: Sequence[Card], hand: Cards) -> str:
    """How many cards of a hand are allowed, in a word."""
    if len(allowed) == len(hand) > 0:
        return "any"
    return {0: "none", 1: "only"}.get(len(allowed), "some")


@EXPLANATIONS.of_events
def an_explanation_names_only_cards_that_were_shown(happened: Happened) -> None:
    for viewer, sentence in explanations(happened):
        named = cards_in(text_of(sentence.values))
        assert named <= happened.known[viewer] | happened.shown[viewer], viewer


@EXPLANATIONS.of_events
def a_move_belongs_to_the_trick_that_ends_next(happened: Happened) -> None:
    tricks, after = happened.before.game.tricks, happened.after
    assert len({seen.trick for seen in after.values()}) == 1
    if tricks is None:
        return
    ended = sum(isinstance(each.event, tricks.ends) for each in happened.walk.happened[:-1])
    trick = happened.before.trick
    if happened.event.MOVE is not None:
        trick = 0 if isinstance(happened.event, tricks.before) else ended + 1
        assert all(each.values.get("trick", 0) == trick for _, each in explanations(happened))
    assert after[FULL].trick == trick
