"""Converters of path parameters, which the contract describes."""

from typing import Any

from werkzeug.routing import BaseConverter


class SeatConverter(BaseConverter):
    """A seat in a path."""

    regex = "[0-9]"
    part_isolating = True

    def schema(self) -> dict[str, Any]:
        """How the contract writes it."""
        return {"type": "integer", "minimum": 0, "maximum": 9}

    def to_python(self, value: str) -> int:
        """The seat."""
        return int(value)
