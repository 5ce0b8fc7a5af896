"""Both clients show a seed only if the service has proved the opening of the deal."""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import pytest

from domain.kernel.deal import NO_DIGEST, SeedRevealed
from domain.kernel.event import Digest, Id
from domain.kernel.leaving import ClockSet
from events.chain import genesis, link
from fairdeal_client import Client, Patience, Problem, Seat, SeedFile, Unreachable, UntrustedOpening
from tests.clients import typescript
from tests.clients.opening_service import (
    DEAL,
    OTHER,
    SEAT,
    TABLE,
    Given,
    Gives,
    Service,
    bodies,
    committed,
    given,
    honest,
    opened,
    served,
)
from tests.verifier.making import KEY, NOW, OTHER_KEY
from verifier.bundle import read_receipt

CLOCK: Final = ClockSet(30, 0, stand_ins_wait=True)
OTHERS_SEED: Final = b"o" * 32


def play_python(url: str, file: Path, **more: Any) -> str:
    """Play, and return why it ended early; empty if it did not."""
    with Client(url, "seat_x", patience=Patience(seconds=5)) as client:
        try:
            for _ in Seat(client, seed_file=file, **more).turns():
                raise AssertionError("there is nothing to move")
        except (UntrustedOpening, ValueError) as why:
            return f"{type(why).__name__}: {why}"
    return ""


TYPESCRIPT: Final = """
for (const [url, seedFile, more] of GIVEN) {
  const client = new Client(url, "seat_x", { ...PATIENCE, first: 1, ...OTHER_PATIENCE });
  let why = "";
  try {
    const seat = await Seat.of(client, { seedFile, ...more });
    for await (const _ of seat.turns()) throw new Error("there is nothing to move");
  } catch (error) {
    why = `${error.name}: ${error.message}`;
  }
  console.log(JSON.stringify(why));
}
"""


def play_typescript(
    *given: tuple[str, Path, dict[str, str]], patience: Mapping[str, int] | None = None
) -> list[str]:
    """Play at each of some services, in one process."""
    calls = json.dumps([(url, str(file), more) for url, file, more in given])
    given_code = f"const GIVEN = {calls}, OTHER_PATIENCE = {json.dumps(patience or {})};"
    said = typescript.execute("http://127.0.0.1:9", "seat_x", given_code + TYPESCRIPT)
    return [json.loads(line) for line in said.splitlines()]


# --- Refusals -------------------------------------------------------------------------------------


def with_receipt(mine: str, **changed: Any) -> Given:
    """The honest record, with something in its receipt altered after it was signed."""
    made = honest(mine)
    return made._replace(receipt={**made.receipt, **changed})


def signed(mine: str, **changed: Any) -> Given:
    """The honest record, with a genuinely signed receipt for something else."""
    return given(bodies([opened(mine), CLOCK]), **changed)


def saying(mine: str, **changed: Any) -> Given:
    """A record with other contents, with a genuinely signed receipt."""
    return given(bodies([opened(mine, **changed), CLOCK]))


def with_changed_text(mine: str, old: bytes, new: bytes) -> Given:
    """A record with other bytes in its first event, with a genuinely signed receipt."""
    first, *others = bodies([opened(mine), CLOCK])
    assert old in first
    return given([first.replace(old, new, 1), *others])


def flipped(digits: str) -> str:
    return digits[:-1] + "01"[digits[-1] == "0"]


theirs = committed(1, b"t" * 32)
another = committed(SEAT, OTHERS_SEED)

