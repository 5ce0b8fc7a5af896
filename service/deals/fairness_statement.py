"""The fairness statement of a deal: the basis of its shuffle, and the pending seeds."""

from collections.abc import Sequence

from domain.fairness.shuffle import CardProof
from domain.kernel.deal import Opened, is_by_hand
from domain.kernel.event import Json, Seat
from domain.kernel.leaving import Abandoned, explain_end
from domain.kernel.progress import Progress
from domain.kernel.sentence import Sentence
from domain.table.events import DealAbandoned
from events.translog.receipts import Receipt
from languages.catalogue import Language
from service.deals.receipts import receipt_json
from service.responses.deals import CardOpeningsJson
from service.responses.problems import sentence_json
from service.responses.shared import FairnessJson
from service.streams import Deal


def fairness_json(deal: Progress, *, receipt: Receipt | None, language: Language) -> FairnessJson:
    """The parties to the shuffle of a deal, the pending ones, and the resulting guarantees.

    Args:
        deal: The deal.
        receipt: For its opening, while seeds are waited for.
        language: The language of the texts.
    """
    opened = deal.opened
    guarantee = sentence_json(_guarantee(opened), language)
    shown = {each.seat: each.seed for each in deal.shown}
    return {
        "commitment": opened.commitment,
        "seats": [
            {"seat": seat, "commitment": commitment, "seed": shown.get(seat)}
            for seat, commitment in enumerate(opened.commitments)
            if commitment is not None
        ],
        "waiting": [] if deal.is_off else list(deal.owing),
        "receipt": None if receipt is None else receipt_json(receipt),
        "guarantee": guarantee["text"],
        "guarantee_explained": guarantee,
    }


def _guarantee(opened: Opened) -> Sentence:
    if is_by_hand(opened):
        return Sentence("shuffle-by-hand")
    if opened.test:
        return Sentence("deal-of-test")
    if opened.board is not None:
        return Sentence("shuffle-of-board")
    if not opened.adding:
        return Sentence("shuffle-server-alone")
    return Sentence("shuffle-together", _named(opened.adding))


def voided_sentences(seats: Sequence[Seat]) -> list[Sentence]:
    """The reason why a deal was voided; none if it was not."""
    return [Sentence("deal-voided", _named(seats), "F4")] if seats else []


def abandoned_sentences(end: Abandoned | DealAbandoned | None) -> list[Sentence]:
    """The reason why a deal was not played out; none if it was."""
    return [] if end is None else [explain_end(end.seats, end.reason)]


def _named(seats: Sequence[Seat]) -> dict[str, Json]:
    return {"seats": list(seats), "number": len(seats)}


def openings_json(deal: Deal, openings: Sequence[CardProof], *, view: str) -> CardOpeningsJson:
    """The proofs of cards against the root of a deal's shuffle, which is null before it."""
    shuffled = deal.progress.shuffled
    return {
        "deal": str(deal.id),
        "view": view,
        "root": None if shuffled is None else shuffled.root,
        "size": len(deal.game.pack),
        "openings": [
            {
                "position": each.position,
                "card": each.card,
                "salt": each.salt.hex(),
                "path": [node.hex() for node in each.path],
            }
            for each in openings
        ],
    }
