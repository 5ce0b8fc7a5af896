"""Lists of tables, deals and tournaments: one set of filters and pages."""

from collections.abc import Mapping
from typing import Any

from service.api.dependencies import app
from service.lists.queries import Wanted


def wanted_of(query: Mapping[str, Any]) -> Wanted:
    """The filter in a query."""
    mine = query.get("owner") is not None
    named = {name: query[name] for name in Wanted._fields if name in query}
    own_ref = query.get("table_ref", query.get("tournament_ref"))
    return Wanted(mine=mine, own_ref=own_ref, **named)


def page_of(query: Mapping[str, Any]) -> dict[str, Any]:
    """The cursor and the limit in a query, as lists take them."""
    most = app.settings.page_size
    return {"cursor": query.get("cursor"), "limit": min(query.get("limit", most), most)}