FORGED: Final[dict[str, tuple[Gives, str]]] = {
    "no receipt": (lambda mine: honest(mine)._replace(receipt=None), "no receipt"),
    "a receipt of another form": (lambda mine: with_receipt(mine, position="2"), "malformed"),
    "a receipt without a time": (
        lambda mine: honest(mine)._replace(receipt={"deal": DEAL}),
        "malformed",
    ),
    "the signature": (
        lambda mine: with_receipt(mine, signature=flipped(honest(mine).receipt["signature"])),
        "not signed",
    ),
    "the receipt of a test": (lambda mine: honest(mine, marked=True), "not signed"),
    "a test with the receipt of a real deal": (lambda mine: honest(mine, test=True), "not signed"),
    "another key": (lambda mine: signed(mine, key=OTHER_KEY), "names the key"),
    "another key under the same id": (
        lambda mine: signed(mine, key=OTHER_KEY)._replace(
            receipt={
                **signed(mine, key=OTHER_KEY).receipt,
                "key": KEY.verifier.id.hex(),
            }
        ),
        "not signed",
    ),
    "the receipt of another deal": (
        lambda mine: signed(mine, deal=UUID(OTHER)),
        "for another deal",
    ),
    "the id of the deal alone": (lambda mine: with_receipt(mine, deal=OTHER), "for another deal"),
    "the position alone": (lambda mine: with_receipt(mine, position=3), "not signed"),
    "a later event": (
        lambda mine: signed(mine, position=3),
        "for event 3; the opening ends with 2",
    ),
    "an earlier event": (lambda mine: signed(mine, position=1), "for event 1"),
    "no event at all": (lambda mine: signed(mine, position=0), "for event 0"),
    "an event that is not there": (lambda mine: signed(mine, position=9), "for event 9"),
    "the head of a record with another server's seed": (
        lambda mine: honest(mine)._replace(receipt=honest(mine, server_seed=b"x" * 32).receipt),
        "another record",
    ),
    "the head of an earlier event": (
        lambda mine: signed(mine, head=link(genesis(UUID(DEAL)), bodies([opened(mine)])[0])),
        "another record",
    ),
    "another time": (lambda mine: signed(mine, at=NOW + 1), "another time"),
    "another head is shown": (
        lambda mine: honest(mine)._replace(head=flipped(honest(mine).head)),
        "another head",
    ),
    "more is shown than there is evidence of": (
        lambda mine: honest(mine)._replace(version=9),
        "another head",
    ),
    "evidence of other bytes": (
        lambda mine: honest(mine)._replace(bundle=honest(mine, server_seed=b"x" * 32).bundle),
        "another head",
    ),
    "no evidence": (lambda mine: honest(mine)._replace(bundle=b"{}"), "evidence is malformed"),
    "evidence of no events": (
        lambda mine: honest(mine)._replace(bundle=b'{"events":[{"body":7}]}'),
        "evidence is malformed",
    ),
    "the deal in the record": (lambda mine: saying(mine, deal=Id(OTHER)), "has the deal"),
    "the table in the record": (lambda mine: saying(mine, table=Id(OTHER)), "has the table"),
    "the number in the record": (lambda mine: saying(mine, number=2), "has the number"),
    "a number that is none": (
        lambda mine: with_changed_text(mine, b'"number":1', b'"number":true'),
        "has the number",
    ),
    "our commitment is another": (
        lambda mine: saying(mine, commitments=(another, theirs)),
        "our commitment at seat 0",
    ),
    "our commitment is at another seat": (
        lambda mine: saying(mine, commitments=(theirs, Digest(mine))),
        "our commitment at seat 0",
    ),
    "there are no commitments": (
        lambda mine: saying(mine, commitments=()),
        "our commitment at seat 0",
    ),
    "the server has not committed": (
        lambda mine: saying(mine, commitment=NO_DIGEST),
        "no commitment of the server",
    ),
    "two commitments of the server in one event": (
        lambda mine: with_changed_text(mine, b'"commitment":', b'"commitment":"","commitment":'),
        "an event of the evidence is malformed",
    ),
    "an event that has two texts": (
        lambda mine: with_changed_text(mine, b'"number":', b'"number": '),
        "an event of the evidence is malformed",
    ),
    "a record that begins with something else": (
        lambda _: given(bodies([SeedRevealed(1, theirs), CLOCK])),
        "does not begin with deal.opened",
    ),
}


@pytest.mark.parametrize("name", FORGED)
def test_python_shows_no_seed(name: str, tmp_path: Path) -> None:
    """P14: a server that has not bound its own seed before gets none."""
    gives, words = FORGED[name]
    with served(gives) as service:
        why = play_python(service.url, tmp_path / "seeds")
        assert_withheld(service, tmp_path / "seeds", why, words)


def test_typescript_shows_no_seed_either(tmp_path: Path) -> None:
    with ExitStack() as stack:
        services = [stack.enter_context(served(gives)) for gives, _ in FORGED.values()]
        files = [tmp_path / str(at) for at in range(len(services))]
        calls: list[tuple[str, Path, dict[str, str]]]
        calls = [(each.url, file, {}) for each, file in zip(services, files, strict=True)]
        for place, (_, words), why in zip(
            zip(services, files, strict=True),
            FORGED.values(),
            play_typescript(*calls),
            strict=True,
        ):
            assert_withheld(*place, why, words)


def assert_withheld(service: Service, file: Path, why: str, words: str) -> None:
    """The seed is not shown, the reason is given, and the evidence is kept."""
    assert service.seed is None
    assert f"POST /deals/{DEAL}/seed" not in service.received
    assert why.startswith(f"UntrustedOpening: the seed for deal {DEAL} was not shown: ")
    assert words in why
    assert f"kept in {file}" in why
    key, made, refused = SeedFile(file).lines()
    assert (key["kind"], made["kind"], refused["kind"]) == ("key", "commitment", "refused")
    assert (refused["deal"], refused["seat"]) == (DEAL, SEAT)
    assert words in refused["reason"]
    assert service.commitment is not None
    gave = service.gives(service.commitment)
    assert (refused["receipt"], refused["bundle"]) == (gave.receipt, gave.bundle.decode())


