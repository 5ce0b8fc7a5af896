"""The only generator of altered bundles; it goes through all kinds of alterations."""

from collections.abc import Iterator, Sequence
from itertools import cycle
from random import Random
from typing import Final

from tests.verifier.mutations import (
    Mutant,
    Mutation,
    Whole,
    a_false_count,
    any_bit,
    bit_of_a_body,
    bit_of_a_hash,
    bit_of_a_receipt,
    bit_of_an_opening,
    bit_of_the_head,
    bit_of_the_log,
    openings_lost,
    openings_moved,
    out_of_order,
    out_of_order_after_the_log,
    out_of_order_and_stripped,
    out_of_order_with_another_chain,
    resigned,
    resigned_and_named,
)
from tests.verifier.mutations_of_fields import OF_FIELDS
from tests.verifier.mutations_of_play import (
    a_false_fact,
    an_illegal_move,
    another_actor,
    another_move,
    another_move_of_a_bot,
    redealt,
    redealt_and_committed,
)
from tests.verifier.mutations_of_series import OF_SERIES
from tests.verifier.signing import OF_SIGNATURES

OF_EVERY_KIND: Final[tuple[Mutation, ...]] = (
    *(any_bit, bit_of_a_body, bit_of_a_hash, bit_of_the_head, bit_of_an_opening),
    *(bit_of_a_receipt, bit_of_the_log, out_of_order, out_of_order_with_another_chain),
    *(out_of_order_and_stripped, out_of_order_after_the_log),
    *(openings_lost, openings_moved),
    *(resigned, resigned_and_named, an_illegal_move, a_false_fact, a_false_count),
    *(another_actor, another_move, redealt, redealt_and_committed, another_move_of_a_bot),
    *OF_SIGNATURES,
    *OF_FIELDS,
    *OF_FIELDS,
    *OF_SERIES,
)
"""Each must be found by the check that it names, if it names one, and the verifiers must agree."""

DEALS: Final = 3
"""How many deals of a table are altered."""


def mutants(
    key: str, seats: int, *, count: int, seed: int = 0, turns: Sequence[Mutation] = OF_EVERY_KIND
) -> Iterator[Mutant]:
    """A number of altered bundles of a game at a table of a size, of every kind."""
    chance, made = Random(seed), 0
    for mutation in cycle(turns):
        mutant = mutation(Whole(key, seats, 1 + made % DEALS), chance)
        if mutant is not None:
            yield mutant
            made += 1
        if made == count:
            return
