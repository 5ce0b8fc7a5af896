"""Requests about the queue of people who wait for others to play with."""

from domain.kernel.sentence import Sentence
from service.api.schemas.fields import Name, Text, WholeNumberField, about
from service.api.schemas.forms import Pattern
from service.api.schemas.request import Request
from service.api.schemas.requests import LARGEST
from service.api.schemas.terms import LONGEST_WORD

_SECRET = "^wait_[A-Za-z0-9_-]{43}$"  # noqa: S105 - the form, not a secret


def _place() -> Text:
    return Text(
        longest=48,
        required=True,
        pattern=Pattern(_SECRET, Sentence("form-place")),
        metadata=about(
            "The secret of the place, which the page makes: `wait_` and 32 random bytes."
        ),
    )


class QueueSecretRequest(Request):
    """A request about a place in the queue."""

    place = _place()


class QueueRequest(Request):
    """A request to wait for others, or to wait on."""

    place = _place()
    game = Text(longest=LONGEST_WORD, required=True, metadata=about("The game, by its key."))
    name = Name(required=True, metadata=about("The name of the player at the table."))
    target = WholeNumberField(
        low=1,
        high=LARGEST,
        metadata=about("The score or number of deals that ends the series. Default: the game's."),
    )
    bots = Text(
        longest=LONGEST_WORD,
        allow_none=True,
        load_default=None,
        metadata=about("The level of the bots that may fill the table; null: none may."),
    )
