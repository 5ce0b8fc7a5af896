"""The options of a game: a frozen dataclass whose fields say what they may be.

@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    trump_card: Literal["hidden", "bottom"] = "hidden"
    loss_target: int = number(12, low=2, high=24)

A number may be one for each seat: then the table has a multiple of its seats.
"""

from collections.abc import Collection, Mapping
from dataclasses import field, fields
from functools import cache
from typing import Any, Literal, NamedTuple, TypeVar, cast, get_args, get_origin, get_type_hints

from domain.kernel.event import Json
from domain.kernel.near import near_name
from domain.kernel.sentence import Sentence

O = TypeVar("O")  # noqa: E741 - the type of the options


class BadOption(ValueError):
    """A table requests an option that its game does not have, or a value that is not permitted."""

    def __init__(self, name: str, detail: Sentence) -> None:
        super().__init__(f"{name}: {detail.key}")
        self.name = name
        self.detail = detail


class Option(NamedTuple):
    """One option: its default and its permitted values (a list, or a range of whole numbers).

    Attributes:
        name: The option.
        default: Its value where none is given.
        values: The permitted values; empty for a whole number.
        low: The least number.
        high: The greatest number.
        per_seat: Whether `default`, `low` and `high` are for each seat of the table.
        step: The number that a value must be a multiple of.
    """

    name: str
    default: str | int | bool
    values: tuple[str | bool, ...]
    low: int
    high: int
    per_seat: bool = False
    step: int = 1

    def at(self, seats: int) -> "Option":
        """The option for a table with so many seats."""
        if not self.per_seat:
            return self
        return Option(
            self.name,
            cast("int", self.default) * seats,
            self.values,
            self.low * seats,
            self.high * seats,
            step=seats,
        )

    def allows(self, value: Json) -> bool:
        """Whether the option may have this value."""
        if self.values:
            return any(type(value) is type(one) and value == one for one in self.values)
        return type(value) is int and self.low <= value <= self.high and not value % self.step

    def form(self) -> Sentence:
        """The bounds of its value."""
        values: dict[str, Json] = {"name": self.name}
        if self.values:
            values["values"] = ", ".join(str(one).lower() for one in self.values)
            return Sentence("form-option-one-of", values)
        values |= {"low": self.low, "high": self.high}
        if self.step == 1:
            return Sentence("form-option-number", values)
        return Sentence("form-option-multiple", {**values, "step": self.step})


def number(default: int, *, low: int, high: int, per_seat: bool = False) -> Any:
    """An option that is a whole number within bounds, both included.

    Args:
        default: Its value where none is given.
        low: The least that it may be.
        high: The most that it may be.
        per_seat: Whether all three are for each seat of the table. `parse_options` multiplies them,
            and the value must be a multiple of the seats.
    """
    return field(default=default, metadata={"low": low, "high": high, "per_seat": per_seat})


def options_of(kind: type[Any]) -> tuple[Option, ...]:
    """Every option of a game, in the order of its rule text; see `Option.at` for one table."""
    return _read(cast("Any", kind))


@cache
def _read(kind: Any) -> tuple[Option, ...]:
    hints = get_type_hints(kind)
    return tuple(
        Option(
            each.name,
            cast("Any", each.default),
            _values(hints[each.name]),
            each.metadata.get("low", 0),
            each.metadata.get("high", 0),
            each.metadata.get("per_seat", False),
        )
        for each in fields(kind)
    )


def _values(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) is Literal:
        return get_args(hint)
    return (False, True) if hint is bool else ()


def unknown_option(name: str, known: Collection[str]) -> Sentence:
    """The fault of an option that a game does not have: a near one, and all that there are."""
    values = {"name": name, "options": ", ".join(known)}
    if (near := near_name(name, known)) is None:
        return Sentence("form-no-such-option", values)
    return Sentence("form-near-option", {**values, "near": near})


def parse_options(kind: type[O], raw: Mapping[str, Json], *, seats: int) -> O:
    """The options of a table with so many seats, from the given values; the rest are the defaults.

    Raises:
        BadOption: An option is not one of the game's, or its value is not among those allowed.
    """
    known = {option.name: option.at(seats) for option in options_of(kind)}
    for name, value in raw.items():
        if name not in known:
            raise BadOption(name, unknown_option(name, known))
        if not known[name].allows(value):
            raise BadOption(name, known[name].form())
    return kind(**{name: option.default for name, option in known.items()} | dict(raw))