# --- Stored evidence ------------------------------------------------------------------------------


def typescript_alone(url: str, file: Path, **more: Any) -> str:
    (why,) = play_typescript((url, file, {"serviceKey": more["service_key"]} if more else {}))
    return why


CLIENTS: Final[dict[str, Callable[..., str]]] = {
    "python": play_python,
    "typescript": typescript_alone,
}
each_client = pytest.mark.parametrize("play", CLIENTS.values(), ids=CLIENTS.keys())


@each_client
def test_seeds_are_stored_before_they_are_sent(play: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "seeds"
    with served(honest) as service:
        service.file = file
        assert play(service.url, file) == ""
    assert service.had["commitment"] == ["key", "commitment"]
    assert service.had["seed"] == ["key", "commitment", "opening"]
    assert file.stat().st_mode & 0o777 == 0o600
    key, made, proved, shown = SeedFile(file).lines()
    assert key == {
        "kind": "key",
        "key": str(KEY.verifier),
        "source": "service",
        "service": service.url,
    }
    assert made == {
        "kind": "commitment",
        "deal": DEAL,
        "table": TABLE,
        "number": 1,
        "seat": SEAT,
        "seed": service.seed,
        "commitment": service.commitment,
    }
    assert service.commitment is not None
    gave = service.gives(service.commitment)
    first = bodies([opened(service.commitment), CLOCK])[:2]
    assert proved == {
        "kind": "opening",
        "deal": DEAL,
        "seat": SEAT,
        "receipt": gave.receipt,
        "events": [each.decode() for each in first],
    }
    assert (shown["kind"], shown["deal"], shown["seat"]) == ("shown", DEAL, SEAT)
    assert read_receipt(json.dumps(shown).encode()).is_by(KEY.verifier)


@each_client
def test_a_seed_is_shown_at_a_test_table_too(play: Callable[..., str], tmp_path: Path) -> None:
    with served(lambda mine: honest(mine, test=True, marked=True)) as service:
        assert play(service.url, tmp_path / "seeds") == ""
        assert service.seed is not None


@each_client
def test_the_key_of_the_player_counts_and_then_that_of_the_file(
    play: Callable[..., str], tmp_path: Path
) -> None:
    file, mine = tmp_path / "seeds", str(KEY.verifier)
    with served(honest) as service:
        service.key = str(OTHER_KEY.verifier)  # a client that asks the service is deceived
        assert play(service.url, file, service_key=f"{mine}\n") == ""
    assert next(SeedFile(file).lines()) == {"kind": "key", "key": mine, "source": "player"}
    with served(honest) as service:
        said = play(service.url, file, service_key=str(OTHER_KEY.verifier))
        assert f"{file} has the service key {mine}, not {OTHER_KEY.verifier}" in said
        assert service.commitment is None


@each_client
def test_a_key_that_was_believed_once_is_believed_for_ever(
    play: Callable[..., str], tmp_path: Path
) -> None:
    file = tmp_path / "seeds"
    with served(lambda mine: signed(mine, key=OTHER_KEY)) as service:
        SeedFile(file).service_key(str(KEY.verifier), lambda: "", service.url)
        service.key = str(OTHER_KEY.verifier)
        assert "names the key" in play(service.url, file)
        assert service.seed is None


@each_client
def test_of_one_deal_there_is_one_opening(play: Callable[..., str], tmp_path: Path) -> None:
    """Another opening is refused after a restart, although it is signed and valid by itself."""
    file = tmp_path / "seeds"
    with served(honest) as service:
        kept = SeedFile(file).commit(DEAL, TABLE, 1, SEAT)
        service.commitment = kept.commitment
        assert play(service.url, file) == ""
    with served(lambda mine: honest(mine, server_seed=b"x" * 32)) as service:
        service.commitment = kept.commitment
        assert "another opening of this deal was signed before" in play(service.url, file)
        assert service.seed is None


@each_client
def test_a_seed_that_is_not_in_the_file_is_missed(play: Callable[..., str], tmp_path: Path) -> None:
    with served(honest) as service:
        service.commitment = another
        said = play(service.url, tmp_path / "seeds")
        assert f"a seed for deal {DEAL} that is not in {tmp_path / 'seeds'}" in said
        assert service.seed is None


@each_client
def test_a_refused_second_commitment_is_reported(play: Callable[..., str], tmp_path: Path) -> None:
    """The service still waits for it: another process has just made it with another file."""

    with served(honest) as service:
        service.asks_again = True
        service.commitment = another
        assert "name the file in which it was kept" in play(service.url, tmp_path / "seeds")


@each_client
def test_a_deal_without_the_seats_seed_is_not_played(
    play: Callable[..., str], tmp_path: Path
) -> None:
    file = tmp_path / "seeds"
    with served(honest) as service:
        service.forgets = True
        assert "opened without a seed of this seat" in play(service.url, file)
    assert [each["kind"] for each in SeedFile(file).lines()] == ["key", "commitment", "refused"]


# --- Ended and restarted -------------------------------------------------------------------------

CALLS_AT: Final = ("table", "commitment", "committed", "bundle", "seed", "shown")
"""Before and after the commitment is made, before the opening is checked, before and after the seed
is shown; at the first, nothing has been kept but the key."""

PYTHON_PROGRAM: Final = """
import sys
from fairdeal_client import Client, Seat
for _ in Seat(Client(sys.argv[1], "seat_x"), seed_file=sys.argv[2]).turns():
    pass
"""
TYPESCRIPT_PROGRAM: Final = """
import { Client, Seat } from "./dist/index.js";
const [url, seedFile] = process.argv.slice(1);
for await (const _ of (await Seat.of(new Client(url, "seat_x"), { seedFile })).turns());
"""


def python_program(url: str, file: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", PYTHON_PROGRAM, url, str(file)])


def typescript_program(url: str, file: Path) -> subprocess.Popen[bytes]:
    command = ["node", "--input-type=module", "--eval", TYPESCRIPT_PROGRAM, url, str(file)]
    return subprocess.Popen(command, cwd=typescript.built())


PROGRAMS: Final = {"python": python_program, "typescript": typescript_program}


def give_up_in_python(url: str, file: Path) -> None:
    with Client(url, "seat_x", patience=Patience(seconds=-1)) as client, pytest.raises(Unreachable):
        list(Seat(client, seed_file=file).turns())


def give_up_in_typescript(url: str, file: Path) -> None:
    (why,) = play_typescript((url, file, {}), patience={"most": -1})
    assert why.startswith("Unreachable: ")


ENDED: Final = {
    "python": (give_up_in_python, play_python),
    "typescript": (give_up_in_typescript, typescript_alone),
}


@pytest.mark.parametrize("first", ENDED)
@pytest.mark.parametrize("second", ENDED)
def test_another_client_continues_for_one_that_ended(
    first: str, second: str, tmp_path: Path
) -> None:
    """The two clients take turns, so each reads the other's file."""
    file = tmp_path / "seeds"
    with served(honest) as service:
        for at, service.fatal in enumerate(CALLS_AT):
            give_up, _ = ENDED[(first, second)[at % 2]]
            give_up(service.url, file)
        service.fatal = ""
        _, play = ENDED[first]
        assert play(service.url, file) == ""
    assert_one_seed(service, file)


@pytest.mark.long
@pytest.mark.parametrize("first", PROGRAMS)
@pytest.mark.parametrize("second", PROGRAMS)
def test_another_client_continues_for_a_killed_one(first: str, second: str, tmp_path: Path) -> None:
    """The two clients take turns, so each reads the other's file."""
    typescript.built()
    file = tmp_path / "seeds"
    with served(honest) as service:
        service.kills = True
        for at, call in enumerate(CALLS_AT):
            service.started.clear()
            service.fatal = call
            starts = PROGRAMS[(first, second)[at % 2]]
            service.victim = starts(service.url, file)
            service.started.set()
            assert service.victim.wait(30) == -9, call
        assert PROGRAMS[first](service.url, file).wait(30) == 0
    assert_one_seed(service, file)
    assert sum(each.startswith("PUT") for each in service.received) == 2, "the first was lost"
    assert sum(each.startswith("POST") for each in service.received) == 2, "the first was lost"


def assert_one_seed(service: Service, file: Path) -> None:
    """The service knows the one seed of the file, though its first answers were lost."""
    lines = list(SeedFile(file).lines())
    (made,) = (each for each in lines if each["kind"] == "commitment")
    assert (made["commitment"], made["seed"]) == (service.commitment, service.seed)
    assert [each["kind"] for each in lines][:3] == ["key", "commitment", "opening"]


def test_without_evidence_no_seed_is_shown(tmp_path: Path) -> None:
    with served(lambda mine: honest(mine)._replace(bundle=b"")) as service:
        with Client(service.url, "seat_x") as client, pytest.raises(Problem, match="403"):
            list(Seat(client, seed_file=tmp_path / "seeds").turns())
        assert service.seed is None
