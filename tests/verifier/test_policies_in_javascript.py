"""The JavaScript verifier makes moves of bots again, by the same bytes of the core."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final, TypeAlias, cast
from unittest.mock import patch

import bots
from bots import core, svoi_kozyri
from domain.games import GAMES
from domain.games.svoi_kozyri.model import Beaten, DealerNamed, Dealt, Led, Taken, TrumpChosen
from domain.kernel.deal import Opened
from domain.kernel.event import Event, Json, Text
from domain.kernel.game import fold, view
from domain.kernel.hints import HintGiven
from domain.kernel.moves import legal_moves
from domain.kernel.policy import Sight
from domain.kernel.sentence import Sentence
from events.record import PUBLIC
from tests.bots.decisions import variants
from tests.sampling import cases
from tests.verifier import javascript
from tests.verifier.corpus.hints import all_words, first_changed, steps_with_hints
from tests.verifier.corpus.policies import branch, goat, older, unlogged, with_actors
from tests.verifier.javascript import base64, said_of
from tests.verifier.making import Step, bundled, kept, played_by_bots, verdicts
from tests.verifier.mutations_of_play import first_move
from verifier.bundle import Bundle, write
from verifier.verdicts import FAILS, HAND, HOLDS, NONE, OPEN, Verdict

GAME: Final = GAMES["svoi_kozyri"]
LEVELS: Final = ("medium", "hard")
BOT: Final = 1
"""The seat on which the bot sits."""


@cache
def steps(level: str = "hard", number: int = 1) -> list[Step]:
    return played_by_bots("svoi_kozyri", 2, number, levels=(level, level))


def in_javascript(bundles: Iterable[Bundle], **held: Any) -> list[dict[str, Verdict]]:
    said = said_of({"raw": base64(write(each)), **held} for each in bundles)
    return [{each.check: each for each in verdicts} for verdicts in said]


def alike(*bundles: Bundle, check: str = "bots") -> list[Verdict]:
    """The verdicts of both verifiers."""
    said = [each[check] for each in in_javascript(bundles)]
    assert said == [verdicts(each)[check] for each in bundles]
    return said


# --- Honest moves ---------------------------------------------------------------------------------


def some_deals() -> Iterator[tuple[str, dict[str, Json], int]]:
    """Every option, in a sample with one of the levels."""
    for number in range(cases(sample=1, full=20)):
        for at, options in enumerate(variants(GAME)):
            for level in (LEVELS[at % 2 : at % 2 + 1], LEVELS)[cases(sample=0, full=1)]:
                yield level, options, number


def in_python(bundle: Bundle) -> tuple[Verdict, list[list[int]]]:
    """The verdict on the moves of bots, and the questions to the core."""
    questions, made = list[list[int]](), svoi_kozyri.question

    def question(sight: Sight) -> list[int]:
        questions.append([int(word) for word in made(sight)])
        return questions[-1]

    with patch.object(svoi_kozyri, "question", question):
        return verdicts(bundle)["bots"], questions


def test_both_verifiers_ask_the_same_and_make_the_same_moves() -> None:
    """At every position at which a bot of Svoi Kozyri moved, but for Python's only legal moves."""
    bundles = [
        bundled(
            kept(played_by_bots("svoi_kozyri", 2, number, levels=(level, level), options=options)),
            receipts=False,
            logged=False,
        )
        for level, options, number in some_deals()
    ]
    answers = [javascript.call("questions", base64(write(each))) for each in bundles]
    positions = 0
    for bundle, answer, said in zip(bundles, answers, in_javascript(bundles), strict=True):
        verdict, expected = in_python(bundle)
        questions = [[int(word) for word in each] for each in answer]
        assert [each for each in questions if each in expected] == expected
        assert said["bots"] == verdict
        assert verdict.status == HOLDS
        positions += len(expected)
    assert positions > 100


