"""A position as a diagram in plain text: a line for each hand, and for each place with cards."""

from collections.abc import Iterator
from typing import Final

from domain.kernel.cards import SUITS, UNKNOWN, Card
from domain.kernel.event import Seat
from formats.position import Names, Place, Position
from formats.text_transcript import plain
from languages.catalogue import Language

SIGNS: Final = dict(zip(SUITS, "♣♠♥♦", strict=True))
"""The signs of the suits."""
_OPEN: Final = frozenset({"laid", "pairs", "row"})
"""The shapes whose cards lie one by one."""


def diagram(shown: Position, names: Names, *, title: str, language: Language) -> str:
    """A position in lines of text; what the viewer does not know is `··`.

    Args:
        shown: The position.
        names: The names at the table.
        title: The first line.
        language: The language of the indices of cards.
    """
    rows = [_hand(shown, seat, names, language) for seat in range(shown.seats)]
    rows += [_lies(each, names, language) for each in _together(shown)]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines = (f"{one:{widths[0]}}  {two:{widths[1]}}  {cards}".rstrip() for one, two, cards in rows)
    trumps = (f"{trump_name(each, names)}" for each in shown.trumps)
    head = [plain(title), *(f"[{each}]" for each in trumps)]
    return "\n".join([" ".join(head), "", *lines, ""])


def trump_name(value: str, names: Names) -> str:
    """A value of trumps: the sign of its suit, or its name."""
    return SIGNS.get(value) or names.trumps.get(value, value)  # type: ignore[call-overload]


def _hand(shown: Position, seat: Seat, names: Names, language: Language) -> tuple[str, str, str]:
    roles = ", ".join(names.roles.get(each, each) for each in shown.roles[seat])
    cards = " ".join(_card(each, language) for each in shown.hands[seat])
    return plain(names.seats[seat]), roles, cards


def _together(shown: Position) -> Iterator[tuple[str, list[Place]]]:
    """The places of each zone."""
    for zone in dict.fromkeys(each.zone for each in shown.lying):
        yield zone, [each for each in shown.lying if each.zone == zone]


def _lies(
    together: tuple[str, list[Place]], names: Names, language: Language
) -> tuple[str, str, str]:
    zone, lies = together
    return (
        names.zones.get(zone, zone),
        "",
        " · ".join(" ".join(_of_place(each, names, language)) for each in lies),
    )


def _of_place(place: Place, names: Names, language: Language) -> Iterator[str]:
    if place.seats:
        yield plain(", ".join(names.seats[each] for each in place.seats)) + ":"
    is_seen = place.shape in _OPEN or (place.tricks is None and UNKNOWN not in place.cards)
    if place.shape == "pairs":
        yield "/".join(_card(each, language) for each in place.cards)
    elif is_seen:
        yield from (_card(each, language) for each in place.cards)
    else:
        yield str(len(place.cards))
    if place.shown is not None:
        yield f"({_card(place.shown, language)})"


def _card(card: Card, language: Language) -> str:
    return "··" if card == UNKNOWN else language.card(card, case="index")
