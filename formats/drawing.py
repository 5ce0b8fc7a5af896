"""A position as a drawing in SVG, with the cards of the page: it loads nothing and runs nothing.

The shapes of suits and ranks are in `web/cards.js`, the figures of courts in `web/cards`. A card
that the viewer does not know is drawn as its back.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import cos, pi, sin
from pathlib import Path
from typing import Final, NamedTuple

from markupsafe import Markup

from domain.kernel.cards import SUITS, UNKNOWN, Card, Cards
from domain.kernel.event import Seat
from formats.diagram import trump_name
from formats.position import Names, Place, Position
from formats.text_transcript import plain

WIDTH: Final = 1200
HEIGHT: Final = 630
"""The size for which sites have space in their previews."""
_WEB: Final = Path(__file__).parents[1] / "web"
_CONSTANT: Final = re.compile(r"^const (SUITS|INDICES) = (\{.*?^\});$", re.DOTALL | re.MULTILINE)
_INKS: Final = {"C": "#1b1c1f", "S": "#1b1c1f", "H": "#c0202b", "D": "#c0202b"}
_LOW: Final = 466
_LONGEST: Final = 16
"""A longer name is cut."""
_DOCUMENT: Final = Markup(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
    ' height="{height}" font-family="system-ui, sans-serif" role="img">\n<title>{title}</title>\n'
    '<defs><radialGradient id="felt" cx="50%" cy="42%" r="75%">'
    '<stop offset="0" stop-color="#3c8a69"/><stop offset=".55" stop-color="#215f47"/>'
    '<stop offset="1" stop-color="#184c38"/>'
    "</radialGradient></defs>\n"
    '<rect width="{width}" height="{height}" fill="url(#felt)"/>\n{parts}\n</svg>\n'
)
_PAPER: Final = Markup(
    '<rect x="1.5" y="1.5" width="247" height="347" rx="20" fill="{}" stroke="{}"'
    ' stroke-width="3"/>'
)
_BACK: Final = Markup(
    '<g fill="none" stroke="#c8d6e4" stroke-width="5" stroke-linecap="round"'
    ' stroke-linejoin="round"><rect x="20" y="20" width="210" height="310" rx="10" fill="#234a75"'
    ' stroke-width="3"/><circle cx="125" cy="175" r="44"/><path d="M104 176l15 16l28-32"/></g>'
)
_PIP: Final = Markup(
    '<path d="{}" fill="{}" fill-rule="evenodd"'
    ' transform="translate({} {}) scale({}) translate(-50 -50)"/>'
)
_INDEX: Final = Markup(
    '<path d="{}" fill="none" stroke="{}" stroke-width="105" stroke-linecap="square"'
    ' stroke-miterlimit="1.5" transform="translate(44 56) scale(.078)"/>'
)
_COURT: Final = Markup(
    '<image href="data:image/svg+xml;base64,{}" x="64" y="16" width="176" height="318"'
    ' preserveAspectRatio="none"/><rect x="64" y="16" width="176" height="318" fill="none"'
    ' stroke="#2c4a8c" stroke-width="2"/>'
)
_LAID: Final = Markup(
    '<g transform="translate({} {}) rotate({}) scale({}) translate(-125 -175)">{}</g>'
)
_WORDS: Final = Markup(
    '<rect x="{}" y="{}" width="{}" height="{}" rx="18" fill="#0a2017" fill-opacity=".62"/>'
    '<text x="{}" y="{}" fill="#fff" font-size="{}" font-weight="650" text-anchor="middle">'
    "{}</text>"
)
_RING: Final = Markup(
    '<rect x="-9" y="-9" width="268" height="368" rx="26" fill="none" stroke="#ffcf5c"'
    ' stroke-width="16"/>'
)


class Spot(NamedTuple):
    """The place of a card: its centre, its width, and its turn in degrees."""

    x: float
    y: float
    width: float
    turn: float = 0


def drawing(shown: Position, names: Names | None, *, title: str = "", near: Seat = 0) -> str:
    """A position as a document of SVG.

    Args:
        shown: The position.
        names: The names at the table; None: no words, for which a picture may have no font.
        title: The title, for screen readers.
        near: The seat at the bottom.
    """
    parts = [*_hands(shown, near), *_middle(shown, near), *_stacks(shown), *_signs(shown)]
    if names is not None:
        parts += _words(shown, names, near)
    body = Markup("\n").join(parts)
    return str(_DOCUMENT.format(width=WIDTH, height=HEIGHT, title=plain(title), parts=body))


@cache
def _shapes() -> Mapping[str, Mapping[str, str]]:
    """The shapes of suits and ranks on the page."""
    found = dict(_CONSTANT.findall((_WEB / "cards.js").read_text("utf-8")))
    quoted = {name: re.sub(r"(\w+): ", r'"\1": ', text) for name, text in found.items()}
    suits, ranks = (json.loads(re.sub(r",(\s*\})", r"\1", quoted[name])) for name in found)
    return {"suits": suits["french"], "ranks": ranks}


@cache
def _court(card: Card) -> str:
    return b64encode((_WEB / "cards" / f"{card}.svg").read_bytes()).decode()


def card_svg(card: Card, *, covered: bool = False, best: bool = False) -> Markup:
    """A card in a frame of 250 by 350.

    Args:
        card: The card.
        covered: Whether only its left side is seen: then it has no figure.
        best: Whether it holds the trick.
    """
    ring = _RING if best else Markup()
    if card == UNKNOWN:
        return ring + _PAPER.format("#fffdf6", "none") + _BACK
    rank, suit = card
    paths, ink = _shapes(), _INKS[suit]
    face = _PIP.format(paths["suits"][suit], ink, 160, 232, 1.5)
    if rank in "JQK":
        face = Markup() if covered else _COURT.format(_court(card))
    index = _INDEX.format(paths["ranks"]["10" if rank == "T" else rank], ink)
    pip = _PIP.format(paths["suits"][suit], ink, 44, 132, 0.577)
    return ring + _PAPER.format("#fffdf6", "#00000059") + face + index + pip


def _laid(card: Card, spot: Spot, *, covered: bool = False, best: bool = False) -> Markup:
    numbers = (round(each, 2) for each in (spot.x, spot.y, spot.turn, spot.width / 250))
    return _LAID.format(*numbers, card_svg(card, covered=covered, best=best))


def _angle(shown: Position, seat: Seat, near: Seat) -> float:
    """The direction of a seat: clockwise from the bottom."""
    return 2 * pi * ((seat - near) % shown.seats) / shown.seats


def _point(shown: Position, seat: Seat, near: Seat) -> tuple[float, float]:
    angle = _angle(shown, seat, near)
    return WIDTH / 2 - 425 * sin(angle), 302 + 222 * cos(angle)


def _hands(shown: Position, near: Seat) -> Iterator[Markup]:
    for seat, cards in enumerate(shown.hands):
        x, y = _point(shown, seat, near)
        yield from _fan(cards, x, y, space=520 if x == WIDTH / 2 else 320)


def _fan(cards: Cards, x: float, y: float, *, space: float) -> Iterator[Markup]:
    is_open = any(each != UNKNOWN for each in cards)
    width = 92 if is_open else 62
    most = len(cards) - 1
    step = min(0.55 * width, (space - width) / most) if most > 0 else 0
    for at, card in enumerate(cards):
        off = at - most / 2
        turn = 10 * off / most if most > 1 and not is_open else 0
        yield _laid(card, Spot(x + off * step, y, width, turn), covered=at < most)


def _middle(shown: Position, near: Seat) -> Iterator[Markup]:
    """The cards that lie before their seats, in pairs, or in a row."""
    laid = [each for each in shown.lying if each.shape == "laid"]
    for place in laid:
        [seat, *_] = place.seats or (near,)
        angle = _angle(shown, seat, near)
        x, y = WIDTH / 2 - 118 * sin(angle), 318 + 54 * cos(angle)
        yield from _row(place.cards, x, y, width=104, space=190, best=seat == shown.best)
    pairs = [each.cards for each in shown.lying if each.shape == "pairs"]
    for at, cards in enumerate(pairs):
        x = WIDTH / 2 + (at - (len(pairs) - 1) / 2) * min(150, 560 / max(1, len(pairs)))
        for above, card in enumerate(cards):
            yield _laid(card, Spot(x + 26 * above, 288 + 34 * above, 96, 6 * above))
    for place in shown.lying:
        if place.shape == "row":
            yield from _row(place.cards, WIDTH / 2, 300, width=104, space=560)


def _row(
    cards: Cards, x: float, y: float, *, width: float, space: float, best: bool = False
) -> Iterator[Markup]:
    most = len(cards) - 1
    step = min(0.46 * width, (space - width) / most) if most > 0 else 0
    for at, card in enumerate(cards):
        spot = Spot(x + (at - most / 2) * step, y, width)
        yield _laid(card, spot, covered=at < most, best=best)


def _stacks(shown: Position) -> Iterator[Markup]:
    """Decks at the left of the middle, and what is out of play at the right."""
    for place, x in _piles(shown):
        if place.shown is not None:
            yield _laid(place.shown, Spot(x + 34, _LOW, 66, 90))
        is_deck = place.shape == "deck"
        top = place.cards[-1] if is_deck and len(place.cards) <= shown.seats else UNKNOWN
        yield _laid(top, Spot(x, _LOW, 66 if is_deck else 46))


def _piles(shown: Position) -> Iterator[tuple[Place, float]]:
    """The places of stacks, and how far from the left they are."""
    decks = [each for each in shown.lying if each.shape == "deck"]
    yield from ((each, 250.0 - 110 * at) for at, each in enumerate(decks))
    heaps = [each for each in shown.lying if each.shape == "heap"]
    yield from ((each, 910.0 + 180 * at) for at, each in enumerate(heaps))


def _signs(shown: Position) -> Iterator[Markup]:
    """The suits that are trumps."""
    for at, value in enumerate(each for each in shown.trumps if each in SUITS):
        x = 60 + 76 * at
        yield Markup('<rect x="{}" y="28" width="64" height="64" rx="14" fill="#fffdf6"/>').format(
            x - 32
        )
        yield _PIP.format(_shapes()["suits"][value], _INKS[value], x, 60, 0.44)


def _words(shown: Position, names: Names, near: Seat) -> Iterator[Markup]:
    """The names of seats and places, and the trumps."""
    for seat in range(shown.seats):
        x, y = _point(shown, seat, near)
        roles = [names.roles.get(each, each) for each in shown.roles[seat]]
        yield _plate([_cut(names.seats[seat]), *roles[-1:]], x, min(y + 80, HEIGHT - 22))
    for place, x in _piles(shown):
        count = len(place.cards) if place.tricks is None else place.tricks
        owners = _cut(", ".join(names.seats[each] for each in place.seats))
        zone = names.zones.get(place.zone, place.zone)
        yield _plate([f"{owners}: {count}" if owners else f"{count} {zone}"], x, 528, size=20)
    if said := [trump_name(each, names) for each in shown.trumps if each not in SUITS]:
        yield _plate(said, 28 + 7 * len(" · ".join(said)) + 14, 46)


def _cut(name: str) -> str:
    name = plain(name)
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def _plate(words: Sequence[str], x: float, y: float, *, size: int = 24) -> Markup:
    text = " · ".join(words)
    width = 0.58 * size * len(text) + 28
    return _WORDS.format(x - width / 2, y - 18, width, 36, x, y + size / 3, size, text)