def test_hints_are_made_again_for_both_seats() -> None:
    made = steps_with_hints("svoi_kozyri", 2)
    events = [event for _, each in made for event in each]
    at, hint = next((n, each) for n, each in enumerate(events) if isinstance(each, HintGiven))
    assert {each.seat for each in events if isinstance(each, HintGiven)} == {0, 1}
    other = next(each for each in all_words(GAME, events[:at], hint.seat) if each != hint.move)
    changes = ({"move": Text(other)}, {"policy": Text("medium")})
    forged = [first_changed(made, **each) for each in changes]
    holds, *fails = alike(bundled(kept(made)), *forged, check="hints")
    assert holds.status == HOLDS
    assert {(each.status, each.position) for each in fails} == {(FAILS, at + 1)}


# --- Forged moves ---------------------------------------------------------------------------------


def forged(kind: type[Event]) -> tuple[Bundle, int]:
    """A deal whose first move of a kind by the bot is another legal move, and its position."""
    made = steps()
    for at in range(first_move(made), len(made)):
        actor, (move, *_) = made[at]
        before = [event for _, events in made[:at] for event in events]
        legal = legal_moves(GAME, view(GAME, before, BOT), BOT) if isinstance(move, kind) else ()
        other = next((each for each in reversed(legal) if each != move), None)
        if actor.startswith("bot:") and other is not None:
            first = [(who, events[0]) for who, events in made[first_move(made) : at]]
            forged = played_by_bots(
                "svoi_kozyri", 2, levels=("hard", "hard"), first=[*first, (actor, other)]
            )
            return bundled(kept(forged)), len(before) + 1
    raise AssertionError(f"the bot makes no {kind.MOVE}")


def test_another_legal_move_fails_alone() -> None:
    made = [forged(kind) for kind in (TrumpChosen, Led, Beaten)]
    bundles = [bundle for bundle, _ in made]
    for (bundle, position), every in zip(made, in_javascript(bundles), strict=True):
        assert [name for name, each in every.items() if each.status == FAILS] == ["bots"]
        assert every["bots"].position == position
        assert every["bots"] == verdicts(bundle)["bots"]


# --- What is open ---------------------------------------------------------------------------------


def test_other_games_and_levels_are_open() -> None:
    easy = bundled(kept(steps("easy")), receipts=False)
    for said in in_javascript([easy, unlogged(goat())]):
        assert said["bots"].status == OPEN
        assert said["bots"].detail == "not checked here: it takes the rules of the game"


def test_bots_of_another_level_leave_it_open_but_a_forged_move_fails() -> None:
    """A stand-in of another level plays for the person."""
    made = steps()
    opened = cast("Any", made[0][1][0])
    label = bots.actor(GAME, "easy", seat=0).label
    easy = f"bot:0:{label}"
    first = ("system", (replace(opened, bots=("easy", "hard")), *made[0][1][1:]))
    rest = [(easy if who == "seat:0" and each[0].MOVE else who, each) for who, each in made[1:]]
    mixed = bundled(kept([first, *rest]), receipts=False, logged=False)
    [said] = in_javascript([mixed])
    unchecked = Sentence("finding-moves-unchecked", {"policies": label})
    assert said["bots"] == Verdict("bots", OPEN, unchecked)


def test_without_the_bytes_of_the_core_it_is_open_and_others_are_refused() -> None:
    bundle = bundled(kept(steps()), receipts=False)
    other = bytearray(core.MODULE.read_bytes())
    other[-1] ^= 1
    [refused] = in_javascript([bundle], core=base64(bytes(other)))
    assert refused["bots"].status == OPEN
    assert "the module is not the one that these bots search by" in refused["bots"].detail
    [without] = in_javascript([bundle], core=None)
    assert "the core of the bots cannot run" in without["bots"].detail
    [holds] = in_javascript([bundle], core=base64(core.MODULE.read_bytes()))
    assert holds["bots"].status == HOLDS


def test_a_redacted_view_and_a_branch_are_what_they_are_in_python() -> None:
    said = alike(
        bundled(kept(steps(), viewer=BOT), view=f"seat:{BOT}"),
        bundled(kept(branch("svoi_kozyri", 2))),
        bundled(kept(steps()[:1], viewer=PUBLIC), view="public"),
    )
    assert [each.status for each in said] == [OPEN, HAND, NONE]


