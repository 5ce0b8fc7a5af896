"""Rules for appending to a tournament, used by the service before an append and by the verifier."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple
from uuid import UUID

from domain.fairness import boards
from domain.fairness.shuffle import PLAYER, SERVER
from domain.judge.record_rules import (
    TOURNAMENT,
    CannotFollow,
    Fact,
    givers_at_tournament,
    is_allowed,
    see_actor,
)
from domain.kernel.clock import SECOND
from domain.kernel.event import Clause, Event
from domain.kernel.sentence import Sentence
from domain.tournaments import lots
from domain.tournaments.draws import CLOSED_FIELD, TWO_AT_A_TABLE, draw, entitled, is_decided
from domain.tournaments.events import (
    BoardRevealed,
    PlayerErased,
    PlayerJoined,
    PlayerSeedShown,
    PlayerSubstituted,
    PlayerWithdrew,
    RoundCalled,
    RoundDrawn,
    ScoreCorrected,
    TableResultRecorded,
    TournamentClosed,
    TournamentOpened,
    TournamentPaused,
    TournamentResumed,
    TournamentScheduled,
    TournamentTableOpened,
)
from domain.tournaments.formats import TWO
from domain.tournaments.tournament import Tournament, evolve

MOST_ROUNDS: Final = 60
MOST_PLAYERS: Final = 4_000
MOST_BOARDS: Final = 500
"""The boards of all rounds together."""
MOST_DAYS: Final = 366
"""The clock calls no round later after the opening."""
_DAY: Final = 24 * 3600 * SECOND


class Breach(NamedTuple):
    """Why an event cannot come next: the clause that it offends, in words."""

    clause: Clause
    detail: Sentence


def follow(tournament: Tournament, fact: Fact) -> Tournament:
    """The tournament after an event, if that can come next.

    Raises:
        CannotFollow: It cannot.
    """
    event = fact.event
    if (found := breach(tournament, event, at=fact.at)) is not None:
        raise CannotFollow(event, found.detail)
    see_actor(fact, givers_at_tournament(event))
    if not is_allowed(TOURNAMENT, TournamentOpened.VERSION, event.TYPE, fact.version):
        raise CannotFollow(event, Sentence("finding-table-version"))
    return evolve(tournament, event, at=fact.at)


def follow_append(tournament: Tournament | None, facts: Sequence[Fact]) -> Tournament:
    """The tournament after an append, if each of its events can come next.

    Args:
        tournament: The tournament before it; None: the append opens it.
        facts: The events appended together.

    Raises:
        CannotFollow: An event cannot come next.
    """
    first, *rest = facts
    if tournament is None:
        if not isinstance(first.event, TournamentOpened):
            raise CannotFollow(first.event, Sentence("finding-tournament-begins"))
        if (found := opening_breach(first.event)) is not None:
            raise CannotFollow(first.event, found.detail)
        see_actor(first, givers_at_tournament(first.event))
        tournament = Tournament(first.event)
    else:
        rest = [*facts]
    for fact in rest:
        tournament = follow(tournament, fact)
    return tournament


def opening_breach(opened: TournamentOpened) -> Breach | None:  # noqa: PLR0911 - by clause
    """Why a tournament cannot have these terms; None: it can."""
    game = Tournament(opened).game
    if opened.seats not in game.seats:
        return Breach("C8", Sentence("tournament-seats", {"seats": [*game.seats]}))
    if opened.format in TWO_AT_A_TABLE and len(game.sides(opened.seats)) != TWO:
        return Breach("C12", Sentence("tournament-two-at-a-table"))
    if opened.format == "knock_out" and opened.fill is not None:
        return Breach("C14", Sentence("tournament-knock-out-bots"))
    if opened.format == "fixed" and opened.break_seconds is not None:
        return Breach("C20", Sentence("tournament-director-seats"))
    if not 1 <= opened.rounds <= MOST_ROUNDS or len(opened.commitments) != opened.rounds:
        return Breach("C6", Sentence("tournament-rounds", {"most": MOST_ROUNDS}))
    if (found := _boards_breach(opened)) is not None:
        return found
    if not TWO <= opened.most <= MOST_PLAYERS:
        return Breach("C2", Sentence("tournament-most", {"most": MOST_PLAYERS}))
    return None


def _boards_breach(opened: TournamentOpened) -> Breach | None:
    """Why a tournament cannot have these boards; None: it can (C22-C27)."""
    every = opened.rounds * opened.boards
    if opened.boards < 0 or every > MOST_BOARDS or len(opened.board_commitments) != every:
        return Breach("C22", Sentence("tournament-boards", {"most": MOST_BOARDS}))
    if not opened.boards:
        by_boards = opened.scoring in ("mean", "median")
        return Breach("C27", Sentence("tournament-compares-boards")) if by_boards else None
    terms = opened.table_terms
    if terms.get("hints") or terms.get("abandon", "bot") != "bot":
        return Breach("C24", Sentence("tournament-board-terms"))
    return None


AFTER_THE_END: Final = (PlayerErased, BoardRevealed, ScoreCorrected)


def breach(tournament: Tournament, event: Event, *, at: int) -> Breach | None:
    """Why an event cannot come next in a tournament; None: it can."""
    rule = _RULES.get(type(event))
    if rule is None:
        return Breach("C21", Sentence("finding-impossible"))
    if tournament.closed is not None and not isinstance(event, AFTER_THE_END):
        return Breach("C21", Sentence("tournament-is-over"))
    return rule(tournament, event, at)


def _scheduling(tournament: Tournament, event: TournamentScheduled, at: int) -> Breach | None:
    starts, rounds = event.starts, tournament.opened.rounds
    if tournament.length > 1:
        return Breach("C20", Sentence("finding-impossible"))
    if tournament.opened.format == "fixed":
        return Breach("C20", Sentence("tournament-director-seats"))
    is_rising = all(before < after for before, after in pairwise((at, *starts)))
    if not starts or not is_rising or starts[-1] > at + MOST_DAYS * _DAY or len(starts) > rounds:
        most = {"rounds": rounds, "days": MOST_DAYS}
        return Breach("C20", Sentence("tournament-starts", most))
    return None


def _joining(tournament: Tournament, event: PlayerJoined, _: int) -> Breach | None:  # noqa: PLR0911 - by clause
    opened, late = tournament.opened, bool(tournament.rounds)
    if late and (tournament.status != "break" or opened.format in CLOSED_FIELD):
        return Breach("C2", Sentence("tournament-too-late"))
    if event.player != len(tournament.players) + 1:
        return Breach("C2", Sentence("tournament-no-player"))
    if _is_full(tournament) or event.player > MOST_PLAYERS:
        return _full(tournament)
    if event.bot is not None and (event.commitment, event.token) != (None, None):
        return Breach("C6", Sentence("tournament-bot-brings-none"))
    if event.commitment is not None and opened.format == "fixed":
        return Breach("C6", Sentence("tournament-director-seats"))
    if event.partner is None:
        return None
    if len(tournament.sides[0]) == 1:
        return Breach("C3", Sentence("tournament-no-pairs"))
    partner = tournament.player(event.partner)
    taken = {each.partner for each in tournament.players}
    fits = partner is not None and partner.partner is None and partner.number not in taken
    agreed = event.team is not None or event.holder is not None or event.bot is not None
    fits = fits and agreed
    if partner is None or not fits or partner.withdrawn or partner.team != event.team:
        return Breach("C3", Sentence("tournament-partner"))
    return None


def _is_full(tournament: Tournament) -> bool:
    stay = sum(not each.withdrawn for each in tournament.players)
    return stay >= tournament.opened.most


def _full(tournament: Tournament) -> Breach:
    return Breach("C2", Sentence("tournament-full", {"most": tournament.opened.most}))


def _withdrawing(tournament: Tournament, event: PlayerWithdrew, _: int) -> Breach | None:
    player = tournament.player(event.player)
    if player is None:
        return Breach("C4", Sentence("tournament-no-player"))
    return Breach("C4", Sentence("tournament-withdrawn")) if player.withdrawn else None


def _substituting(tournament: Tournament, event: PlayerSubstituted, _: int) -> Breach | None:
    player = tournament.player(event.player)
    if player is None or player.bot is not None:
        return Breach("C4", Sentence("tournament-no-player"))
    if tournament.status not in ("open", "break"):
        return Breach("C4", Sentence("tournament-substitute-later"))
    if player.withdrawn and _is_full(tournament):
        return _full(tournament)
    if event.commitment is not None and tournament.opened.format == "fixed":
        return Breach("C6", Sentence("tournament-director-seats"))
    return None


def _calling(tournament: Tournament, event: RoundCalled, _: int) -> Breach | None:
    if tournament.paused is not None:
        return Breach("C20", Sentence("tournament-is-paused"))
    if event.round != tournament.next_round or tournament.status not in ("open", "break"):
        return Breach("C20", Sentence("tournament-round-on"))
    if is_decided(tournament):
        return Breach("C21", Sentence("tournament-decided"))
    called = evolve(tournament, event)
    here = [each for each in called.contestants if called.stays(each)]
    if len(here) < TWO:
        return Breach("C8", Sentence("tournament-too-few"))
    return None


def _showing(tournament: Tournament, event: PlayerSeedShown, _: int) -> Breach | None:
    player = tournament.player(event.player)
    if tournament.status != "drawing":
        return Breach("C6", Sentence("tournament-not-drawing"))
    if player is None or player.commitment is None or player.number not in tournament.owing:
        return Breach("C6", Sentence("tournament-no-seed-owed"))
    named, number = tournament.opened.tournament, len(tournament.rounds)
    if tournament.opened.seeds_each_round:
        opens = lots.leads_to(player.seed or player.commitment, named, event.seed, number)
    else:
        made = lots.commitment(named, role=PLAYER, index=lots.OF_PLAYERS, seed=event.seed)
        opens = made == player.commitment
    return None if opens else Breach("C6", Sentence("tournament-seed"))


def _drawing(tournament: Tournament, event: RoundDrawn, at: int) -> Breach | None:
    opened = tournament.opened
    if tournament.status != "drawing" or event.round != len(tournament.rounds):
        return Breach("C6", Sentence("tournament-not-drawing"))
    waits_until = tournament.rounds[-1].called_at + opened.reveal_seconds * SECOND
    if tournament.owing and at < waits_until:
        return Breach("C6", Sentence("tournament-seeds-owed"))
    made = lots.commitment(opened.tournament, role=SERVER, index=event.round, seed=event.seed)
    if made != opened.commitments[event.round - 1]:
        return Breach("C6", Sentence("tournament-seed"))
    if opened.format == "fixed" and (found := fixed_breach(tournament, event.tables)) is not None:
        return found
    follows = event == draw(tournament, event.seed, fixed=event.tables)
    return None if follows else Breach("C7", Sentence("tournament-draw-unfounded"))


def fixed_breach(tournament: Tournament, tables: Sequence[Sequence[int]]) -> Breach | None:
    """Why a director cannot name these seats; None: they can (C9)."""
    seated = [player for table in tables for player in table if player]
    here = {player for each in entitled(tournament) for player in each.players}
    if not tables:
        return Breach("C9", Sentence("tournament-names-seats"))
    if len(set(seated)) != len(seated):
        return Breach("C9", Sentence("tournament-seated-twice"))
    if not here.issuperset(seated):
        return Breach("C9", Sentence("tournament-seated-stranger"))
    fill = tournament.opened.fill is not None
    sizes = (tournament.opened.seats,) if tournament.opened.boards else tournament.game.seats
    for table in tables:
        if len(table) not in sizes or not any(table) or (0 in table and not fill):
            return Breach("C9", Sentence("tournament-table-size"))
        sides = tournament.game.sides(len(table))
        for side in sides:
            pair = {table[seat] for seat in side}
            known = (each for each in tournament.contestants if pair & {*each.players})
            if len(side) > 1 and any(pair != {*each.players} for each in known):
                return Breach("C1", Sentence("tournament-pair-apart"))
    return None


def _recording(tournament: Tournament, event: TableResultRecorded, _: int) -> Breach | None:
    table = tournament.table(event.round, event.number)
    if table is None or table.table != event.table or table.result is not None:
        return Breach("C15", Sentence("tournament-no-table"))
    lists = (event.points, event.ranks, event.won, event.lost)
    if any(len(each) != len(table.players) for each in lists):
        return Breach("C15", Sentence("tournament-result"))
    if not tournament.opened.boards:
        return None
    if tournament.is_covered or event.round != len(tournament.rounds):
        return Breach("C26", Sentence("tournament-board-covered"))
    played = [each.results[event.number - 1] for each in tournament.rounds[-1].boards]
    total = tuple(map(sum, zip(*filter(None, played), strict=True)))
    is_sum = event.points == (total or (0,) * len(table.players))
    return None if is_sum else Breach("C15", Sentence("tournament-result"))


def _revealing(tournament: Tournament, event: BoardRevealed, _: int) -> Breach | None:
    last = tournament.rounds[-1] if tournament.rounds else None
    if last is None or not tournament.is_covered:
        return Breach("C25", Sentence("tournament-no-board"))
    if (event.round, event.number) != (last.number, len(last.boards) + 1):
        return Breach("C25", Sentence("tournament-no-board"))
    opened, seed = tournament.opened, bytes.fromhex(event.seed)
    named = UUID(opened.tournament).bytes
    made = boards.commitment(named, round_=event.round, number=event.number, seed=seed)
    if made.hex() != tournament.board_commitment(event.round, event.number):
        return Breach("C23", Sentence("tournament-seed"))
    fits = _fits_tables if tournament.closed is None else _is_empty
    return None if fits(tournament, event) else Breach("C25", Sentence("tournament-result"))


def _is_empty(_: Tournament, event: BoardRevealed) -> bool:
    return not event.results


def _fits_tables(tournament: Tournament, event: BoardRevealed) -> bool:
    """Whether every table has a result of its seats; once it has none, it plays no more boards."""
    last = tournament.rounds[-1]
    before = last.boards[-1].results if last.boards else event.results
    are_open = all(each.table is not None for each in last.tables)
    if not are_open or len(event.results) != len(last.tables):
        return False
    sides = tournament.sides
    return all(
        not own or (bool(earlier) and len(own) == tournament.opened.seats and _by_sides(own, sides))
        for own, earlier in zip(event.results, before, strict=True)
    )


def _by_sides(points: Sequence[int], sides: Sequence[Sequence[int]]) -> bool:
    return all(len({points[seat] for seat in side}) == 1 for side in sides)


def _correcting(tournament: Tournament, event: ScoreCorrected, _: int) -> Breach | None:
    if event.player not in {each.number for each in tournament.contestants}:
        return Breach("C19", Sentence("tournament-no-contestant"))
    if not 1 <= event.round <= len(tournament.rounds):
        return Breach("C19", Sentence("tournament-no-round"))
    return None


def _erasing(tournament: Tournament, event: PlayerErased, _: int) -> Breach | None:
    player = tournament.player(event.player)
    is_there = player is not None and event.taken in {each.taken for each in player.persons}
    return None if is_there else Breach("C2", Sentence("tournament-no-player"))


def _opening_table(tournament: Tournament, event: TournamentTableOpened, _: int) -> Breach | None:
    table = tournament.table(event.round, event.number)
    is_last = event.round == len(tournament.rounds)
    is_next = table is not None and table.table is None and is_last
    return None if is_next else Breach("C15", Sentence("tournament-no-table"))


def _pausing(tournament: Tournament, _: TournamentPaused, __: int) -> Breach | None:
    already = Breach("C20", Sentence("tournament-already-paused"))
    return None if tournament.paused is None else already


def _resuming(tournament: Tournament, _: TournamentResumed, __: int) -> Breach | None:
    not_paused = Breach("C20", Sentence("tournament-not-paused"))
    return not_paused if tournament.paused is None else None


def _closing(tournament: Tournament, event: TournamentClosed, _: int) -> Breach | None:
    fits = event.reason == "director" or is_decided(tournament)
    return None if fits else Breach("C21", Sentence("tournament-not-decided"))


_RULES: Final[Mapping[type[Event], Callable[[Tournament, Any, int], Breach | None]]] = {
    TournamentScheduled: _scheduling,
    PlayerJoined: _joining,
    PlayerWithdrew: _withdrawing,
    PlayerSubstituted: _substituting,
    PlayerErased: _erasing,
    RoundCalled: _calling,
    PlayerSeedShown: _showing,
    RoundDrawn: _drawing,
    TournamentTableOpened: _opening_table,
    TableResultRecorded: _recording,
    BoardRevealed: _revealing,
    ScoreCorrected: _correcting,
    TournamentPaused: _pausing,
    TournamentResumed: _resuming,
    TournamentClosed: _closing,
}
"""The conditions of each event, at the time when it is recorded."""
