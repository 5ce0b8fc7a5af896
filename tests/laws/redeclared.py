"""Wrong declarations: an event class with another audience for one of its fields."""

from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any, Final, NamedTuple, TypeAlias, cast, get_type_hints

import pytest

from domain.kernel import event as events
from domain.kernel import stored
from domain.kernel.event import (
    EACH,
    EVERYONE,
    NOBODY,
    Audience,
    Event,
    event,
    event_classes,
    seen_by,
)

Declared: TypeAlias = Audience | str
"""The audience of a field: a constant, or the seat that another field names."""

TAKEN_OVER: Final = ("AUDIENCES", "HIDDEN", "__dataclass_fields__")
NAME: Final = "test.redeclared"


class Mutant(NamedTuple):
    """A field of an event class, and the wrong audience for it."""

    kind: type[Event]
    field: str
    audience: Declared

    def __str__(self) -> str:
        who = self.audience.value if isinstance(self.audience, Audience) else self.audience
        return f"{self.kind.TYPE}-{self.field}-{who}"


def audiences(kind: type[Event]) -> dict[str, Declared]:
    """The declared audiences of a class."""
    every = fields(cast("Any", kind))
    return {each.name: each.metadata["audience"] for each in every if "audience" in each.metadata}


def mutants(prefix: str) -> Iterator[Mutant]:
    """Every wrong declaration of the event classes that are stored under a prefix."""
    for kind in event_classes():
        if kind.TYPE.startswith(prefix):
            seats = [name for name in kind.KINDS if name in kind.SEATS and kind.KINDS[name] is int]
            for name, right in audiences(kind).items():
                wrongs: tuple[Declared, ...] = (EVERYONE, EACH, NOBODY, *seats)
                for wrong in wrongs:
                    if wrong != right:
                        yield Mutant(kind, name, wrong)


def redeclare(patch: pytest.MonkeyPatch, mutant: Mutant) -> None:
    """Redeclare the class as the mutant says, as if its module did so.

    Raises:
        UndeclaredAudience: The class would not be imported.
    """
    kind = mutant.kind
    body: dict[str, Any] = {"__annotations__": get_type_hints(kind, include_extras=True)}
    for each in fields(cast("Any", kind)):
        default = {} if each.default is MISSING else {"default": each.default}
        audience = audiences(kind).get(each.name)
        if each.name == mutant.field:
            body[each.name] = seen_by(mutant.audience, **default)
        elif audience is not None:
            body[each.name] = seen_by(audience, **default)
        elif default:
            body[each.name] = each.default
    patch.setattr(events, "_CLASSES", {})
    made: type[Event] = event(NAME)(type(kind.__name__, (Event,), body))
    patch.undo()
    for name in TAKEN_OVER:
        patch.setattr(kind, name, getattr(made, name))
    patch.setattr(stored, "_decoders", stored._decoders.__wrapped__)
