"""A database for a subcommand: the configured one, the running one, or an embedded one."""

from collections.abc import Generator
from contextlib import ExitStack, contextmanager

from run.embedded import postgres
from run.embedded.folder import FolderInUseError, claimed
from run.embedded.server import serving
from service.settings import Settings


@contextmanager
def open_database(settings: Settings) -> Generator[str]:
    """Yield the URL of the settings' database; start the embedded server if it does not run.

    Raises:
        EmbeddedError: the embedded server cannot be run here.
    """
    if settings.database_url is not None:
        yield settings.database_url
        return
    folder = settings.data.absolute()
    with ExitStack() as stack:
        try:
            stack.enter_context(claimed(folder))
        except FolderInUseError:
            yield postgres.url(folder)  # a `fairdeal serve` runs it
        else:
            yield stack.enter_context(serving(postgres.server(folder)))
