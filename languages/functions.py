"""The functions that the catalogues may call, besides the functions of Project Fluent.

Each is the same for all languages; what differs by language is in messages of its catalogue.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, Protocol

from domain.kernel.event import Json

if TYPE_CHECKING or find_spec("fluent") is not None:
    from fluent.runtime.types import FluentInt, FluentType
else:  # in the wheel of the verifier
    from languages.small import FluentInt, FluentType

RANKS: Final[Mapping[str, str]] = {
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
"""The ranks in catalogues, by their letters in card codes."""
SUITS: Final[Mapping[str, str]] = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
"""The suits in catalogues, by their letters in card codes."""
NAME: Final = "name"
LAST: Final = "last"


class Messages(Protocol):
    """The messages of a language."""

    def message(
        self, key: str, values: Mapping[str, Json] | None = None, *, attribute: str | None = None
    ) -> str:
        """A message, or an attribute of one."""
        ...

    def card(self, code: str, *, case: str) -> str:
        """The name of a card, in a case of the language."""
        ...


class Items(FluentType):
    """A list among the values of a sentence."""

    def __init__(self, items: Sequence[Json]) -> None:
        self.items = items

    def format(self, locale: object) -> str:  # noqa: ARG002 - for every language
        """The items side by side."""
        return ", ".join(map(str, self.items))


class WholeNumber(FluentInt):
    """A whole number, written without a separator of thousands."""

    def format(self, locale: object) -> str:  # noqa: ARG002 - for every language
        """The digits."""
        return str(int(self))


def argument(value: Json) -> Any:
    """A value of a sentence, as the library takes it."""
    match value:
        case bool() | None:
            return str(value).lower()
        case int():
            return WholeNumber(value)
        case list() | tuple():
            return Items(value)
        case _:
            return value


def functions(language: Messages) -> dict[str, Callable[..., Any]]:
    """The functions for the catalogues of a language."""

    def each(items: Items, *, of: str, join: str = "list") -> str:
        """Every item by the message `of`, with the separators of the message ``join-…``.

        An object gives the message its fields, any other item is its `$item`.
        """
        return joined(
            [
                language.message(of, item if isinstance(item, dict) else {"item": item})
                for item in items.items
            ],
            join=f"join-{join}",
        )

    def joined(words: Sequence[str], *, join: str) -> str:
        *most, last = words or [""]
        before = language.message(join).join(most)
        return f"{before}{language.message(join, attribute=LAST)}{last}" if most else last

    def card(code: str, *, case: str = NAME) -> str:
        """The name of a card, in a case of the language: an attribute of the message `card`."""
        return language.card(code, case=case)

    def capital(words: str) -> str:
        """The words with a capital at their start, in a script that has capitals in sentences."""
        first = words[:1].upper()
        return words if "\u1c90" <= first <= "\u1cbf" else f"{first}{words[1:]}"

    def signed(number: int) -> str:
        """A number with its sign."""
        return f"{int(number):+}"

    def seat(number: int) -> str:
        """The person at a seat. The service knows no reader, so it is the seat's number."""
        return language.message("a-seat", {"seat": int(number)})

    def side(number: int) -> str:
        """The players of a side: its number, as for a seat."""
        return language.message("a-side", {"side": int(number)})

    return {
        "EACH": each,
        "CARD": card,
        "CAPITAL": capital,
        "SIGNED": signed,
        "SEAT": seat,
        "SIDE": side,
    }
