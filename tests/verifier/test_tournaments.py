"""Tournaments: honest ones hold, and what is altered in one is found, by all verifiers alike."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from io import BufferedReader, BytesIO
from random import Random
from typing import Any, Final
from uuid import UUID

import orjson
import pytest

from domain.kernel.event import Text, event_class
from domain.kernel.sentence import Sentence
from domain.tournaments.boards import compared
from domain.tournaments.draws import is_decided
from domain.tournaments.events import PlayerSubstituted, ScoreCorrected, TournamentScheduled
from events.canonical import canonical
from events.chain import commitment
from tests import node
from tests.domain.tournaments.evening import HEAD, Evening, by_chance, opened
from tests.sampling import cases
from tests.verifier.evenings import an_evening, evening_bundle, line_of, steps_of, with_boards
from tests.verifier.javascript import rests_of, said_of_tournament
from tests.verifier.making import KEY, NOW, place
from tests.verifier.mutations import Mutant, rechained
from tests.verifier.verifiers import disagree, in_python
from verifier.bundle import TABLE, Bundle, BundleEvent, BundleOpening, Unreadable, write
from verifier.case import Case
from verifier.evidence import Evidence
from verifier.field_types import is_sealed, kind_of
from verifier.report import Checked
from verifier.summary import summary
from verifier.tournament_files import verify_tournament
from verifier.verdicts import FAILS, HOLDS, NONE, OPEN, Verdict

FORMATS: Final = ("fixed", "lot", "by_standings", "round_robin", "swiss", "knock_out")
HOUR: Final = 3_600_000_000
Envelope = dict[str, Any]


@cache
def tables() -> tuple[Case, ...]:
    return tuple(each for each in an_evening().others if each.bundle.kind == TABLE)


def given(bundle: Bundle, kind: str = "as it is", others: tuple[Case, ...] | None = None) -> Mutant:
    held = {"key": KEY.verifier, "others": tables() if others is None else others}
    return Mutant(kind, write(bundle), frozenset(), held)


def said(mutant: Mutant) -> dict[str, Verdict]:
    """The verdicts on which both verifiers agree."""
    verdicts = in_python(mutant)
    assert [*disagree(mutant, verdicts)] == [], mutant.kind
    return {each.check: each for each in verdicts}


def failing(verdicts: Mapping[str, Verdict]) -> set[str]:
    return {name for name, each in verdicts.items() if each.status == FAILS}


# --- Honest ones --------------------------------------------------------------------------------


def test_an_evening_holds() -> None:
    verdicts = said(given(an_evening().bundle))
    assert {each.status for each in verdicts.values() if each.check != "boards"} == {HOLDS}


def test_an_evening_with_boards_holds() -> None:
    verdicts = said(boards())
    assert {each.status for each in verdicts.values()} == {HOLDS}
    assert "results compared: 4, decks compared: 4" in verdicts["boards"].detail
    without = said(boards(others=with_boards().others[:3]))
    assert without["boards"].status == OPEN
    assert "not given: 3" in without["boards"].detail


def boards(bundle: Bundle | None = None, **changed: Any) -> Mutant:
    """An evening with boards, or another record of it, with all of its tables and deals."""
    others = changed.get("others", with_boards().others)
    return given(bundle or with_boards().bundle, "boards", others=others)


def test_seeds_that_are_left_out_are_counted() -> None:
    """P27: the operator's players leave out their seeds; withdrawing does not hide it."""
    evening = Evening(opened(rounds=2)).join(6, commits=(1, 2, 3))
    evening.call().show(1).withdraw(2)
    evening.at += 60_000_000
    evening.draw().play(by_chance(Random(1))).call().show(1, 3).draw()
    bundle = evening_bundle(steps_of(evening))
    verdict = said(given(bundle, others=()))["draws"]
    assert (verdict.status, verdict.sentence.values["left_out"]) == (HOLDS, 2)
    assert verdict.detail.endswith("scores corrected for a draw: 2")
    assert Sentence("summary-rests-left-out", {"count": 2}) in rests(bundle)


