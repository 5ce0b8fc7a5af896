"""Examples of seeds: seats that add their own seeds to the shuffle."""

from uuid import UUID

from service.deals import seeds
from tests.seeding import commitment_of, seed_of
from tools.examples.cast import DURAK, ROBOT, Cast, at
from tools.examples.values import keep_events


def play(cast: Cast) -> None:
    """Seats commit and show; one brings its seed, and one never shows it."""
    _commit_and_show(cast)
    _sit_with_seed(cast)
    _void(cast)


def _commit_and_show(cast: Cast) -> None:
    adding = [{"name": "Ann", "commits": True}, {"name": "Bob", "commits": True}]
    table = cast.open(**DURAK, seats=adding, reveal_seconds=60)
    following, ann, bob = table.deal, *table.tokens
    place = at(table=table.id, seat=0)
    request = {"deal": following, "commitment": commitment_of(following, 0)}
    cast.refuse("commitSeed", "not-allowed", bob, body=request, **place)
    early = {**request, "deal": str(UUID(int=7))}
    cast.refuse("commitSeed", "not-the-next-deal", ann, body=early, **place)
    cast.show("commitSeed", ann, body=request, **place)
    another = {**request, "commitment": commitment_of(following, 1)}
    cast.refuse("commitSeed", "already-committed", ann, body=another, **place)
    cast.show("commitSeed", bob, body=another, table=table.id, seat=1)
    deal = at(deal=following)
    cast.refuse("showSeed", "not-allowed", cast.owner, body={"seed": "ab" * 32}, **deal)
    cast.refuse("showSeed", "seed-refused", ann, body={"seed": "ab" * 32}, **deal)
    second = cast.client.get(f"/v1/tables/{table.id}", ann)["next_deal"]["id"]
    body = {"seed": seed_of(following, 0), "next_commitment": commitment_of(second, 0)}
    cast.show("showSeed", ann, body=body, **deal)
    cast.show("getDeal", bob, **deal)
    cast.show("showSeed", bob, body={"seed": seed_of(following, 1)}, **deal)


def _sit_with_seed(cast: Cast) -> None:
    """A commitment may come with the seat, and a program may sit there."""
    table = cast.open(**DURAK, seats=[{"name": "Ann"}])
    request = {**ROBOT, "commits": True, "commitment": commitment_of(table.deal, 1)}
    place = at(table=table.id, seat=1)
    cast.show("takeSeat", cast.owner, body=request, **place)


def _void(cast: Cast) -> None:
    adding = [{"name": "Ann", "commits": True}, {"name": "Bob"}]
    table = cast.open(**DURAK, seats=adding, reveal_seconds=60)
    following, ann = table.deal, table.tokens[0]
    request = {"deal": following, "commitment": commitment_of(following, 0)}
    cast.show("commitSeed", ann, body=request, table=table.id, seat=0)
    cast.recorder.runtime.pass_time(61)
    assert seeds.void_late_deal(cast.client.context, UUID(following))
    body = {"seed": seed_of(following, 0)}
    cast.refuse("showSeed", "deal-voided", ann, body=body, deal=following)
    cast.show("getSeries", ann, table=table.id)
    keep_events(cast, following, "public")
