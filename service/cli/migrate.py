"""`fairdeal migrate`: bring the database's schema up to date."""

import argparse
from collections.abc import Sequence

import psycopg

from events.connections import AccessRefused, check_access
from migrations.run import MigrationFailed, current, upgrade
from service.cli.context import database, settings
from service.cli.failure import CommandFailed


def main(arguments: Sequence[str]) -> int:
    """Upgrade, and print the revision."""
    argparse.ArgumentParser(prog="fairdeal migrate", description=__doc__).parse_args(arguments)
    chosen = settings()
    with database(chosen, migrated=False) as url:
        owner = chosen.migration_database_url or url
        try:
            upgrade(owner)
            check_access(url)
        except (MigrationFailed, AccessRefused) as error:
            raise CommandFailed(str(error)) from error
        except psycopg.Error as error:
            raise CommandFailed(f"The schema cannot be upgraded: {error}") from error
        print(f"The schema is at {current(owner)}.")
    return 0
