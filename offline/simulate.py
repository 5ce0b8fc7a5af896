"""Simulate whole series between bots, without a server: same rules, same shuffles, same bots."""

from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from typing import Any, Final, NamedTuple, cast
from uuid import UUID

import bots
from domain.fairness.framing import tagged_hash, u32
from domain.games import GAMES
from domain.kernel.deal import Terms, bot_seed, commit, shuffled
from domain.kernel.event import Event, Id, Json, Seat, Text
from domain.kernel.game import Game, Score
from domain.kernel.moves import legal_moves
from domain.kernel.options import parse_options
from formats.transcript import write
from offline.deals import RunningDeal

_SEED: Final = "fairdeal/1/simulate"
_AHEAD: Final = 4
"""The number of series that each process gets at a time."""


class Setting(NamedTuple):
    """The parameters of a simulation."""

    game: str
    options: Mapping[str, Json]
    levels: tuple[str, ...]
    """The level of the bot on each seat."""
    seed: str
    """The seed of every shuffle, and of every bot's random choices, as in any deal."""
    kept: bool = False
    """Whether the transcripts of the deals are kept."""


class DealDone(NamedTuple):
    """The data kept of a deal."""

    counts: Counter[str]
    """How often each type of event happened."""
    outcome: Event
    transcript: Mapping[str, Json] | None


class SeriesDone(NamedTuple):
    """The data kept of a series."""

    deals: tuple[DealDone, ...]
    score: Score


def play_many(setting: Setting, *, deals: int, jobs: int = 1) -> Iterator[SeriesDone]:
    """Play whole series, one after another, until a number of deals have been played.

    Args:
        setting: The simulation.
        deals: No further series begins after this number of deals.
        jobs: The number of processes; it does not influence the series.
    """
    for series in _play(setting, jobs=jobs):
        yield series
        deals -= len(series.deals)
        if deals <= 0:
            return


def _play(setting: Setting, *, jobs: int) -> Iterator[SeriesDone]:
    if jobs == 1:
        yield from (play_series(setting, number) for number in count(1))
        return
    with ProcessPoolExecutor(jobs) as pool:
        for first in count(1, jobs * _AHEAD):
            numbers = range(first, first + jobs * _AHEAD)
            yield from pool.map(play_series, [setting] * len(numbers), numbers)


def play_series(setting: Setting, number: int) -> SeriesDone:
    """Play one series to its end; the same setting and number give the same series."""
    game, known = GAMES[setting.game].fitting(setting.options)
    setting = setting._replace(options=known)
    seats = len(setting.levels)
    options = parse_options(game.options, setting.options, seats=seats)
    score = game.opening_score(options, seats)
    done: list[DealDone] = []
    while not score.ranks:
        place = (number, len(done) + 1)
        playing = _play_deal(game, setting, score, place=place)
        outcome = cast("Event", game.outcome(playing.state))
        score = game.tally(score, outcome)
        counts = Counter(event.TYPE for event in playing.events)
        name = f"{game.key}-{setting.seed}-{place[0]}-{place[1]}"
        kept = write(game, playing.events, name=name) if setting.kept else None
        done.append(DealDone(counts, outcome, kept))
    return SeriesDone(tuple(done), score)


def _play_deal(
    game: Game[Any], setting: Setting, score: Score, *, place: tuple[int, int]
) -> RunningDeal:
    seats = len(setting.levels)
    seed = _derive(setting.seed, *place)
    terms = Terms(
        deal=Id(str(UUID(bytes=seed[:16], version=4))),
        table=Id(str(UUID(bytes=_derive(setting.seed, place[0])[:16], version=4))),
        number=place[1],
        game=game.key,
        rules=game.version,
        options=setting.options,
        seats=seats,
        dealer=score.dealer,
        leader=score.leader,
        bots=tuple(map(Text, setting.levels)),
    )
    opened = commit(terms, seed=seed)
    order = shuffled(opened, pack=game.pack, lots=game.lots(seats), seed=seed)
    playing = RunningDeal(game, opened, order)
    seeds = [cast("bytes", bot_seed(opened, order, seat)) for seat in range(seats)]
    while not playing.over:
        playing.make(_next_move(playing, setting.levels, seeds))
    return playing


def _next_move(playing: RunningDeal, levels: tuple[str, ...], seeds: list[bytes]) -> Event:
    """The next move. Players who may move out of turn are asked first: they may be quicker."""
    game, acting = playing.game, playing.game.to_act(playing.state)
    candidates: list[Seat] = [seat for seat in range(len(levels)) if seat != acting]
    if acting is not None:
        candidates.append(acting)
    for seat in candidates:
        if seat != acting and not legal_moves(game, playing.state, seat):
            continue  # its view need not be folded
        view = playing.view(seat)
        legal = legal_moves(game, view, seat)
        move = bots.choose(
            game,
            levels[seat],
            seat=seat,
            shown=playing.shown(seat),
            view=view,
            legal=legal,
            seed=seeds[seat],
        ).move
        if move is not None:
            return move
    raise RuntimeError("the table waits, and no bot moves")


def _derive(seed: str, *numbers: int) -> bytes:
    return tagged_hash(_SEED, seed.encode(), *map(u32, numbers))
