"""Both clients keep the promises of a seat (seeds and signatures), or refuse to play."""

import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal_client import Client, Seat, SeedFile, SeriesShown
from tests.clients import typescript
from tests.e2e.conftest import key, url
from tests.serving import Service, on_linux

pytestmark = on_linux

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PROMISED = {"commits": True, "key": KEY.public_key().public_bytes_raw().hex()}


def opened(serve: Service, *, target: int = 1, **promised: Any) -> tuple[str, str]:
    """A table with a bot, and the token of the other seat."""
    with Client(url(serve), key(serve)) as owner:
        seats = [{"name": "Ann", **promised}, {"bot": "easy"}]
        table = owner.open_table("durak", "Promises", seats=seats, target=target, reveal_seconds=60)
    return table["table"]["id"], table["tokens"][0]["token"]


def play(base: str, token: str, home: Path) -> SeriesShown:
    with pytest.MonkeyPatch.context() as patch, Client(base, token) as client:
        patch.setenv("HOME", str(home))
        seat = Seat(client, sign=KEY.sign)
        for turn, deal in enumerate(seat.turns()):
            seat.move(deal, deal["legal_moves"][0]["move"], idempotency_key=f"turn-{turn}")
        return seat.series()


TYPESCRIPT = """
const { sign, publicKey } = await SeatKey.of(Uint8Array.from({ length: 32 }, (_, at) => at));
process.env.HOME = HOME;
const seat = await Seat.of(c, { sign });
let turn = 0;
for await (const deal of seat.turns()) {
  await seat.move(deal, deal.legal_moves[0].move, `turn-${turn++}`);
}
const series = await seat.series();
console.log(JSON.stringify({ series, publicKey }));
"""


def play_typescript(base: str, token: str, home: Path) -> Any:
    code = TYPESCRIPT.replace("= HOME", f"= {json.dumps(str(home))}")
    said = json.loads(typescript.execute(base, token, code))
    assert said["publicKey"] == PROMISED["key"]
    return said["series"]


@pytest.mark.parametrize("commits", [True, False])
@pytest.mark.parametrize("plays", [play, play_typescript])
def test_seeds_are_added_and_moves_signed(
    serve: Service, plays: Any, tmp_path: Path, *, commits: bool
) -> None:
    """The first deal does not wait for a seat that the host has filled: it has no seed of it."""
    if plays is play_typescript:
        typescript.built()  # before a deal waits for its seed
    table, token = opened(serve, target=2, **{**PROMISED, "commits": commits})
    series = plays(url(serve), token, tmp_path)
    assert (series["table"], series["status"]) == (table, "over")
    assert (series["voids"], series["forfeited"]) == (0, [])
    [file] = (tmp_path / ".fairdeal").iterdir()
    assert file == tmp_path / ".fairdeal" / f"seeds-http-127.0.0.1-{url(serve).rpartition(':')[2]}"
    kept = [(each["kind"], each.get("deal")) for each in SeedFile(file).lines()]
    assert len(series["deals"]) > 1
    for line in series["deals"][not commits :]:
        for kind in ("commitment", "opening", "shown"):
            assert kept.count((kind, line["deal"])) == 1
    with Client(url(serve), key(serve)) as owner:
        events = list(owner.events(series["deals"][-1]["deal"]))
    kinds = [each["type"] for each in events if each["actor"] == "seat:0"]
    assert "deal.seed_revealed" in kinds
    assert "deal.move_signed" in kinds


def test_typescript_does_not_play_what_it_could_not_sign(serve: Service) -> None:
    code = "await Seat.of(c).catch((no) => console.log(no instanceof TypeError, no.message))"
    _, token = opened(serve, key=PROMISED["key"])
    said = typescript.execute(url(serve), token, code)
    assert said.startswith("true ")
    assert "`sign`" in said


def test_python_does_not_either(serve: Service) -> None:
    _, token = opened(serve, key=PROMISED["key"])
    with Client(url(serve), token) as client, pytest.raises(ValueError, match="without `sign`"):
        Seat(client)


@pytest.mark.parametrize("plays", [play, play_typescript])
def test_a_seat_plays_without_seeds_where_there_is_no_place_for_them(
    serve: Service, plays: Any, tmp_path: Path
) -> None:
    home = tmp_path / "no-folder"
    home.touch()
    _, token = opened(serve, key=PROMISED["key"])
    assert plays(url(serve), token, home)["status"] == "over"
