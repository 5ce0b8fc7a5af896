"""Examples of a log that was begun anew, after a restore of an older backup."""

from events.translog.anew import begin_anew
from events.translog.notes import SigningKey
from service.timestamps import now
from tests.api.example_cast import Cast
from tests.contexts import ORIGIN, opened_context

REASON = "Restored the backup of 23 November after a failure of the disk"


def play(cast: Cast, url: str) -> None:
    """The log begins anew, and readers and proofs of the ended one are refused."""
    key = cast.recorder.client.context.translog.key
    size = cast.recorder.client.sequence()
    new = SigningKey(f"{ORIGIN}-2", key.seed)
    begin_anew(url, new, reason=REASON, at=now())
    with opened_context(url, origin=new.name) as context:
        recorder = cast.recorder.elsewhere(context)
        recorder.show("listLogBreaks")
        across = {"from": size, "to": size + 5}
        recorder.refuse("proveConsistency", "log-begun-anew", query=across)
        recorder.show("proveConsistency", query={"from": size, "to": size, "log": ORIGIN})
        recorder.show("listLeaves", query={"from": 0, "limit": 2, "log": ORIGIN})
        recorder.refuse("listLeaves", "not-found", query={"log": "cards.example/log"})
        for name in ("listNotices", "listAllEvents", "listLobbyChanges"):
            recorder.refuse(name, "log-begun-anew", cast.owner, query={"after": size + 5})
