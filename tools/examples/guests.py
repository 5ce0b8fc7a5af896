"""Examples of guests: watchers, readers of finished deals, and persons with an invitation."""

from tools.examples.cast import DURAK, Cast, Table, at

FIELDS = {"name": "The press", "expires_in": 86_400}


def play(cast: Cast, over: Table) -> None:
    """Guests of a finished table, and invitations to another one."""
    _watch(cast, over)
    _read(cast, over)
    _invite(cast)


def _watch(cast: Cast, over: Table) -> None:
    """The watchers admitted by the owner and by a seat."""
    place = at(table=over.id)
    given = cast.show("admitWatcher", cast.owner, body=FIELDS, **place)
    friend = {"name": "Ann's sister"}
    cast.show("admitWatcher", over.tokens[0], body=friend, **place)
    cast.refuse("admitWatcher", "limit-reached", cast.owner, body=FIELDS, **place)
    cast.refuse("admitWatcher", "not-allowed", cast.other, body=FIELDS, **place)
    cast.show("getMe", given["token"])
    cast.refuse("dismissWatcher", "not-allowed", over.tokens[1], **place, watcher=1)
    cast.show("dismissWatcher", cast.owner, **place, watcher=1)
    cast.show("listWatchers", cast.owner, **place)
    cast.refuse("listWatchers", "not-allowed", cast.other, **place)


def _read(cast: Cast, over: Table) -> None:
    """The readers admitted by a seat, for one deal, and by the owner."""
    place = at(table=over.id)
    friend = {"name": "Ann's sister", "deal": over.deal}
    given = cast.show("admitReader", over.tokens[0], body=friend, **place)
    cast.show("admitReader", cast.owner, body=FIELDS, **place)
    cast.refuse("admitReader", "limit-reached", cast.owner, body=FIELDS, **place)
    cast.refuse("admitReader", "not-allowed", cast.other, body=FIELDS, **place)
    cast.show("getMe", given["token"])
    cast.show("getDeal", given["token"], query={"view": "full"}, deal=over.deal)
    cast.refuse("dismissReader", "not-allowed", over.tokens[1], **place, reader=1)
    cast.show("dismissReader", cast.owner, **place, reader=1)
    cast.show("listReaders", cast.owner, **place)
    cast.refuse("listReaders", "not-allowed", cast.other, **place)


def _invite(cast: Cast) -> None:
    """Two persons are invited; one comes, the other invitation is withdrawn."""
    owner = cast.owner
    table = cast.open(**DURAK, seats=[{"name": "Ann"}, {}], visibility="public")
    place, seat = at(table=table.id), at(table=table.id, seat=1)
    body = {"seat": 1, "name": "Bob, by mail", "ref": "user-18", "metadata": {"rating": "1580"}}
    given = cast.show("invite", owner, body=body, **place)
    any_seat = {"seat": None, "name": "Whoever comes first", "expires_in": 86_400}
    cast.show("invite", owner, body=any_seat, **place)
    cast.refuse("invite", "limit-reached", owner, body=any_seat, **place)
    cast.refuse("invite", "not-allowed", cast.other, body=any_seat, **place)
    cast.show("getMe", given["token"])
    cast.show("getTable", given["token"], **place)
    cast.show("takeSeat", given["token"], body={"name": "Bob"}, **seat)
    cast.refuse("takeSeat", "invitation-used", given["token"], body={"name": "Bob"}, **seat)
    cast.refuse("withdrawInvitation", "invitation-used", owner, **place, invitation=1)
    cast.refuse("withdrawInvitation", "not-allowed", cast.other, **place, invitation=2)
    cast.show("withdrawInvitation", owner, **place, invitation=2)
    cast.show("listInvitations", owner, **place)
    cast.refuse("listInvitations", "not-allowed", cast.other, **place)
