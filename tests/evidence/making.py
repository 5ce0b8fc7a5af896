"""Bundles of deals that were played in memory, and kept as the store keeps them."""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Final, cast
from uuid import UUID

from domain.deal import Opened, Revealed, SeedRevealed, Shuffled, Terms, commit
from domain.deal import shuffled as shuffled_by
from domain.event import Digest, Event, Id
from domain.fairness import PLAYER, commitment
from domain.game import Game, start
from domain.games import GAMES
from events.memory import MemoryStore
from events.record import FULL, Command, Reader, Recorded
from evidence.bundle import DEAL, TABLE, Bundle, Entry, Opening, Place
from evidence.case import Case
from evidence.verdicts import Verdict
from evidence.verify import verify
from proofs import tree
from proofs.notes import Checkpoint, SigningKey
from proofs.receipts import Receipt
from service.journal import sealed
from tests.laws.play import Run, by_kind, commonest, lasting, seat_of, terms

KEY: Final = SigningKey("fairdeal.example/log", bytes(range(32)))
OTHER_KEY: Final = SigningKey("fairdeal.example/log", bytes(range(1, 33)))
NOW: Final = 1_764_000_000_000_000

TABLES: Final = [(key, seats) for key, game in GAMES.items() for seats in game.seats]
"""Every game at a table of every size."""

Step = tuple[str, tuple[Event, ...]]
"""What was appended at once: by whom, and the events."""


def played(game: Game[Any], *, seats: int, number: int) -> list[Step]:
    """A whole deal, command by command; in every second one seats add seeds."""
    deal = Id(str(UUID(int=number << 96 | seats, version=4)))
    chance = Random(number)
    seeds = {seat: chance.randbytes(32) for seat in range(seats) if (seat + number) % 3}
    on = terms(game, {}, seats=seats)._replace(deal=deal)
    if number % 2:
        on = on._replace(commitments=committed(deal, seats, seeds))
    return played_on_terms(game, on, seeds=seeds, chance=chance)


def played_on_terms(
    game: Game[Any], on: Terms, *, seeds: Mapping[int, bytes], chance: Random
) -> list[Step]:
    steps = begun(game, on, seed=chance.randbytes(32), seeds=seeds)
    opened, *between, shuffled = [
        event for _, events in steps for event in events if event.TYPE.startswith("deal.")
    ]
    run = Run(game, cast("Opened", opened), cast("Shuffled", shuffled))
    assert len(between) == len(steps) - 1
    while not run.over:
        move = (by_kind, commonest)[len(steps) % 2](chance, lasting(run.kinds()))
        steps.append((f"seat:{seat_of(move)}", run.make(move)))
    actor, last = steps[-1]
    return [*steps[:-1], (actor, (*last, Revealed(cast("Any", opened).seed)))]


def committed(deal: Id, seats: int, seeds: Mapping[int, bytes]) -> tuple[Digest | None, ...]:
    """What each seat has committed to, that adds a seed."""
    raw = UUID(deal).bytes
    return tuple(
        Digest(commitment(raw, role=PLAYER, index=seat, seed=seeds[seat]).hex())
        if seat in seeds
        else None
        for seat in range(seats)
    )


def begun(game: Game[Any], on: Terms, *, seed: bytes, seeds: Mapping[int, bytes]) -> list[Step]:
    """The commands by which a deal begins: opened, the seats' seeds shown, shuffled and dealt."""
    opened = commit(on, seed=seed)
    shown = [SeedRevealed(seat, Digest(seeds[seat].hex())) for seat in opened.adding]
    lots = game.lots(opened.seats)
    order = shuffled_by(opened, pack=game.pack, lots=lots, seed=seed, shown=shown)
    (_, *follow), _ = start(game, opened, order)
    steps: list[Step] = [("system", (opened,)), *((f"seat:{s.seat}", (s,)) for s in shown)]
    actor, last = steps[-1]
    return [*steps[:-1], (actor, (*last, *follow))]


def kept(steps: Sequence[Step], *, reader: Reader = FULL, salt: int = 0) -> tuple[Recorded, ...]:
    """The record of some commands, as a reader is given it."""
    store = MemoryStore(entropy=Random(salt).randbytes)
    opened: Any = steps[0][1][0]
    stream = UUID(opened.deal if isinstance(opened, Opened) else opened.table)
    version = 0
    for number, (actor, events) in enumerate(steps):
        command = Command(id=UUID(int=number), actor=actor, at=NOW + number)
        store.append(
            stream,
            kind="deal",
            expected=version,
            command=command,
            events=list(map(sealed, events)),
            status="",
            summary={},
        )
        version += len(events)
    return store.load(stream, reader=reader)


def bundled(
    records: Sequence[Recorded], *, view: str = "full", receipts: bool = True, logged: bool = True
) -> Bundle:
    """The bundle of a record."""
    opened = records[0].envelope["data"]
    bundle = Bundle(
        kind=DEAL if "deal" in opened else TABLE,
        stream=records[0].stream,
        view=view,
        game=opened["game"],
        rules=opened["rules"],
        events=tuple(
            Entry(
                each.body,
                each.hash,
                tuple(Opening(o.slot, o.salt, o.payload) for o in sorted(each.openings)),
            )
            for each in records
        ),
        head=records[-1].hash,
        key=str(KEY.verifier),
    )
    bundle = bundle._replace(log=place(bundle)) if logged else bundle
    return bundle._replace(receipts=signed(records)) if receipts else bundle


def signed(records: Sequence[Recorded], key: SigningKey = KEY) -> tuple[Receipt, ...]:
    """The receipts of its players."""
    last = [
        each
        for each, after in zip(records, [*records[1:], None], strict=True)
        if each.actor != "system" and (after is None or after.command_id != each.command_id)
    ]
    return tuple(Receipt(each.stream, each.version, each.hash, each.at).by(key) for each in last)


def place(bundle: Bundle, key: SigningKey = KEY, *, others: int = 6) -> Place:
    """The place of a record in a log that has other entries before and after it."""
    version = len(bundle.events)
    entry = bundle.stream.bytes + version.to_bytes(4, "big") + bundle.head
    leaves = [tree.leaf_hash(bytes([each])) for each in range(others)]
    leaves[others // 2] = tree.leaf_hash(entry)
    path = tree.path(others // 2, leaves)
    note = key.sign(Checkpoint(key.name, others, tree.root(leaves)).text)
    return Place(version, others // 2, path, note)


@cache
def deal(key: str, seats: int, number: int = 1) -> tuple[Recorded, ...]:
    """The full record of a deal."""
    return kept(played(GAMES[key], seats=seats, number=number))


def verdicts(bundle: Bundle, **held: Any) -> dict[str, Verdict]:
    """What is said of a bundle, check by check."""
    return {each.check: each for each in verify(Case(bundle, **held))}


def failing(bundle: Bundle, **held: Any) -> list[str]:
    """The checks that fail."""
    return [name for name, each in verdicts(bundle, **held).items() if each.status == "fails"]
