"""Hints: the move that a policy would make, for a player who asks (H1-H5)."""

from domain.kernel.event import Event, Seat, Text, event, seen_by


@event("hint.given")
class HintGiven(Event):
    """A player asked for a hint in their turn, and was given one (H1)."""

    seat: Seat
    policy: Text
    """The policy that decided, with its version and budget, such as ``hard/1@100000`` (H5)."""
    move: Text | None = seen_by("seat")
    """The move in the form of the API, as canonical JSON. Others see it when the deal is over."""
