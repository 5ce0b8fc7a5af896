"""Examples of guests: watchers, readers of finished deals, and persons with an invitation."""

from tests.api.example_cast import DURAK, Cast, Table, at

FIELDS = {"name": "The press", "expires_in": 86_400}


def play(cast: Cast, over: Table) -> None:
    """Guests of a finished table, and invitations to another one."""
    _watch(cast, over)
    _read(cast, over)
    _invite(cast)


def _watch(cast: Cast, over: Table) -> None:
    """The watchers admitted by the owner and by a seat."""
    recorder, place = cast.recorder, at(table=over.id)
    given = recorder.show("admitWatcher", cast.owner, body=FIELDS, **place)
    friend = {"name": "Ann's sister"}
    recorder.show("admitWatcher", over.tokens[0], body=friend, **place)
    recorder.refuse("admitWatcher", "limit-reached", cast.owner, body=FIELDS, **place)
    recorder.refuse("admitWatcher", "not-allowed", cast.other, body=FIELDS, **place)
    recorder.show("getMe", given["token"])
    recorder.refuse("dismissWatcher", "not-allowed", over.tokens[1], **place, watcher=1)
    recorder.show("dismissWatcher", cast.owner, **place, watcher=1)
    recorder.show("listWatchers", cast.owner, **place)
    recorder.refuse("listWatchers", "not-allowed", cast.other, **place)


def _read(cast: Cast, over: Table) -> None:
    """The readers admitted by a seat, for one deal, and by the owner."""
    recorder, place = cast.recorder, at(table=over.id)
    friend = {"name": "Ann's sister", "deal": over.deal}
    given = recorder.show("admitReader", over.tokens[0], body=friend, **place)
    recorder.show("admitReader", cast.owner, body=FIELDS, **place)
    recorder.refuse("admitReader", "limit-reached", cast.owner, body=FIELDS, **place)
    recorder.refuse("admitReader", "not-allowed", cast.other, body=FIELDS, **place)
    recorder.show("getMe", given["token"])
    recorder.show("getDeal", given["token"], query={"view": "full"}, deal=over.deal)
    recorder.refuse("dismissReader", "not-allowed", over.tokens[1], **place, reader=1)
    recorder.show("dismissReader", cast.owner, **place, reader=1)
    recorder.show("listReaders", cast.owner, **place)
    recorder.refuse("listReaders", "not-allowed", cast.other, **place)


def _invite(cast: Cast) -> None:
    """Two persons are invited; one comes, the other invitation is withdrawn."""
    recorder, owner = cast.recorder, cast.owner
    table = cast.open(**DURAK, seats=[{"name": "Ann"}, {}], visibility="public")
    place, seat = at(table=table.id), at(table=table.id, seat=1)
    body = {"seat": 1, "name": "Bob, by mail", "ref": "user-18", "metadata": {"rating": "1580"}}
    given = recorder.show("invite", owner, body=body, **place)
    any_seat = {"seat": None, "name": "Whoever comes first", "expires_in": 86_400}
    recorder.show("invite", owner, body=any_seat, **place)
    recorder.refuse("invite", "limit-reached", owner, body=any_seat, **place)
    recorder.refuse("invite", "not-allowed", cast.other, body=any_seat, **place)
    recorder.show("getMe", given["token"])
    recorder.show("getTable", given["token"], **place)
    recorder.show("takeSeat", given["token"], body={"name": "Bob"}, **seat)
    recorder.refuse("takeSeat", "invitation-used", given["token"], body={"name": "Bob"}, **seat)
    recorder.refuse("withdrawInvitation", "invitation-used", owner, **place, invitation=1)
    recorder.refuse("withdrawInvitation", "not-allowed", cast.other, **place, invitation=2)
    recorder.show("withdrawInvitation", owner, **place, invitation=2)
    recorder.show("listInvitations", owner, **place)
    recorder.refuse("listInvitations", "not-allowed", cast.other, **place)