@pytest.mark.parametrize(("form", "count"), [("swiss", 3), ("by_standings", 3), ("lot", 2)])
def test_what_else_chooses_a_draw_once_all_seeds_are_known_is_counted(
    form: str, count: int
) -> None:
    """P27: players who withdraw, and scores that are corrected, between the call and the draw."""
    evening = Evening(opened(format=form, rounds=2)).join(8, commits=(1,)).withdraw(8)
    evening.call().show(1).withdraw(2).draw().play(by_chance(Random(1))).withdraw(3)
    evening.add(ScoreCorrected(1, 4, 1, Text("Late"))).call().show(1).withdraw(5)
    evening.add(ScoreCorrected(1, 4, 1, Text("Late"))).draw().withdraw(6)
    bundle = evening_bundle(steps_of(evening))
    assert said(given(bundle, others=()))["draws"].sentence.values["left_out"] == count
    assert Sentence("summary-rests-left-out", {"count": count}) in rests(bundle)


def test_a_draw_that_hides_who_left_a_seed_out_fails() -> None:
    evening = Evening(opened(rounds=1)).join(4, commits=(1, 2)).call().show(1).withdraw(2)
    evening.at += 60_000_000
    bundle = evening_bundle(steps_of(evening.draw()))
    for kind, change in (
        ("unnamed", lambda envelope: _put(envelope, "absent", [])),
        ("early", lambda envelope: envelope.update(at=evening.at - 60_000_000)),
    ):
        forged = with_last(bundle, change)
        assert said(given(forged, kind, others=()))["draws"].clauses


def test_a_substitute_for_a_player_whose_place_is_taken_fails() -> None:
    """The last player was entered in the place of one who had withdrawn, who gets a substitute."""
    evening = Evening(opened(most=2)).join(2).withdraw(1).join(1).withdraw(3)
    evening.add(PlayerSubstituted(1, Text("New"), HEAD, None, None, Text("Ill")))
    bundle = evening_bundle(steps_of(evening))
    assert said(given(bundle, others=()))["draws"].status == HOLDS
    events = [each for each in bundle.events if b'"player":3},' not in each.body]
    forged = rechained(bundle, events)
    assert said(given(forged._replace(log=place(forged)), others=()))["draws"].clauses == ("C2",)


def with_last(bundle: Bundle, change: Callable[[Envelope], object]) -> Bundle:
    """A tournament whose last event is another one."""
    *events, last = bundle.events
    envelope = orjson.loads(last.body)
    change(envelope)
    changed = rechained(bundle, [*events, last._replace(body=canonical(envelope))])
    return changed._replace(log=place(changed))


def test_boards_without_a_seed_of_a_player_rest_on_the_word_of_the_service() -> None:
    """P28: no reader notices how they were chosen; the summary says that the service could."""
    evening = Evening(opened(format="fixed", rounds=2, boards=2)).join(4).call()
    evening.draw([(1, 2), (3, 4)])
    bundle = evening_bundle(steps_of(evening))
    assert Sentence("summary-rests-boards", {"count": 2}) in rests(bundle)
    assert rests(with_boards().bundle) == rests(an_evening().bundle)


def rests(bundle: Bundle) -> Sequence[Sentence]:
    """The facts that rest on the word of the service, as both verifiers say."""
    found = summary(in_python(given(bundle, others=()))).rests
    assert rests_of(write(bundle), str(KEY.verifier)) == found
    return found


def test_a_table_that_is_missing_is_named() -> None:
    verdicts = said(given(an_evening().bundle, others=tables()[1:]))
    assert verdicts["tables"].status == OPEN
    assert "table 1 of round 1 was not given" in verdicts["tables"].detail


@pytest.mark.parametrize("form", FORMATS)
def test_draws_of_every_format_are_made_again(form: str) -> None:
    chance = Random(form)
    for game, seats in (("durak", 2), ("goat", 4), ("skat", 3), ("skat", 4)):
        if game == "skat" and form in ("round_robin", "swiss", "knock_out"):
            continue
        for _ in range(cases(sample=1, full=10)):
            for scoring in (None, chance.choice(("mean", "median", "points"))):
                evening = drawn(chance, game, seats, form, scoring=scoring)
                bundle = evening_bundle(steps_of(evening))
                verdicts = said(given(bundle, f"{form} {game} {scoring}", others=()))
                assert verdicts["draws"].status == HOLDS, verdicts["draws"].detail
                assert verdicts["standings"].status == OPEN


