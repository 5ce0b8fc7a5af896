"""The kinds of resources, in their order in the contract: all operations."""

from typing import Final

from service.api.resources import (
    analyses,
    branches,
    bundles,
    deals,
    disputes,
    erasures,
    games,
    guests,
    health,
    house,
    invitations,
    keys,
    leaving,
    lobby,
    me,
    problem_types,
    seeds,
    tables,
    translog,
    webhooks,
)

TAGS: Final = (
    games.ROUTES,
    lobby.ROUTES,
    tables.ROUTES,
    house.ROUTES,
    erasures.ROUTES,
    deals.ROUTES,
    seeds.ROUTES,
    leaving.ROUTES,
    guests.ROUTES,
    invitations.ROUTES,
    disputes.ROUTES,
    branches.ROUTES,
    analyses.ROUTES,
    bundles.ROUTES,
    translog.ROUTES,
    webhooks.ROUTES,
    me.ROUTES,
    problem_types.ROUTES,
    keys.ROUTES,
    health.ROUTES,
)
