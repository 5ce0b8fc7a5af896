"""The application that answers the current request, with what its views use."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, Final, NamedTuple, cast

import flask
from werkzeug.routing import Rule

from service.access.budgets import Budget, counters_at
from service.access.credentials import Identity, SeatHolder
from service.api import metrics
from service.context import Context
from service.live.following import ByteCache
from service.live.lobby import Lobby
from service.live.notices import Notices
from service.live.shares import Shares
from service.live.streams import Live
from service.live.waiting import WaitingClients
from service.settings import Settings


class RememberedIdentity(NamedTuple):
    """The identity of a seat's token, and until when it need not be checked again."""

    identity: Identity
    holder: SeatHolder
    until: float
    """By the monotonic clock."""


class _Rule(Rule):
    """A rule that compiles what builds addresses once that is asked for: here it never is."""

    def _compile_builder(
        self,
        append_unknown: bool = True,  # noqa: FBT001, FBT002 - as in Werkzeug
    ) -> Callable[..., tuple[str, str]]:
        compiled = cache(partial(super()._compile_builder, append_unknown))

        def build(rule: Rule, **values: Any) -> tuple[str, str]:
            return compiled()(rule, **values)

        return build


class Application(flask.Flask):
    """The Flask application with its dependencies.

    Args:
        context: The dependencies of the use cases.
        settings: The settings of the service.
        contract: Writes the files of the contract, by their names.
    """

    def __init__(
        self, context: Context, settings: Settings, *, contract: Mapping[str, Callable[[], str]]
    ) -> None:
        super().__init__(__name__, static_folder=None)
        self.url_rule_class = _Rule
        self.settings = settings
        self.origins = settings.origins
        self.contract = contract
        self.quotas: Mapping[Budget, int] = {
            Budget.READS: settings.reads,
            Budget.WRITES: settings.writes,
            Budget.OPENINGS: settings.openings,
            Budget.STRANGERS: settings.strangers,
        }
        """Requests allowed in a window; 0: no limit."""
        self.depend_on(context)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself: no view here is asynchronous."""
        return func

    def depend_on(self, context: Context) -> None:
        """Begin anew with these dependencies: with nothing that is remembered."""
        settings = self.settings
        self.context = context
        self.notices = Notices(context)
        self.lobby = Lobby(context, self.notices)
        self.waiting = WaitingClients(self.notices.versions, context.runtime, limit=settings.polls)
        self.shares = Shares(settings.web_threads)
        self.live = Live(
            self.waiting,
            context.runtime,
            self.shares,
            limit=settings.streams,
            each=settings.streams_each,
            beat_seconds=settings.beat_ms / 1000,
            dropped=lambda why: metrics.DROPPED.labels(why).inc(),
            people=context.people,
        )
        self.counters = counters_at(
            settings.broker_url, context.runtime, queue=settings.queue, lost=metrics.UNCOUNTED.inc
        )
        self.cache = ByteCache()
        """Contents that are final: as JSON, and compressed."""
        self.pool_looked_at = 0.0
        """When its pool was last looked at for the metrics."""
        self.identities: dict[bytes, RememberedIdentity] = {}
        """Remembered identities by the hash of the credential (`service.api.authentication`)."""


app: Final = cast("Application", flask.current_app)
"""The application of the current request."""
