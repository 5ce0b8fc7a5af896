"""Examples of a log that was begun anew, after a restore of an older backup."""

from events.translog.anew import begin_anew
from events.translog.notes import SigningKey
from tests import servers
from tests.contexts import ORIGIN, opened_context
from tools.examples.cast import THREE, Cast, besides, elsewhere

REASON = "Restored the backup of 23 November after a failure of the disk"


def play(cast: Cast, server: str) -> None:
    """A log of its own begins anew; readers of lost events and proofs across the break are refused.

    Args:
        cast: Records the examples.
        server: The URL of a database on the server that gets another one.
    """
    with servers.fresh_database(server) as url:
        with opened_context(url, runtime=cast.recorder.runtime) as context:
            before, owner = elsewhere(cast, context)
            key = context.translog.key
            besides(
                before,
                "POST",
                "/v1/tables",
                owner,
                {"game": "skat", "name": "Skat", "seats": THREE},
            )
            size = before.recorder.client.sequence()
        new = SigningKey(f"{ORIGIN}-2", key.seed)
        begin_anew(url, new, reason=REASON, at=cast.recorder.runtime.now())
        with opened_context(url, origin=new.name, runtime=cast.recorder.runtime) as context:
            recorder = cast.recorder.elsewhere(context)
            recorder.show("listLogBreaks")
            across = {"from": size, "to": size + 5}
            recorder.refuse("proveConsistency", "log-begun-anew", query=across)
            recorder.show("proveConsistency", query={"from": size, "to": size, "log": ORIGIN})
            recorder.show("listLeaves", query={"from": 0, "limit": 2, "log": ORIGIN})
            recorder.refuse("listLeaves", "not-found", query={"log": "cards.example/log"})
            for name in ("listNotices", "listAllEvents", "listOwnDeliveries", "listLobbyChanges"):
                recorder.refuse(name, "log-begun-anew", owner, query={"after": size + 5})
