"""Examples of hints: one is given, and every reason to give none."""

from tests.api.example_cast import DURAK, THREE, TWO, Cast, Table, at, besides

FOUR = [*THREE, {"name": "Dan"}]


def play(cast: Cast) -> None:
    """A player asks for hints, and others who get none."""
    _in_turn(cast)
    _resigned(cast)


def _turn(cast: Cast, table: Table) -> tuple[str, str]:
    """The tokens of the seat on turn, and of the next one."""
    shown = cast.recorder.client.get(f"/v1/deals/{table.deal}", table.tokens[0])
    seat: int = shown["to_act"]
    return table.tokens[seat], table.tokens[(seat + 1) % len(table.tokens)]


def _in_turn(cast: Cast) -> None:
    """A hint in the own turn; none out of it, for a player who has left, and without `hints`."""
    recorder = cast.recorder
    table = cast.open(**DURAK, seats=TWO, hints=True)
    asking, other = _turn(cast, table)
    deal = at(deal=table.deal)
    recorder.refuse("giveHint", "not-your-turn", other, **deal)
    recorder.show("giveHint", asking, **deal)
    recorder.show("getDeal", asking, **deal)
    recorder.show("getDeal", other, **deal)
    besides(cast, "POST", f"/v1/deals/{table.deal}/leaving", asking, {})
    recorder.refuse("giveHint", "away", asking, **deal)
    recorder.show("closeTable", cast.owner, table=table.id)
    recorder.refuse("giveHint", "deal-over", asking, **deal)
    recorder.show("getSeries", asking, table=table.id)
    without = cast.open(**DURAK, seats=TWO)
    asking, _ = _turn(cast, without)
    recorder.refuse("giveHint", "hints-not-allowed", asking, deal=without.deal)


def _resigned(cast: Cast) -> None:
    """No hint for a player who has resigned, while the partner plays on."""
    table = cast.open(game="goat", name="The yard", seats=FOUR, hints=True)
    asking, _ = _turn(cast, table)
    besides(cast, "POST", f"/v1/deals/{table.deal}/resignation", asking, {})
    cast.recorder.refuse("giveHint", "not-allowed", asking, deal=table.deal)
