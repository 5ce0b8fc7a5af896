"""Examples of hints: one is given, and every reason to give none."""

from tools.examples.cast import DURAK, THREE, TWO, Cast, Table, at, besides

FOUR = [*THREE, {"name": "Dan"}]


def play(cast: Cast) -> None:
    """A player asks for hints, and others who get none."""
    _in_turn(cast)
    _resigned(cast)


def _turn(cast: Cast, table: Table) -> tuple[str, str]:
    """The tokens of the seat on turn, and of the next one."""
    shown = cast.client.get(f"/v1/deals/{table.deal}", table.tokens[0])
    seat: int = shown["to_act"]
    return table.tokens[seat], table.tokens[(seat + 1) % len(table.tokens)]


def _in_turn(cast: Cast) -> None:
    """A hint in the own turn; none out of it, for a player who has left, and without `hints`."""
    table = cast.open(**DURAK, seats=TWO, hints=True)
    mine, other = _turn(cast, table)
    deal = at(deal=table.deal)
    cast.refuse("giveHint", "not-your-turn", other, **deal)
    cast.show("giveHint", mine, **deal)
    cast.show("getDeal", mine, **deal)
    cast.show("getDeal", other, **deal)
    besides(cast, "POST", f"/v1/deals/{table.deal}/leaving", mine, {})
    cast.refuse("giveHint", "away", mine, **deal)
    cast.show("closeTable", cast.owner, table=table.id)
    cast.refuse("giveHint", "deal-over", mine, **deal)
    cast.show("getSeries", mine, table=table.id)
    without = cast.open(**DURAK, seats=TWO)
    mine, _ = _turn(cast, without)
    cast.refuse("giveHint", "hints-not-allowed", mine, deal=without.deal)


def _resigned(cast: Cast) -> None:
    """No hint for a player who has resigned, while the partner plays on."""
    table = cast.open(game="goat", name="The yard", seats=FOUR, hints=True)
    mine, _ = _turn(cast, table)
    besides(cast, "POST", f"/v1/deals/{table.deal}/resignation", mine, {})
    cast.refuse("giveHint", "not-allowed", mine, deal=table.deal)
