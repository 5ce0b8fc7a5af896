"""Bundles of deals that were played in memory, and stored as the store does."""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Final, cast
from uuid import UUID

import bots
from domain.fairness import tree
from domain.fairness.shuffle import PLAYER, commitment
from domain.games import GAMES
from domain.judge.record_rules import SIGNATURES, version_in
from domain.judge.signing import Statement, statement_at_table, statement_in_deal
from domain.kernel.deal import (
    MoveSigned,
    Opened,
    Revealed,
    SeedRevealed,
    Shuffled,
    Terms,
    Voided,
    bot_seed,
    commit,
)
from domain.kernel.deal import shuffled as shuffled_by
from domain.kernel.event import Digest, Event, Id, Json, Text, redact
from domain.kernel.game import Game, start
from domain.kernel.leaving import players
from domain.kernel.moves import legal_moves
from domain.kernel.progress import Progress, progress_at
from domain.kernel.stored import older_data
from domain.table.events import DealVoided
from domain.table.series import fold_table
from domain.tournaments.events import RoundDrawn
from events.record import FULL, NOBODY, OWNER, CommandMetadata, NewEvent, Recorded, Secret, Viewer
from events.seat_keys import ACT, MOVE
from events.translog.notes import Checkpoint, SigningKey
from events.translog.receipts import Receipt
from tests.keys import key_of, signature_of
from tests.laws.play import Run, by_kind, commonest, lasting, seat_of, terms
from tests.memory.store import MemoryStore
from verifier.bundle import DEAL, TABLE, TOURNAMENT, Bundle, BundleEvent, BundleOpening, LogPlace
from verifier.case import Case
from verifier.verdicts import Verdict
from verifier.verify import verify

KEY: Final = SigningKey("fairdeal.example/log", bytes(range(32)))
OTHER_KEY: Final = SigningKey("fairdeal.example/log", bytes(range(1, 33)))
NOW: Final = 1_764_000_000_000_000

TABLES: Final = [(key, seats) for key, game in GAMES.items() for seats in game.seats]
"""Every game at a table of every size."""

UNKEYED: Final = 1
"""The seat that has no key where others have."""

Step = tuple[str, tuple[Event, ...]]
"""The events of one append, with their actor."""


def played(
    game: Game[Any],
    *,
    seats: int,
    number: int,
    options: Mapping[str, Json] | None = None,
    soon: Sequence[str] = (),
) -> list[Step]:
    """A whole deal, command by command; in every second one seats add seeds, in every third they
    sign. `soon` are moves that are made as soon as they are legal.
    """
    deal = Id(str(UUID(int=number << 96 | seats, version=4)))
    chance = Random(number)
    seeds = {seat: chance.randbytes(32) for seat in range(seats) if (seat + number) % 3}
    on = terms(game, options or {}, seats=seats)._replace(deal=deal)
    if number % 2:
        on = on._replace(commitments=committed(deal, seats, seeds))
    if number % 3 == 0:
        keys = tuple(None if seat == UNKEYED else key_of(seat) for seat in range(seats))
        on = on._replace(keys=keys)
    return played_on_terms(game, on, seeds=seeds, chance=chance, soon=soon)


def played_on_terms(
    game: Game[Any],
    on: Terms,
    *,
    seeds: Mapping[int, bytes],
    chance: Random,
    soon: Sequence[str] = (),
    seed: bytes | None = None,
) -> list[Step]:
    steps = begun(game, on, seed=seed or chance.randbytes(32), seeds=seeds)
    opened, *between, shuffled = [
        event for _, events in steps for event in events if event.TYPE.startswith("deal.")
    ]
    run = Run(game, cast("Opened", opened), cast("Shuffled", shuffled))
    assert len(between) == len(steps) - 1
    while not run.over:
        kinds = run.kinds()
        wanted = {name: kinds[name] for name in soon if name in kinds} or lasting(kinds)
        move = (by_kind, commonest)[len(steps) % 2](chance, wanted)
        steps.append((f"seat:{seat_of(move)}", run.make(move)))
    return ended(steps)


LEVELS: Final = ("medium", "easy")