@pytest.mark.parametrize("better", ["high", "low"])
def test_boards_have_the_same_scores_in_javascript(better: str) -> None:
    chance, sides = Random(better), [[0], [1]]
    for number in range(200):
        results = [[*chance.choices(range(-4, 5), k=2)] for _ in range(chance.randint(1, 16))]
        results[1:] = [each if chance.random() < 0.9 else [] for each in results[1:]]
        by: Any = ("mean", "median")[number % 2]
        players = [{"number": each, "partner": None} for each in range(1, 1 + 2 * len(results))]
        tables = [{"players": [at, at + 1], "result": None} for at in range(1, len(players), 2)]
        state: dict[str, Any] = {
            "opened": {"format": "lot", "scoring": by, "boards": 1},
            "game": {"better": better, "sides": {2: sides}},
            "sides": sides,
            "players": players,
            "corrections": [],
            "rounds": [{"drawn": None, "boards": [{"results": results}], "tables": tables}],
        }
        made = node.call(node.ROOT / "verifier" / "tournament.mjs", "standings", state, [])
        found = {each["players"][0]: each["points"] for each in made}
        expected = compared(results, by=by, sign=1 if better == "high" else -1)
        flat = [points for own in expected for points in own]
        assert [found[each["number"]] for each in players] == flat, (by, results)


def drawn(chance: Random, game: str, seats: int, form: str, *, scoring: str | None) -> Evening:
    """An evening with teams, seeds, withdrawals, substitutes and late players, as formats allow.

    With a scoring it has boards.
    """
    late = form not in ("round_robin", "knock_out")
    fill = chance.choice([None, "easy"]) if form != "knock_out" else None
    by_boards: dict[str, Any] = {} if scoring is None else {"scoring": scoring, "boards": 2}
    evening = Evening(opened(game, seats=seats, format=form, rounds=4, fill=fill, **by_boards))
    teams = [chance.choice(["Ä", "B", "🂡", None]) for _ in range(0, 40, 2)]
    teams = [each for each in teams for _ in (0, 1)]
    seeds = set() if form == "fixed" else {1, 4, 6, 15}
    if form != "fixed":
        evening.at = NOW
        evening.add(TournamentScheduled((NOW + HOUR, NOW + 2 * HOUR)))
    evening.join(chance.randrange(8, 15), teams=teams, commits=(*seeds,))
    while not is_decided(evening.now) and len(evening.now.rounds) < 4:
        if late and evening.now.rounds and chance.random() < 0.5:
            evening.join(2, teams=teams, commits=(*seeds,))
        if chance.random() < 0.4:
            staying = [each.number for each in evening.now.players if not each.withdrawn]
            evening.withdraw(chance.choice(staying))
        if chance.random() < 0.4:
            number = chance.randrange(1, len(evening.now.players) + 1)
            new = (Text("New"), HEAD, None, None, Text("Ill"))
            evening.add(PlayerSubstituted(number, *new))
        there = sum(map(evening.now.stays, evening.now.contestants))
        if there < 4 or is_decided(evening.now):
            break
        evening.call()
        if evening.now.owing and chance.random() < 0.4:
            evening.withdraw(chance.choice(evening.now.owing))
        evening.show(*(each for each in evening.now.owing if chance.random() < 0.7))
        evening.at += 60_000_000
        evening.draw([_seats(evening)] if form == "fixed" else None)
        if scoring is None:
            evening.play(by_chance(chance))
        else:
            _play_boards(evening, chance)
    return evening