def test_without_the_seed_it_is_open() -> None:
    (actor, (opened, *rest)), *others = steps()
    unseeded = [(actor, (replace(cast("Any", opened), seed=None), *rest)), *others]
    [said] = alike(bundled(kept(unseeded), receipts=False))
    assert (said.status, "is not in the record" in said.detail) == (OPEN, True)


# --- Which policy it is ---------------------------------------------------------------------------


def test_the_policies_of_every_game_are_known() -> None:
    names = ["easy/2", "easy/3@0", "easy/2@1", "perfect/1@0"]
    said = alike(*(with_actors(unlogged(goat()), renamed(each)) for each in names))
    assert [each.status for each in said] == [FAILS, FAILS, FAILS, OPEN]


def test_an_old_record_is_open_whichever_budget_it_names() -> None:
    """So no record can choose the budget of its bots, or have a verifier search for ever."""
    named = [
        older(with_actors(unlogged(bundled(kept(steps(level)), receipts=False)), rename), schema)
        for level, name in (("hard", "hard/1@20000"), ("medium", "medium/2@2000"))
        for other in (f"{level}/1", f"{level}/1@1", f"{level}/1@999999999")
        for rename in (partial(another, name, other),)
        for schema in (1, 2)
    ]
    said = [each["bots"] for each in in_javascript(named)]
    assert [e.status for e in said] == [verdicts(each)["bots"].status for each in named]
    assert [each.status for each in said[:6]] == [OPEN] * 6
    assert not [each for each in said[:6] if "not checked here" in each.detail], "it has a reason"


def another(name: str, other: str, actor: str) -> str:
    return actor.replace(name, other)


def renamed(name: str) -> Callable[[str], str]:
    return lambda actor: actor.replace("easy/2@0", name)


# --- Records that are not by the rules ------------------------------------------------------------


Changes: TypeAlias = Callable[[Any, Any], dict[str, Any]]
"""Other values for an event, with the state before it."""
IMPOSSIBLE: Final[Sequence[tuple[type[Event], Changes]]] = (
    (DealerNamed, lambda _event, _: {"dealer": 7}),
    (Dealt, lambda _event, _: {"hands": ((), ())}),
    (Dealt, lambda event, _: {"hands": (event.hands[0], event.hands[0])}),
    (Led, lambda _, state: {"card": state.hands[BOT][0]}),
    (Beaten, lambda _event, _: {"card": "XX"}),
    (Beaten, lambda _, state: {"then": state.hands[BOT][0]}),
    (Taken, lambda _event, _: {"cards": GAME.pack[:3]}),
    (Taken, lambda _event, _: {"cards": GAME.pack}),
    (Taken, lambda event, _: {"cards": event.cards[::-1]}),
    (Taken, lambda _event, _: {"seat": -1}),
    (Opened, lambda _event, _: {"options": {"max_plies": -1}}),
    (Opened, lambda _event, _: {"options": {"max_plies": 2**53 - 1}}),
    (Opened, lambda _event, _: {"options": {"max_plies": "many"}}),
)


def altered(kind: type[Event], changes: Changes) -> Bundle:
    """The deal with other values in the first event of a kind that is no move of the bot."""
    made = steps()
    events = [(who, each) for who, command in made for each in command]
    at = next(
        at
        for at, (who, each) in enumerate(events)
        if isinstance(each, kind) and not (each.MOVE and who.startswith("bot:"))
    )
    one: Any = events[at][1]
    other = replace(one, **changes(one, fold(GAME, [each for _, each in events[:at]] or [one])))
    forged = [(who, tuple([other if e is one else e for e in command])) for who, command in made]
    return bundled(kept(forged), receipts=False, logged=False)


def test_what_cannot_have_happened_is_open_and_no_error() -> None:
    bundles = [altered(*each) for each in IMPOSSIBLE]
    for bundle, said in zip(bundles, in_javascript(bundles), strict=True):
        detail = "the form does not hold" if said["form"].status == FAILS else UNRULED
        assert (said["bots"].status, said["bots"].detail) == (OPEN, detail)
        assert verdicts(bundle)["bots"].status == OPEN


UNRULED: Final = "not checked here: the record is not by the rules"