def played_by_bots(
    key: str,
    seats: int,
    number: int = 1,
    *,
    first: Sequence[tuple[str, Event]] = (),
    levels: tuple[str, str] = LEVELS,
    options: Mapping[str, Json] | None = None,
) -> list[Step]:
    """A whole deal of bots, and of a person on seat 0 who plays at random.

    Args:
        key: The game.
        seats: The number of seats at the table.
        number: Which deal; in every second one the person adds a seed.
        first: The actors of moves made before everything else.
        levels: The levels of the bots, by turns.
        options: The options of the table.
    """
    game, chance = GAMES[key], Random(number)
    deal = Id(str(UUID(int=number << 96 | seats << 8, version=4)))
    seeds = {0: chance.randbytes(32)} if number % 2 else {}
    seated = (None, *(Text(levels[(seat + number) % 2]) for seat in range(1, seats)))
    on = terms(game, options or {}, seats=seats)._replace(deal=deal, bots=seated)
    on = on._replace(commitments=committed(deal, seats, seeds) if seeds else ())
    steps = begun(game, on, seed=chance.randbytes(32), seeds=seeds)
    start = progress_at(game, [event for _, events in steps for event in events])
    run = Run(game, start.opened, cast("Shuffled", start.shuffled), shown=start.shown)
    moves = iter(first)
    while not run.over:
        actor, move = next(moves, None) or _next_turn(run, start, chance)
        steps.append((actor, run.make(move)))
    return ended(steps)


def ended(steps: Sequence[Step]) -> list[Step]:
    """The deal with the server's seed after its last event."""
    actor, last = steps[-1]
    revealed = Revealed(cast("Any", steps[0][1][0]).seed)
    return signed_by_players([*steps[:-1], (actor, (*last, revealed))])


def _next_turn(run: Run, start: Progress, chance: Random) -> tuple[str, Event]:
    """The next move and its actor; bots come before the person."""
    for seat, level in enumerate(run.opened.bots):
        if level is not None:
            move = bots.choose(
                run.game,
                level,
                seat=seat,
                shown=[redact(event, seat) for event in run.events],
                view=run.views[seat],
                legal=legal_moves(run.game, run.views[seat], seat),
                seed=cast("bytes", bot_seed(start.opened, start.shuffled, seat)),
            ).move
            if move is not None:
                return str(bots.actor(run.game, level, seat=seat)), move
    mine = {
        kind: [move for move in moves if seat_of(move) == 0]
        for kind, moves in run.kinds().items()
        if 0 in map(seat_of, moves)
    }
    return "seat:0", by_kind(chance, lasting(mine))


def signed_by_players(steps: Sequence[Step]) -> list[Step]:
    """The commands with the signatures of the seats that have keys, wherever there is none yet."""
    opened: Any = steps[0][1][0]
    is_deal = isinstance(opened, Opened)
    keeping = Keeping(UUID(opened.deal if is_deal else opened.table))
    before, made = list[Event](), list[Step]()
    for actor, events in steps:
        signed: list[Event] = []
        for event, after in zip(events, [*events[1:], None], strict=True):
            statement = _statement(before, event, actor, begins=event is events[0])
            before.append(event)
            signed.append(event)
            if statement is not None and not isinstance(after, SIGNATURES):
                signed.append(keeping.signed(statement))
                before.append(signed[-1])
        keeping.append(actor, signed)
        made.append((actor, tuple(signed)))
    return made


def _statement(
    before: Sequence[Event], event: Event, actor: str, *, begins: bool
) -> Statement | None:
    """The statement that a player must sign for an event."""
    if not before:
        return None
    opened = before[0]
    if isinstance(opened, Opened):
        bots = players(opened.bots, before)
        return statement_in_deal(
            opened, event, first_version=opened.VERSION, bots=bots, actor=actor, begins=begins
        )
    keys = fold_table(before).keys
    return statement_at_table(event, keys=keys, first_version=opened.VERSION, actor=actor)


def committed(deal: Id, seats: int, seeds: Mapping[int, bytes]) -> tuple[Digest | None, ...]:
    """The commitment of each seat that adds a seed."""
    raw = UUID(deal).bytes
    return tuple(
        Digest(commitment(raw, role=PLAYER, index=seat, seed=seeds[seat]).hex())
        if seat in seeds
        else None
        for seat in range(seats)
    )


def begun(game: Game[Any], on: Terms, *, seed: bytes, seeds: Mapping[int, bytes]) -> list[Step]:
    """The commands that begin a deal: opening, the seats' seeds, shuffle and deal."""
    opened = commit(on, seed=seed)
    shown = [SeedRevealed(seat, Digest(seeds[seat].hex())) for seat in opened.adding]
    lots = game.lots(opened.seats)
    order = shuffled_by(opened, pack=game.pack, lots=lots, seed=seed, shown=shown)
    (_, *follow), _ = start(game, opened, order)
    steps: list[Step] = [("system", (opened,)), *((f"seat:{s.seat}", (s,)) for s in shown)]
    actor, last = steps[-1]
    return [*steps[:-1], (actor, (*last, *follow))]


LATE: Final = 3_600_000_000
"""How many µs pass before anything is voided (F4), or a round drawn (C6)."""
KIND_OF: Final = {f"{kind}.opened": kind for kind in (DEAL, TABLE, TOURNAMENT)}


