"""Seeds that seats add to the shuffle, and the proofs of the dealt cards."""

from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

import flask
from flask import g

from domain.kernel.openings import openings
from service.access.budgets import Price
from service.api.dependencies import app
from service.api.problems import CONFLICT, FORBIDDEN, GONE, INVALID, NOT_FOUND, OF_BODIES
from service.api.requests import read_command
from service.api.resources.deals import seat_holder
from service.api.resources.tables import table_after, table_shown
from service.api.responses import answer, created, marked
from service.api.routes import Routes, Success
from service.api.schemas.fields import Hexadecimal, IdentifierText, about
from service.api.schemas.request import Request
from service.api.schemas.requests import COMMIT, ViewQuery, signature_of
from service.deals import seeds, streams
from service.deals.representation import openings_json, played_json
from service.deals.visibility import parse_viewer, see_deal, viewer_name
from service.responses.deals import CardOpeningsJson, MoveResultJson
from service.responses.tables import TableJson
from service.streams import Deal

ROUTES: Final = Routes(
    "seeds", description="Seeds that seats add to the shuffle: no party alone decides the pack."
)


class CommitSeedRequest(Request):
    """A commitment to the seed of a seat."""

    deal = IdentifierText(
        required=True,
        metadata=about("The id of the table's next deal: `next_deal`."),
    )
    commitment = Hexadecimal(
        required=True,
        metadata=about(
            '`TH("fairdeal/1/commit", deal, "P", u32 seat, seed)` of the recipe, in hex.'
        ),
    )
    signature = signature_of(COMMIT, "table")


class ShowSeedRequest(Request):
    """The seed of a seat."""

    seed = Hexadecimal(required=True, metadata=about("The 32 bytes that open the commitment."))
    next_commitment = Hexadecimal(metadata=about("The commitment to the deal after this one."))
    signature = signature_of(COMMIT, "table")


@ROUTES.operation(
    "/tables/<uuid:table>/seats/<seat:seat>/commitment",
    "PUT",
    "commitSeed",
    Success(
        HTTPStatus.OK,
        TableJson,
        said="The table after the commitment; with the last one the deal is opened.",
    ),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    repeatable=True,
    keyed=False,
)
@ROUTES.takes(CommitSeedRequest, location="json")
def commit_seed(body: dict[str, Any], table: UUID, seat: int) -> flask.Response:
    """Commit to the seed of a seat for the next deal of its table.

    With the seat's token. The deal is opened when all seats that add seeds have committed. The same
    commitment again changes nothing; another one for the same deal is refused (F2).
    """
    command = read_command(signature=body.get("signature"))
    done = seeds.commit_seed(
        app.context,
        g.principal,
        table,
        seat,
        deal=UUID(body["deal"]),
        commitment=body["commitment"],
        command=command,
    )
    stream = done.table
    known = stream.of_command(command)
    shown = table_after(stream, command) if known else table_shown(stream, stream.state)
    return marked(answer(shown), replayed=done.replayed)


@ROUTES.operation(
    "/deals/<uuid:deal>/seed",
    "POST",
    "showSeed",
    Success(
        HTTPStatus.CREATED,
        MoveResultJson,
        said="The event that the seed is shown; with the last seed the cards are dealt.",
    ),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, GONE, CONFLICT),
    repeatable=True,
    keyed=False,
)
@ROUTES.takes(ShowSeedRequest, location="json")
def show_seed(body: dict[str, Any], deal: UUID) -> flask.Response:
    """Show the seed of a seat, and perhaps commit to the next deal.

    With a seat token, once the deal is opened. A seed that does not open the seat's commitment is
    refused (F3). With the last seed the pack is shuffled and dealt: the answer has all
    consequences, as the seat was shown them. The same seed again gets the first answer.
    """
    who = seat_holder(deal)
    shown = seeds.reveal_seed(
        app.context,
        who,
        deal,
        seed=body["seed"],
        next_commitment=body.get("next_commitment"),
        command=read_command(signature=body.get("signature")),
    )
    app.waiting.grown(deal, shown.stream.version)
    if not shown.replayed:
        streams.announce(app.context, shown.stream)
    recorded = played_json(shown, who.seat, key=app.context.translog.key)
    return created(recorded, replayed=shown.replayed)


@ROUTES.operation(
    "/deals/<uuid:deal>/openings",
    "GET",
    "listOpenings",
    Success(HTTPStatus.OK, CardOpeningsJson),
    price=Price(base=3),
    refusals=(FORBIDDEN, NOT_FOUND, GONE, INVALID),
    public=True,
)
@ROUTES.takes(ViewQuery, location="query")
def list_openings(query: dict[str, Any], deal: UUID) -> flask.Response:
    """Read the proofs of the cards that the table has dealt to a seat.

    Each proves, against the root in `deal.shuffled`, that the card lay at that position of the pack
    before any card was dealt. Once the deal is over, `view=full` has all of them.
    """
    wanted = parse_viewer(query["view"]) if "view" in query else None
    seen = see_deal(app.context, g.principal, deal, wanted=wanted)
    response = answer(_proved(seen, streams.find_deal(app.context, deal)))
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _proved(seen: Deal, full: Deal) -> CardOpeningsJson:
    """The proofs that an observer may have, of the deal as it was at authorization."""
    found = openings(full.events[: seen.version], seen.viewer)
    return openings_json(seen, found, view=viewer_name(seen.viewer))
