"""Every problem type of the API: its status, title, cause and remedy.

There is one entry for each code. A new `Code` needs an entry here and a refusal in the script of
the examples (`tests/api/example_script.py`), which shows that it is really raised. Tests hold both.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final, NamedTuple

from service.api.statuses import CONFLICT, FORBIDDEN, INVALID, NOT_FOUND, TOO_MANY, UNAVAILABLE
from service.problems import Code


class Kind(NamedTuple):
    """A problem type."""

    status: HTTPStatus
    title: str
    cause: str
    """The cause of the answer."""
    cure: str
    """The remedy for the caller."""


OF_CODES: Final[Mapping[Code, Kind]] = {
    Code.INVALID: Kind(
        INVALID,
        "The request is invalid",
        "A field of the body, a parameter of the query or a header is missing, is not known, or has"
        " a value that the contract does not allow.",
        "Look at `errors`: each names the place, as a JSON pointer, a parameter or a header."
        " Correct them, and send the request again.",
    ),
    Code.ILLEGAL_MOVE: Kind(
        CONFLICT,
        "The rules refuse this move",
        "The move breaks at least one clause of the rules, judged on what its player can see.",
        "`clauses` has every clause that it breaks, with its address. Choose one of the"
        " `legal_moves` of the deal.",
    ),
    Code.NOT_YOUR_TURN: Kind(
        CONFLICT,
        "Not your turn",
        "Another seat is to act, and no clause lets this seat make this move out of its turn.",
        "Wait until the deal's `to_act` is your seat, or until you have `legal_moves`: GET the"
        " events with `wait`.",
    ),
    Code.DEAL_OVER: Kind(
        CONFLICT,
        "The deal is over",
        "The deal has been settled or voided, or would be by the event from which it is to go on.",
        "Read the deal for how it ended. If the series goes on, the table has the next `deal`.",
    ),
    Code.DEAL_ON: Kind(
        CONFLICT,
        "The deal is still on",
        "The request shows or presumes all the cards, which are hidden while the deal is on.",
        "Wait until the `status` of the deal is `over`.",
    ),
    Code.STALE_VERSION: Kind(
        CONFLICT,
        "The deal has changed",
        "`expected_version` is not the version of the deal: something has happened since you read"
        " it.",
        "Read what you missed (the address is in `missed`), choose again, and send the new"
        " `version`; or leave `expected_version` out.",
    ),
    Code.KEY_REUSED: Kind(
        INVALID,
        "Idempotency key used before",
        "The `Idempotency-Key` was used before with another body, or for another request of yours.",
        "Take a fresh key for each new request. Repeat a request with the very same body.",
    ),
    Code.DEAL_VOIDED: Kind(
        CONFLICT,
        "The deal was voided",
        "A seat that adds a seed did not show it, or did not commit to it, in time: no card was"
        " dealt (F4).",
        "Go on with the table's next deal. Commit and show seeds within `reveal_seconds`.",
    ),
    Code.DEAL_ABANDONED: Kind(
        CONFLICT,
        "The deal was abandoned",
        "A player left, resigned or was out of time where the table's rules end the series for it,"
        " or its owner closed the table (L4-L6): nothing was settled.",
        "Read the series: it says who ended it and why. The record of the deal is there in full.",
    ),
    Code.TIME_OVER: Kind(
        CONFLICT,
        "Your time is over",
        "The move came at the deadline of the turn or after it, by the time of the record (L2)."
        " Or a player comes back in a turn whose time is used up: the bot moves in it first (L3).",
        "Read the deal: a bot may play for you now, until you come back, or the series has ended."
        " Come back after the bot's move."
        " `clock` says until when each turn runs.",
    ),
    Code.AWAY: Kind(
        CONFLICT,
        "A bot plays for you",
        "You have left the deal, or were out of time, and a bot plays for your seat (L3).",
        "Come back by POST to the deal's `return`; then the next move is yours again.",
    ),
    Code.SERIES_OVER: Kind(
        CONFLICT,
        "The series is over",
        "The request is only for tables whose series goes on.",
        "Read the series for its end, or open another table.",
    ),
    Code.NO_REMATCH: Kind(
        CONFLICT,
        "No rematch of this table",
        "Its series has not come to its end, was closed, or is a branch.",
        "Play the series to its end, or open a table of your own.",
    ),
    Code.NOT_NEXT_DEAL: Kind(
        CONFLICT,
        "Not the next deal",
        "A seat commits to the next deal of its table and to no other (F2).",
        "Read the table, and commit to the `id` of its `next_deal`.",
    ),
    Code.ALREADY_COMMITTED: Kind(
        CONFLICT,
        "Committed already",
        "The seat has committed to another seed for this deal. A commitment cannot be changed"
        " (F2).",
        "Show the seed of the first commitment when the deal is opened.",
    ),
    Code.SEED_REFUSED: Kind(
        CONFLICT,
        "This is not the seed",
        "The seed does not open the commitment of the seat for this deal (F3).",
        "Send the seed from which the commitment was made: its 32 bytes in lower-case hex, and for"
        " this deal and seat.",
    ),
    Code.SEAT_KEY_REFUSED: Kind(
        CONFLICT,
        "This is not a valid key",
        "The key that comes with the seat is not an Ed25519 public key of the prime-order group,"
        " in its one encoding (F7).",
        "Make a key pair with an Ed25519 library, and send the 32 bytes of the public key in"
        " lower-case hex.",
    ),
    Code.SIGNATURE_NEEDED: Kind(
        CONFLICT,
        "A signature is missing",
        "The player has brought a key to the seat, and this move or act came without a signature"
        " (F7).",
        "Sign the move or act and the `head` of the deal or table with the key of the seat, and"
        " send it as `signature`; the contract says which bytes are signed.",
    ),
    Code.SIGNATURE_REFUSED: Kind(
        CONFLICT,
        "The signature does not fit",
        "The signature is not the seat's over this move or act at this place in the record; or the"
        " seat has brought no key, and signs nothing (F7).",
        "Read the deal or table again, and sign the move or act in its complete form with the"
        " `version` and the `head` that it has now. An act may be sent again under the same"
        " idempotency key. Where `errors` point to `/signature`, send none.",
    ),
    Code.SEAT_TAKEN: Kind(
        CONFLICT,
        "The seat is taken",
        "The seat has a player.",
        "Read the table, and take a seat that has neither name nor bot; or find another table in"
        " the lobby.",
    ),
    Code.NAME_TAKEN: Kind(
        CONFLICT,
        "The name looks like another one",
        "A player at the table, or a bot, has a name that this one could be mistaken for. Letters"
        " that look alike count as the same, and so do capitals and small letters.",
        "Choose another name.",
    ),
    Code.TABLE_STARTED: Kind(
        CONFLICT,
        "Too late at this table",
        "The series of the table has begun, or the table is closed.",
        "Open another table, or find one whose `status` is `open`.",
    ),
    Code.DISPUTE_RULED: Kind(
        CONFLICT,
        "Ruled already",
        "A dispute is ruled once and for all, and this one was.",
        "Read the ruling with the disputes of the deal. A seat may open another dispute.",
    ),
    Code.LIMIT_REACHED: Kind(
        CONFLICT,
        "Limit reached",
        "There are as many of these as the settings of the service allow.",
        "Let one of them end first: dismiss an auditor, wait for a ruling.",
    ),
    Code.WEBHOOK_DISABLED: Kind(
        CONFLICT,
        "The webhook is disabled",
        "Nothing is delivered to a webhook that its owner has disabled, whose receiver answered"
        " 410, that has failed for days, or that was added by a revoked key.",
        "Look at its `reason`, repair the receiver, and enable the webhook; then ask again. Where"
        " its key was revoked, add it anew.",
    ),
    Code.NOT_CONSISTENT: Kind(
        CONFLICT,
        "No other cards fit",
        "Cards were to be dealt anew so that the seat would have seen the same, but no such deal"
        " was found.",
        "Begin at another event, from another seat, or with the true cards.",
    ),
    Code.VIEW_NOT_ALLOWED: Kind(
        FORBIDDEN,
        "This view is not allowed",
        "While a deal is on, a seat's view is for the token of that seat, `full` is refused, and"
        " some tables have no spectators.",
        "Leave `view` out for your own view, or ask again when the deal is over.",
    ),
    Code.NOT_ALLOWED: Kind(
        FORBIDDEN,
        "Not allowed with this credential",
        "The credential is valid, but does not allow this: seats play, API keys open tables and"
        " take seats, owners admit auditors, auditors rule.",
        "Send the credential that the operation asks for; its description says which.",
    ),
    Code.NOT_FOUND: Kind(
        NOT_FOUND,
        "Not found",
        "It does not exist, or you may not see it. The service does not say which.",
        "Check the address, the id in it, and the credential that you have sent.",
    ),
    Code.NOT_LOGGED: Kind(
        CONFLICT,
        "Not in the log",
        "The event is not in the log of that size.",
        "Ask for a later checkpoint: an event is in the log within about a second.",
    ),
    Code.UNAUTHENTICATED: Kind(
        HTTPStatus.UNAUTHORIZED,
        "Credential missing or invalid",
        "No credential came with the request, or one that is mistyped, expired or revoked.",
        "Send `Authorization: Bearer …` with an API key, a seat's or an auditor's token.",
    ),
    Code.SCOPE_MISSING: Kind(
        FORBIDDEN,
        "The key lacks a scope",
        "The API key is valid, but lacks the scope of the operation, or a scope that it would"
        " give to another key.",
        "Send a key that has the `scope`. A key with that scope can make another one.",
    ),
    Code.TOO_MANY_TABLES: Kind(
        CONFLICT,
        "Too many open tables",
        "The owner of the API key has as many tables that are not over as the service allows.",
        "Play a series to its end, or close a table; `limit` says how many there may be.",
    ),
    Code.TOO_MANY_REQUESTS: Kind(
        TOO_MANY,
        "Too many requests",
        "The budget of requests that the operation is counted against is spent.",
        "Wait for the seconds of `Retry-After`. Read with `wait` or as a stream instead of asking"
        " again and again; `RateLimit` says what is left.",
    ),
    Code.BROKEN_RECORD: Kind(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        "The record is damaged",
        "The stored record was altered or damaged: a hash of its chain, or the signed log, does"
        " not match. Such a record is never shown.",
        "Inform the operator of the service. Receipts and checkpoints that you keep prove the"
        " original.",
    ),
}

OF_FORM: Final[Mapping[str, Kind]] = {
    "malformed-json": Kind(
        HTTPStatus.BAD_REQUEST,
        "Malformed JSON",
        "The body is not JSON in UTF-8, names a field twice, has an invalid number, or is nested"
        " too deep.",
        "Write the body with a JSON library; `detail` says where reading stopped.",
    ),
    "unsupported-media-type": Kind(
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        "Unsupported media type",
        "The body was sent as another type than JSON.",
        "Send `Content-Type: application/json`.",
    ),
    "request-entity-too-large": Kind(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        "The body is too long",
        "The body is longer than the service reads.",
        "Send less; no request of this API needs as much.",
    ),
    "request-timeout": Kind(
        HTTPStatus.REQUEST_TIMEOUT,
        "The body came too slowly",
        "The body was not complete in time. The connection is closed; nothing was done.",
        "Send the whole request again, over another connection.",
    ),
    "uri-too-long": Kind(
        HTTPStatus.REQUEST_URI_TOO_LONG,
        "The address is too long",
        "The address with its query is longer than the service reads.",
        "Send less; no address of this API needs as much.",
    ),
    "headers-too-large": Kind(
        HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
        "The headers are too long",
        "The headers of the request are together longer than the service reads.",
        "Send fewer headers; look for what a proxy or a library adds, such as cookies.",
    ),
    "too-many-streams": Kind(
        TOO_MANY,
        "Too many streams",
        "The limit of open streams is reached: with this token, with the keys of this owner, or"
        " for everything that the owner has (429); or for the whole service (503).",
        "Close a stream that is not needed, or try again after the seconds of `Retry-After`."
        " Pages with `wait` stay available.",
    ),
    "not-acceptable": Kind(
        HTTPStatus.NOT_ACCEPTABLE,
        "Form not available",
        "`Accept` names no form that this resource has.",
        "Accept one of the media types that the contract names for the operation.",
    ),
    "method-not-allowed": Kind(
        HTTPStatus.METHOD_NOT_ALLOWED,
        "Method not allowed",
        "The resource does not have this method.",
        "Use one of the methods that the header `Allow` names.",
    ),
    "not-migrated": Kind(
        UNAVAILABLE,
        "Not ready",
        "The database is not migrated to the schema of this program.",
        "For operators: run `fairdeal migrate`. For callers: ask again later.",
    ),
    "unavailable": Kind(
        UNAVAILABLE,
        "Service unavailable",
        "The service cannot reach its database. Nothing was lost.",
        "Ask again after the seconds of `Retry-After`, with the same `Idempotency-Key`.",
    ),
    "broken": Kind(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        "Internal error",
        "A fault of the service, not of the request.",
        "Inform the operator of the service, with the `X-Request-Id` of the answer.",
    ),
}
"""Malformed requests and failures of the service itself."""

KINDS: Final[Mapping[str, Kind]] = {
    **{code.value: kind for code, kind in OF_CODES.items()},
    **OF_FORM,
}


OF_HTTP: Final[Mapping[HTTPStatus, str]] = {
    HTTPStatus.NOT_FOUND: Code.NOT_FOUND,
    HTTPStatus.METHOD_NOT_ALLOWED: "method-not-allowed",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "request-entity-too-large",
}
"""Refusals by Flask. The names do not depend on the status phrases of a Python version."""


def address(code: str) -> str:
    """The address of a problem type's page; for others, ``about:blank`` (RFC 9457)."""
    return f"/problems/{code}" if code in KINDS else "about:blank"


def rule_address(game: str, clause: str) -> str:
    """The address of the text of a clause."""
    return f"/rules/{game}#{clause}"
