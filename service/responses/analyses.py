"""Analyses of deals that are over."""

from typing import Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

from service.responses.base import Id, MoveJson, Thousandths

AnalysisStatus: TypeAlias = Literal["none", "running", "done", "failed"]


class AlternativeJson(TypedDict):
    """A legal move and its values, from 0, the worst result of a deal, to 1000, the best."""

    move: NotRequired[MoveJson]
    """The move. Absent: to wait."""
    value: Thousandths
    """As far as its player could know."""
    open: Thousandths
    """With the cards of all players open."""


class ReviewJson(TypedDict):
    """The review of a move whose player had a choice."""

    at: int
    """The position of the move's event."""
    seat: int
    """The seat that made it."""
    verdict: Literal["best", "inaccuracy", "blunder", "unlucky"]
    """`inaccuracy`: another move was better by 20 or more, `blunder`: by 100 or more, as far as the
    player could know. `unlucky`: none was; with all cards open, one was."""
    loss: int
    """Its loss against the move with the highest `value`."""
    open_loss: int
    """The same of `open`."""
    played: AlternativeJson
    """The move that was made."""
    best: AlternativeJson
    """The choice of the bot."""
    alternatives: list[AlternativeJson]
    """Every legal move, by falling `value`."""
    worlds: int
    """How many ways to deal the unseen cards were looked at."""
    cut: bool
    """Whether the budget ended a search before it was complete."""


class AnalysisJson(TypedDict):
    """The analysis of a finished deal, as far as it was made."""

    deal: Id
    """The deal."""
    method: str | None
    """The bot that values the moves, with its version and the most positions that it searches, such
    as `hard/1@45000000`. Null: no bot here can judge moves of this game."""
    status: AnalysisStatus
    """`none` until a caller has requested it; `done` when every move was reviewed; `failed` when it
    was tried in vain: request it again."""
    place: int | None
    """The place in the queue: how many analyses are made before this one. 0: it is being made.
    Owners take turns, so another one may still come before it. Null: it does not wait."""
    moves: int
    """The number of moves of the deal."""
    done: int
    """How many of them were reviewed."""
    reviews: list[ReviewJson]
    """The reviews of those whose player had a choice, in their order; none until it is done."""
