"""The phrases of people at a table: a fixed list, without a text of their own."""

from typing import Final, Literal, TypeAlias, get_args

Phrase: TypeAlias = Literal[
    "hello",
    "good_luck",
    "well_played",
    "good_game",
    "thank_you",
    "you_are_welcome",
    "sorry",
    "one_moment",
    "hurry_please",
    "my_mistake",
    "another_game",
    "goodbye",
    "bravo",
    "laughter",
    "wow",
    "oh_no",
    "hmm",
    "phew",
]
"""The last six are reactions. Each has its text in every language (`phrase-…`)."""

PHRASES: Final[tuple[Phrase, ...]] = get_args(Phrase)

When: TypeAlias = Literal["off", "between_deals", "always"]
"""When people at a table may say them."""