@pytest.mark.parametrize("form", FORMATS[1:])
def test_draws_are_made_again_where_many_seeds_are_missing(form: str) -> None:
    chance = Random(form)
    for game, seats in (("durak", 2), ("goat", 4)):
        for _ in range(cases(sample=3, full=20)):
            players = (seats // 2) * chance.randrange(3, 8)
            fill = chance.choice([None, "easy"]) if form != "knock_out" else None
            evening = Evening(opened(game, seats=seats, format=form, rounds=4, fill=fill))
            evening.join(players, commits=range(1, players + 1))
            while not is_decided(evening.now):
                evening.call()
                if chance.random() < 0.3:
                    evening.withdraw(chance.choice(evening.now.owing))
                likely = chance.choice([0, 0.2, 0.6])
                evening.show(*(each for each in evening.now.owing if chance.random() < likely))
                evening.at += 60_000_000
                evening.draw().play(by_chance(chance))
            verdicts = said(given(evening_bundle(steps_of(evening)), f"{form} {game}", others=()))
            assert verdicts["draws"].status == HOLDS, verdicts["draws"].detail


def _play_boards(evening: Evening, chance: Random) -> None:
    """All tables play the boards of the round; some do not end the second one."""
    evening.open_tables()
    sides, tables = evening.now.sides, len(evening.groups)
    totals = [[0] * evening.now.opened.seats for _ in range(tables)]
    for board in (1, 2):
        results = list[list[int]]()
        for total in totals:
            points = [0] * len(total)
            for side in sides:
                gained = chance.randrange(-3, 9)
                for seat in side:
                    points[seat] = gained
            results.append(points if board == 1 or chance.random() < 0.8 else [])
            for seat, gained in enumerate(results[-1]):
                total[seat] += gained
        evening.reveal(*results)
    for at, total in enumerate(totals, start=1):
        evening.record(at, *total)


def _seats(evening: Evening) -> list[int]:
    """The seats that a director names: of the first contestants who are there."""
    sides = evening.now.sides
    here = [each for each in evening.now.contestants if evening.now.stays(each)]
    seats = [0] * evening.now.opened.seats
    for side, contestant in zip(sides, here, strict=False):
        for seat, player in zip(side, contestant.players, strict=True):
            seats[seat] = player
    return seats


# --- Forged ones --------------------------------------------------------------------------------


def forged(events: list[BundleEvent]) -> Bundle:
    """A tournament of other events, which the service has signed."""
    bundle = rechained(an_evening().bundle._replace(receipts=()), events)
    return bundle._replace(log=place(bundle))


def with_changed(at: int, change: Callable[[Envelope], None]) -> Bundle:
    events = [*an_evening().bundle.events]
    envelope = orjson.loads(events[at].body)
    change(envelope)
    events[at] = events[at]._replace(body=canonical(envelope))
    return forged(events)


def other(kind: str, value: Any) -> Any:  # noqa: PLR0911 - by kind
    """Another value of a kind."""
    if kind.endswith("?"):
        return None if value is not None and kind != "int?" else other(kind[:-1], value)
    if kind.endswith("[]"):
        return [*value[:-1], other(kind[:-2], value[-1])] if value else [*value, _of(kind[:-2])]
    if "|" in kind:
        words = kind.split("|")
        return words[(words.index(value) + 1) % len(words)] if value in words else words[0]
    if value is None:
        return _of(kind)
    if kind == "int":
        return value + 1
    if kind == "bool":
        return not value
    if kind == "object":
        return {**value, "x": 1} if "points_to_win" not in value else {**value, "points_to_win": 3}
    if kind in ("digest", "id"):
        return ("0" if value[0] != "0" else "1") + value[1:]
    return f"{value}x"


def _of(kind: str) -> Any:
    return {"int": 1, "digest": "ab" * 32, "id": f"{'0' * 8}-0000-0000-0000-{'0' * 12}"}.get(
        kind, [] if kind.endswith("[]") else "x"
    )


FREE: Final[Mapping[str, set[str]]] = {
    "tournament.opened": {
        *("name", "joining", "reveal_seconds", "break_seconds", "round_seconds", "game", "rules"),
    },
    "tournament.player_joined": {"token", "team"},
    "tournament.score_corrected": {"player", "points", "reason"},
}
"""What follows from nothing else in this record: only receipts and the log show another one. A game
that is not known is left open.
"""
GIVEN_FREELY: Final = {
    *("tournament.score_corrected", "tournament.closed", "tournament.person_erased"),
}
"""Events that can be missing: only receipts and the log show that."""


INTERCHANGEABLE: Final = {
    ("tournament.seed_shown", "tournament.seed_shown"),
    ("tournament.result_recorded", "tournament.table_opened"),
    ("tournament.result_recorded", "tournament.score_corrected"),
    ("tournament.closed", "tournament.person_erased"),
    ("tournament.score_corrected", "tournament.closed"),
}
"""Events that could as well have come in the other order."""


def fields() -> Iterator[tuple[int, str, str]]:
    for at, entry in enumerate(an_evening().bundle.events):
        envelope = orjson.loads(entry.body)
        for name in envelope["data"]:
            yield at, envelope["type"], name


def altered(at: int, kind: str, name: str) -> Bundle | None:
    """The evening with another value in a field of an event; None: it is sealed for ever."""
    hint = kind_of(event_class(kind).KINDS[name])
    entry = an_evening().bundle.events[at]
    sealed = orjson.loads(entry.body)["data"][name]
    if not is_sealed(sealed):
        return with_changed(at, lambda envelope: _put(envelope, name, other(hint, sealed)))
    opening = next((each for each in entry.openings if each.slot == name), None)
    if opening is None:
        return None
    payload = canonical(f"{orjson.loads(opening.payload)}x")
    changed = {**sealed, "sha256": commitment(opening.salt, payload).hex()}
    bundle = with_changed(at, lambda envelope: _put(envelope, name, changed))
    events = [*bundle.events]
    new = BundleOpening(name, opening.salt, payload)
    kept = [new if each.slot == name else each for each in entry.openings]
    events[at] = events[at]._replace(openings=tuple(kept))
    return bundle._replace(events=tuple(events))


def _put(envelope: Envelope, name: str, value: Any) -> None:
    envelope["data"][name] = value


def test_every_field_that_is_altered_is_found() -> None:
    for at, kind, name in fields():
        bundle = altered(at, kind, name)
        if bundle is None:
            continue
        verdicts = said(given(bundle, f"{at + 1} {kind} {name}"))
        is_found = bool(failing(verdicts)) or verdicts["tables"].status == OPEN
        is_free = name in FREE.get(kind, set())
        unknown = verdicts["form"].status == OPEN
        assert is_found == (not is_free or unknown), (at + 1, kind, name, verdicts)


def test_every_event_that_is_dropped_or_moved_is_found() -> None:
    events = [*an_evening().bundle.events]
    kinds = [orjson.loads(each.body)["type"] for each in events]
    for at in range(1, len(events)):
        found = failing(said(given(forged(events[:at] + events[at + 1 :]), f"without {at + 1}")))
        assert bool(found) == (kinds[at] not in GIVEN_FREELY), (at + 1, kinds[at])
    for at in range(1, len(events) - 1):
        swapped = [*events[:at], events[at + 1], events[at], *events[at + 2 :]]
        found = failing(said(given(forged(swapped), f"swapped {at + 1}")))
        may_be = (kinds[at], kinds[at + 1]) in INTERCHANGEABLE
        assert bool(found) != may_be, (at + 1, kinds[at])


def test_tables_that_are_exchanged_or_altered_are_found() -> None:
    one, two, *others = tables()
    for kind, changed in forged_tables(one, two).items():
        bundles = [Case(each) for each in changed]
        verdicts = said(given(an_evening().bundle, kind, others=(*bundles, *others)))
        assert verdicts["tables"].status == FAILS, kind


def forged_tables(one: Case, two: Case) -> Mapping[str, tuple[Bundle, ...]]:
    """Tables that are not the ones that were counted."""
    return {
        "each in the place of the other": (
            _with_stream(one.bundle, two.bundle),
            _with_stream(two.bundle, one.bundle),
        ),
        "another table of this round": (_with_stream(one.bundle, None), one.bundle, two.bundle),
        "another name": (_changed(one.bundle, 2, "holder"), two.bundle),
        "another term": (_changed(one.bundle, 0, "reveal_seconds"), two.bundle),
        "another draw": (_changed(one.bundle, 1, "number"), two.bundle),
    }


def _with_stream(bundle: Bundle, of: Bundle | None) -> Bundle:
    """A table that says it is another one."""
    stream = UUID(int=7, version=4) if of is None else of.stream
    entry = bundle.events[0]
    envelope = orjson.loads(entry.body)
    envelope["data"]["table"] = str(stream)
    first = entry._replace(body=canonical(envelope))
    return rechained(bundle._replace(stream=stream, log=None), [first, *bundle.events[1:]])


def _changed(bundle: Bundle, at: int, name: str) -> Bundle:
    envelope = orjson.loads(bundle.events[at].body)
    kind = kind_of(event_class(envelope["type"]).KINDS[name])
    envelope["data"][name] = other(kind, envelope["data"][name])
    entry = bundle.events[at]._replace(body=canonical(envelope))
    events = [*bundle.events[:at], entry, *bundle.events[at + 1 :]]
    return rechained(bundle._replace(log=None), events)


BOARD: Final = 10
"""The place of the first `tournament.board_revealed` in the evening with boards."""


def test_boards_that_are_altered_are_found() -> None:
    bundle = with_boards().bundle
    assert b"tournament.board_revealed" in bundle.events[BOARD].body
    for name, value, check in (
        ("seed", HEAD, "draws"),
        ("number", 2, "draws"),
        ("results", [], "draws"),
        ("results", [[1, 0], [7, 0]], "draws"),
    ):
        changed = _with_board(partial(_put, name=name, value=value))
        assert check in failing(said(boards(changed))), name
    early = _with_board(lambda envelope: envelope.update(at=0))
    assert said(boards(early))["boards"].field == "at"


def _with_board(change: Callable[[Envelope], None]) -> Bundle:
    bundle = with_boards().bundle
    envelope = orjson.loads(bundle.events[BOARD].body)
    change(envelope)
    entry = bundle.events[BOARD]._replace(body=canonical(envelope))
    events = [*bundle.events[:BOARD], entry, *bundle.events[BOARD + 1 :]]
    forged = rechained(bundle._replace(receipts=()), events)
    return forged._replace(log=place(forged))


def test_a_table_that_was_dealt_other_cards_is_found() -> None:
    """Its deal is the one of another board, or says another commitment or another root."""
    tables, deals = with_boards().others[:2], with_boards().others[2:]
    for at, name, field in (
        (0, "commitment", "deal.seed"),
        (_position(deals[2], "deal.shuffled"), "root", "deal.root"),
        (_position(deals[2], "deal.revealed"), "seed", "deal.seed"),
    ):
        forged = Case(_changed(deals[2].bundle, at, name))
        verdicts = said(boards(others=(*tables, *deals[:2], forged, *deals[3:])))
        assert (verdicts["boards"].status, verdicts["boards"].field) == (FAILS, field)


def _position(deal: Case, kind: str) -> int:
    return [each.type for each in deal.decoded].index(kind)


# --- Files --------------------------------------------------------------------------------------


def in_file(lines: list[bytes]) -> list[Checked]:
    file: Any = BufferedReader(BytesIO(b"".join(lines)))
    return [*verify_tournament(file, Evidence(key=KEY.verifier), name="evening")]


def test_a_file_holds_as_a_whole() -> None:
    *parts, whole = in_file(an_evening().lines)
    assert len(parts) == 12
    assert [found.detail for each in (*parts, whole) for found in each.doubts] == []
    *others, (line, verdicts) = said_of_tournament(b"".join(an_evening().lines), str(KEY.verifier))
    assert line is None
    assert [each.check for each in verdicts] == [each.check for each in whole.verdicts]
    assert {each.check for each in verdicts if each.status not in (HOLDS, NONE)} == {"records"}
    assert [line for line, _ in others] == [int(each.title.rpartition(":")[2]) for each in parts]


def test_a_part_that_fails_makes_the_whole_fail() -> None:
    lines = an_evening().lines
    at = next(n for n, each in enumerate(lines) if b"durak.beaten" in each)
    lines[at] = lines[at].replace(b"durak.beaten", b"durak.taken", 1)
    *_, whole = in_file(lines)
    assert [each.check for each in whole.doubts] == ["records"]
    *_, (_, verdicts) = said_of_tournament(b"".join(lines), str(KEY.verifier))
    assert {each.check for each in verdicts if each.status == FAILS} == {"records"}


UNREADABLE: Final[Mapping[str, Callable[[list[bytes]], list[bytes]]]] = {
    "nothing": lambda _: [],
    "no tournament first": lambda lines: lines[1:],
    "two tournaments": lambda lines: [lines[0], _with_id(lines[0])],
    "a record twice": lambda lines: [*lines[:2], lines[1]],
    "no JSON": lambda lines: [lines[0], lines[1][:-9] + b"\n"],
    "an empty line": lambda lines: [lines[0], b"\n", *lines[1:]],
    "another format": lambda lines: [lines[0], lines[1].replace(b"/tournament", b"/evening")],
    "a field more": lambda lines: [lines[0], b'{"x":1,' + lines[1][1:]],
    "no bundle": lambda lines: [lines[0], line_of(b"[]")],
    "too many deals": lambda lines: [*lines[:2], *map(_unformed, range(1_001))],
}


def _with_id(line: bytes) -> bytes:
    return line.replace(b"f0000000-0000", b"f1111111-0000")


def _unformed(number: int) -> bytes:
    stream = str(UUID(int=number))
    return line_of(canonical({"format": "fairdeal/1/bundle", "stream": stream}))


@pytest.mark.parametrize("kind", UNREADABLE)
def test_a_file_of_another_form_is_unreadable(kind: str) -> None:
    lines = UNREADABLE[kind](an_evening().lines)
    with pytest.raises(Unreadable):
        in_file(lines)
    assert said_of_tournament(b"".join(lines), str(KEY.verifier))[-1] == ("unreadable", [])
