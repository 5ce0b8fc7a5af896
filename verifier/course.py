"""Check the course of a tournament: its draws follow from the seeds, its standings from results."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from domain.judge import tournament_rules
from domain.judge.record_rules import CannotFollow
from domain.judge.tournament_rules import Breach
from domain.kernel.event import Event, Json
from domain.kernel.options import BadOption, parse_options
from domain.kernel.sentence import Sentence
from domain.tournaments.draws import BY_STANDINGS, last_lot
from domain.tournaments.events import PlayerWithdrew, RoundCalled, RoundDrawn, ScoreCorrected
from domain.tournaments.standings import standings as standings_of
from domain.tournaments.tournament import Tournament
from verifier.case import Case
from verifier.following import fact, failure
from verifier.record import Decoded
from verifier.verdicts import ByHand, Failure, NotYet, together

NOT_SOUND: Final = Sentence("finding-tournament-not-sound")
SHOWN: Final = 20
"""The most lines of the standings that are said."""


class Course(NamedTuple):
    """The course of a tournament as far as it is possible.

    Attributes:
        tournament: The tournament after the last event that is possible.
        found: The first event that is not; None: all are.
        by_actor: Whether only its actor may not give it, as the check of the actors says.
    """

    tournament: Tournament
    found: Failure | None = None
    by_actor: bool = False


@lru_cache(maxsize=1)  # for the checks of one case
def course(case: Case) -> Course:
    """Follow the record of a tournament by the judge of the service.

    Raises:
        NotYet: an event has the wrong form, or is not known to this release.
    """
    first, *rest = case.decoded
    opened: Any = first.event
    state = Tournament(opened)
    if (found := tournament_rules.opening_breach(opened)) is not None:
        return Course(state, _failure(first, found))
    try:
        parse_options(state.game.options, opened.options, seats=opened.seats)
    except BadOption as bad:
        return Course(state, failure(first, bad.detail, "options"))
    for each in rest:
        given = fact(each)
        try:
            state = tournament_rules.follow(state, given)
        except CannotFollow as cannot:
            found = tournament_rules.breach(state, each.event, at=each.at)
            if found is None:
                return Course(state, failure(each, cannot.detail), by_actor=True)
            return Course(state, _failure(each, found))
    return Course(state)


def sound_course(case: Case) -> Tournament:
    """The tournament at the end of its record.

    Raises:
        NotYet: an event of the record is impossible.
    """
    followed = course(case)
    if followed.found is not None:
        raise NotYet(NOT_SOUND)
    return followed.tournament


def draws(case: Case) -> Sentence:
    """Every event was possible after the ones before it, and every draw follows from the seeds."""
    state, found, by_actor = course(case)
    if found is not None:
        raise NotYet(NOT_SOUND) if by_actor else found
    drawn = [each for each in state.rounds if each.drawn is not None]
    values: dict[str, Json] = {
        "rounds": len(drawn),
        "players": len(state.players),
        "left_out": _left_out(state, case.events),
        "known_boards": sum(state.opened.boards for each in drawn if not each.shown),
    }
    if state.opened.format == "fixed":
        return Sentence("finding-draws-fixed", values)
    shown = {seed.player for each in drawn for seed in each.shown}
    if not shown:
        return Sentence("finding-draws-server", values)
    return Sentence("finding-draws", {**values, "seeds": len(shown)})


def _left_out(state: Tournament, events: Iterable[Event]) -> int:
    """How often seeds were left out, players withdrew or scores were corrected for a draw (C6).

    Each time, whoever knew the operator's seed could choose among several draws.
    """
    count, since, fixed = 0, set[int](), 0
    for event in events:
        if isinstance(event, RoundCalled):
            since, fixed = set(), 0
        elif isinstance(event, PlayerWithdrew):
            since.add(event.player)
        elif isinstance(event, ScoreCorrected):
            fixed += state.opened.format in BY_STANDINGS
        elif isinstance(event, RoundDrawn):
            count += len(since.union(event.absent)) + fixed
    return count


def standings(case: Case) -> Sentence:
    """The standings follow from the results, byes and corrections of the record."""
    state = sound_course(case)
    said = together(*_lines(state))
    if state.opened.test:
        raise ByHand(Sentence("finding-test-tournament", {"said": said}))
    if state.closed is None:
        values = {"said": said, "open": Sentence("finding-may-go-on")}
        raise NotYet(Sentence("finding-left-open", values))
    return said


def _lines(state: Tournament) -> Sequence[Sentence]:
    rows = standings_of(state, lot=last_lot(state))
    lines: list[Json] = [
        {
            "rank": row.rank,
            "players": " + ".join(map(str, row.contestant.players)),
            "points": row.points,
        }
        for row in rows[:SHOWN]
    ]
    if not lines:
        return [Sentence("finding-no-contestants")]
    said = [Sentence("finding-standings", {"standings": lines})]
    if len(rows) > SHOWN:
        said.append(Sentence("finding-more-contestants", {"more": len(rows) - SHOWN}))
    return said


def _failure(decoded: Decoded, found: Breach) -> Failure:
    return failure(decoded, found.detail, None, found.clause)
