"""The kinds of resources, in their order in the contract: all operations."""

from typing import Final

from service.api.resources import (
    analyses,
    bundles,
    deals,
    disputes,
    games,
    guests,
    health,
    house,
    me,
    persons,
    problem_types,
    seeds,
    tables,
    tournaments,
    translog,
    webhooks,
)

TAGS: Final = (
    games.ROUTES,
    tables.LOBBY,
    tables.ROUTES,
    tournaments.ROUTES,
    persons.RATINGS,
    house.ROUTES,
    persons.AT_TABLES,
    house.QUEUE,
    persons.ERASURES,
    deals.ROUTES,
    seeds.ROUTES,
    deals.LEAVING,
    guests.ROUTES,
    guests.INVITATIONS,
    disputes.ROUTES,
    tables.BRANCHES,
    analyses.ROUTES,
    bundles.ROUTES,
    translog.ROUTES,
    webhooks.ROUTES,
    me.ROUTES,
    problem_types.ROUTES,
    me.KEYS,
    health.ROUTES,
)
