"""Public replays: their addresses, and the notes about them for other sites.

Only texts of this project are in it, none of a person: other sites keep what they read, where no
name can be erased, and some show it as HTML.
"""

import re
from functools import partial
from typing import Final, NamedTuple
from urllib.parse import quote
from uuid import UUID

import flask
import psycopg
from markupsafe import Markup

from domain.kernel.event import Viewer
from languages.catalogue import Language
from service.access.credentials import Anonymous
from service.api.authentication import spend_of_stranger, stranger
from service.api.dependencies import app
from service.api.headers import language
from service.api.responses import tag
from service.deals.positions import heading, without_words
from service.deals.visibility import parse_viewer, see_deal, viewer_name
from service.origins import origin_fault
from service.problems import Problem, not_found
from service.streams import Deal

LONGEST: Final = 60
"""No address of a moment is longer."""
PICTURE: Final = (800, 420)
"""The width and the height of a picture."""
FRAME: Final = (640, 500)
"""The usual width and height of a replay within another site."""
_MOMENT: Final = re.compile(
    r"(?P<deal>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
    r"(?:/(?P<at>[1-9][0-9]{0,8})/(?P<eyes>public|full|seat:[0-9]))?"
)
_META: Final = Markup('<meta property="{}" content="{}">')
_FOUND: Final = Markup(
    '<link rel="alternate" type="application/json+oembed" href="{}/oembed?url={}" title="{}">'
)


class ReplayAddress(NamedTuple):
    """A moment of a deal, as an address names it.

    Attributes:
        deal: The deal.
        at: The last event that is shown.
        viewer: The viewer.
    """

    deal: UUID
    at: int
    viewer: Viewer

    def __str__(self) -> str:
        return f"{self.deal}/{self.at}/{viewer_name(self.viewer)}"


def replay_address(text: str) -> ReplayAddress | None:
    """The moment at the end of an address; None: there is none."""
    found = _MOMENT.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        return None
    viewer = parse_viewer(found["eyes"] or "full")
    return ReplayAddress(UUID(found["deal"]), int(found["at"] or 1), viewer)


def public_deal(address: ReplayAddress | None) -> Deal:
    """The finished deal of a public table at an address, as its viewer sees it.

    A deal that is on, of a private table or laid by hand is refused like one that does not exist.
    No credential counts.

    Raises:
        Problem: ``not-found``.
    """
    if address is None:
        raise not_found("deal")
    who = stranger().principal
    assert isinstance(who, Anonymous), "no credential is read"
    try:
        seen = see_deal(app.context, who, address.deal, wanted=address.viewer)
    except Problem:
        raise not_found("deal") from None
    if not seen.over or seen.progress.is_off or seen.opened.test or address.at > seen.version:
        raise not_found("deal")
    return seen


def own_origin() -> str:
    """The origin of this service, by which other sites reach it."""
    request = flask.request
    named = f"{request.scheme}://{request.host}"
    return app.settings.address or ("" if origin_fault(named) else named)


def picture(address: ReplayAddress, deal: Deal) -> bytes:
    """The picture of a moment as PNG: drawn once, and kept by this process."""
    at = next((at for at in range(address.at, deal.version) if _has_cards(deal, at)), address.at)
    key = tag("picture", deal.head, viewer_name(deal.viewer), str(at))
    return app.cache.get(key, partial(_drawn, deal, at))


def _has_cards(deal: Deal, at: int) -> bool:
    return any(deal.at(at).state.hands)


def _drawn(deal: Deal, at: int) -> bytes:
    from resvg_py import svg_to_bytes  # noqa: PLC0415 - 3 MB that a process needs for this alone

    return svg_to_bytes(without_words(deal, at), skip_system_fonts=True, width=PICTURE[0])


def title_of(address: ReplayAddress, deal: Deal, spoken: Language) -> str:
    """The title of a replay: the game, the deal and the moment."""
    return heading(deal, deal.at(address.at), spoken)


def preview(text: str) -> Markup:
    """The notes for programs that show a link to a replay; of other deals there are none."""
    address, origin = replay_address(text), own_origin()
    if address is None or not origin:
        return Markup()
    try:
        spend_of_stranger()
        deal = public_deal(address)
    except (Problem, psycopg.Error):  # the page itself is there without the database
        return Markup()
    spoken = language()
    title, page = title_of(address, deal, spoken), f"{origin}/replay/{address}"
    about = {
        "og:type": "website",
        "og:site_name": "Fairdeal",
        "og:title": title,
        "og:description": spoken.message("embed-about"),
        "og:url": page,
        "og:image": f"{origin}/pictures/{address}.png",
        "og:image:type": "image/png",
        "og:image:width": PICTURE[0],
        "og:image:height": PICTURE[1],
        "og:image:alt": title,
        "twitter:card": "summary_large_image",
    }
    lines = [_META.format(name, value) for name, value in about.items()]
    return Markup("\n").join([*lines, _FOUND.format(origin, quote(page, safe=""), title), ""])