class Keeping:
    """A record under construction, command by command, in the store's form."""

    def __init__(self, stream: UUID, *, salt: int = 0, opened: int | None = None) -> None:
        self.store = MemoryStore(entropy=Random(salt).randbytes)
        self.stream, self.opened = stream, opened
        self.version = self.commands = self.waited = 0

    def append(self, actor: str, events: Sequence[Event]) -> None:
        self.waited += LATE * isinstance(events[0], Voided | DealVoided | RoundDrawn)
        at = NOW + self.commands + self.waited
        self.store.append(
            self.stream,
            kind="deal",
            expected=self.version,
            command=CommandMetadata(id=UUID(int=self.commands), actor=actor, at=at),
            events=[self._new(each) for each in events],
            status="",
            summary={},
        )
        self.version += len(events)
        self.commands += 1

    def _new(self, event: Event) -> NewEvent:
        version = event.VERSION
        if self.opened is not None:
            is_first = isinstance(event, Opened)
            version = self.opened if is_first else version_in(Opened.TYPE, self.opened, event.TYPE)
        return NewEvent(event.TYPE, version, older_data(event, version, seal=Secret))

    def signed(self, statement: Statement) -> Event:
        """The signature event after a statement of a seat with a key, made now."""
        (last,) = self.store.load(self.stream, after=self.version - 1, viewer=FULL)
        signature = signature_of(
            statement.seat,
            statement.said,
            stream=str(self.stream),
            position=last.version,
            head=last.hash.hex(),
            tag=MOVE if statement.kind is MoveSigned else ACT,
        )
        return statement.kind(statement.seat, signature)


def kept(
    steps: Sequence[Step], *, viewer: Viewer = FULL, salt: int = 0, version: int | None = None
) -> tuple[Recorded, ...]:
    """The record of some commands, as given to a viewer.

    Args:
        steps: The commands.
        viewer: The viewer.
        salt: Decides the salts of secrets.
        version: The version of the event that opens the deal; None: the newest.
    """
    opened: Any = steps[0][1][0]
    stream = UUID(getattr(opened, KIND_OF[opened.TYPE]))
    keeping = Keeping(stream, salt=salt, opened=version)
    for actor, events in steps:
        keeping.append(actor, events)
    return keeping.store.load(stream, viewer=viewer)


def bundled(
    records: Sequence[Recorded], *, view: str = "full", receipts: bool = True, logged: bool = True
) -> Bundle:
    """The bundle of a record."""
    opened = records[0].envelope["data"]
    kind = KIND_OF[records[0].type]
    hidden = (NOBODY, OWNER) if kind == TOURNAMENT else (OWNER,)
    bundle = Bundle(
        kind=kind,
        stream=records[0].stream,
        view=view,
        game=opened["game"],
        rules=opened["rules"],
        events=tuple(
            BundleEvent(
                each.body,
                each.hash,
                tuple(
                    BundleOpening(o.slot, o.salt, o.payload)
                    for o in sorted(each.openings)
                    if view == "full" or o.audience not in hidden
                ),
            )
            for each in records
        ),
        head=records[-1].hash,
        key=str(KEY.verifier),
    )
    bundle = bundle._replace(log=place(bundle)) if logged else bundle
    return bundle._replace(receipts=signed(records)) if receipts else bundle


def signed(
    records: Sequence[Recorded], key: SigningKey = KEY, *, test: bool | None = None
) -> tuple[Receipt, ...]:
    """The receipts for its commands: those of a test if the record is one, unless it is said."""
    marked = records[0].data.get("test") is True if test is None else test
    last = [
        each
        for each, after in zip(records, [*records[1:], None], strict=True)
        if after is None or after.command_id != each.command_id
    ]
    made = (Receipt(each.stream, each.version, each.hash, each.at) for each in last)
    return tuple(each.by(key, test=marked) for each in made)


def place(bundle: Bundle, key: SigningKey = KEY, *, others: int = 6) -> LogPlace:
    """The place of a record in a log with other entries before and after it."""
    version = len(bundle.events)
    entry = bundle.stream.bytes + version.to_bytes(4, "big") + bundle.head
    leaves = [tree.leaf_hash(bytes([each])) for each in range(others)]
    leaves[others // 2] = tree.leaf_hash(entry)
    path = tree.path(others // 2, leaves)
    note = key.sign(Checkpoint(key.name, others, tree.root(leaves)).text)
    return LogPlace(version, others // 2, path, note)


@cache
def deal(key: str, seats: int, number: int = 1) -> tuple[Recorded, ...]:
    """The full record of a deal."""
    return kept(played(GAMES[key], seats=seats, number=number))


def verdicts(bundle: Bundle, **held: Any) -> dict[str, Verdict]:
    """The verdicts on a bundle, check by check."""
    return {each.check: each for each in verify(Case(bundle, **held))}


def failing(bundle: Bundle, **held: Any) -> list[str]:
    """The checks that fail."""
    return [name for name, each in verdicts(bundle, **held).items() if each.status == "fails"]
