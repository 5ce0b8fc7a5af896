"""`fairdeal migrate`: bring the database's schema up to date."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace

import psycopg

from events.connections import AccessRefused, check_access
from migrations.run import MigrationFailed, current, upgrade
from run.cli.context import database, settings
from run.cli.failure import CommandFailed
from service.runtime import Runtime


def main(arguments: Sequence[str], _runtime: Runtime) -> int:
    """Upgrade, and print the revision; say so if the service may not use the database yet."""
    argparse.ArgumentParser(prog="fairdeal migrate", description=__doc__).parse_args(arguments)
    chosen = settings()
    owner = chosen.migration_database_url
    with database(
        replace(chosen, database_url=chosen.database_url or owner), migrated=False
    ) as url:
        try:
            upgrade(owner or url)
            print(f"The schema is at {current(owner or url)}.")
            check_access(url)
        except MigrationFailed as error:
            raise CommandFailed(str(error)) from error
        except AccessRefused as error:
            print(f"fairdeal migrate: The service cannot start yet. {error}", file=sys.stderr)
        except psycopg.Error as error:
            raise CommandFailed(f"The schema cannot be upgraded: {error}") from error
    return 0
