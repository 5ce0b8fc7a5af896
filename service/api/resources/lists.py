"""Lists of tables and deals: one set of filters and pages for both."""

from collections.abc import Mapping
from typing import Any

from service.api.dependencies import app
from service.lists.queries import Wanted


def wanted_of(query: Mapping[str, Any]) -> Wanted:
    """The filter in a query."""
    mine = query.get("owner") is not None
    named = {name: query[name] for name in Wanted._fields if name in query}
    return Wanted(mine=mine, **named)


def page_of(query: Mapping[str, Any]) -> dict[str, Any]:
    """The cursor and the limit in a query, as lists take them."""
    most = app.settings.page_size
    return {"cursor": query.get("cursor"), "limit": min(query.get("limit", most), most)}
