"""`fairdeal ratings`: derive the ratings of people and bots again."""

import argparse
from collections.abc import Sequence

from events.postgres import open_pool
from run.cli.context import database, settings
from service.assembly import stored_in
from service.ratings.deriving import derive_ratings
from service.ratings.store import Ratings
from service.runtime import Runtime

EPILOG = """\
`rebuild` deletes all ratings, and derives them again from the log of all events. Play goes on;
meanwhile lists of ratings are short. It can be repeated at any time."""


def main(arguments: Sequence[str], runtime: Runtime) -> int:
    """Rebuild."""
    parser = argparse.ArgumentParser(
        prog="fairdeal ratings",
        description=__doc__,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=("rebuild",))
    parser.parse_args(arguments)
    chosen = settings()
    with database(chosen) as url, open_pool(url, size=2) as pool:
        ratings, streams = Ratings(pool), stored_in(pool, chosen.secret, runtime).streams
        ratings.begin_anew()
        while derive_ratings(ratings, streams):
            pass
    return 0
