"""Positions of deals for people: as a diagram in text, and as a drawing."""

from typing import Any

from domain.kernel.event import Seat
from domain.kernel.game import Game
from domain.kernel.progress import Progress
from domain.table.players import Player
from domain.table.series import Table
from formats.diagram import diagram
from formats.drawing import drawing
from formats.position import Names, position
from languages.catalogue import Language
from service.games.representation import names, title
from service.streams import Deal


def names_at(table: Table, game: Game[Any], language: Language) -> Names:
    """The names at a table in a language."""
    players = (_called(player, seat, language) for seat, player in enumerate(table.players))
    return names(game, tuple(players), language)


def _called(player: Player | None, seat: Seat, language: Language) -> str:
    if player is None or player.bot is not None:
        return f"{language.message('table-bot')} {seat}"
    return player.name


def heading(deal: Deal, was: Progress, language: Language) -> str:
    """The game, the number of the deal, and the event after which it is shown.

    How many events follow gives away how soon the deal ends.
    """
    where = language.message("replay-event", {"at": was.position})
    number = f"{language.message('table-deal')} {deal.opened.number}"
    return f"{title(deal.game, language)}, {number}, {where}"


def as_text(deal: Deal, at: int, table: Table, language: Language) -> str:
    """The diagram of a deal after an event, as its viewer saw it."""
    was = deal.at(at)
    said = heading(deal, was, language)
    known = names_at(table, deal.game, language)
    return diagram(position(deal.game, was.state), known, title=said, language=language)


def as_drawing(deal: Deal, at: int, table: Table, language: Language) -> str:
    """The drawing of a deal after an event, as its viewer saw it: the viewer's seat is nearest."""
    was = deal.at(at)
    said = heading(deal, was, language)
    known = names_at(table, deal.game, language)
    return drawing(position(deal.game, was.state), known, title=said, near=_nearest(deal))


def without_words(deal: Deal, at: int) -> str:
    """The same without names: other sites keep a picture of it, where no name can be erased."""
    return drawing(position(deal.game, deal.at(at).state), None, near=_nearest(deal))


def _nearest(deal: Deal) -> Seat:
    """The seat at the bottom of a drawing."""
    return 0 if isinstance(deal.viewer, str) else deal.viewer
