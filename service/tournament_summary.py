"""The data that the store keeps of a tournament for lists and for finding work."""

from domain.kernel.clock import SECOND
from domain.kernel.event import Json
from domain.tournaments.draws import is_decided
from domain.tournaments.formats import TWO
from domain.tournaments.tournament import Tournament
from service.responses.players import notes_json
from service.table_summary import SINCE, UNTIL


def tournament_summary(after: Tournament) -> tuple[str, dict[str, Json]]:
    """The status of a tournament, and its summary: with all that its owner has noted."""
    opened = after.opened
    persons = (each for player in after.players for each in player.persons)
    refs = {each.ref for each in persons if each.ref is not None}
    return after.status, {
        UNTIL: due_at(after),
        SINCE: waiting_since(after),
        "name": opened.name,
        "game": opened.game,
        "format": opened.format,
        "owner": opened.owner,
        "refs": sorted(refs),
        **notes_json(opened, owner=True),
        "visibility": opened.visibility,
        "test": opened.test,
        "players": len(after.players),
        "round": len(after.rounds),
        "rounds": opened.rounds,
    }


def waiting_since(after: Tournament) -> int | None:
    """When the wait began whose end is `due_at`; None: that is no wait, or a time by the plan."""
    last = after.rounds[-1] if after.rounds else None
    if after.closed is not None or last is None:
        return None
    if last.drawn is None:
        return last.called_at
    if not last.is_done:
        return last.drawn_at
    return None if after.next_round <= len(after.starts) else last.done_at


def due_at(after: Tournament) -> int | None:
    """When the clock has something to do, in µs since the epoch; None: not before an event."""
    opened, last = after.opened, after.rounds[-1] if after.rounds else None
    if after.closed is not None:  # boards are revealed also after the end
        return 0 if after.is_covered else None
    if last is None:
        return next_call_at(after)
    if last.drawn is None:
        return last.called_at + (opened.reveal_seconds * SECOND if after.owing else 0)
    if not last.is_done:
        limit = opened.round_seconds
        return None if limit is None else last.drawn_at + limit * SECOND
    return last.done_at if is_decided(after) else next_call_at(after)


def next_call_at(after: Tournament) -> int | None:
    """When the clock calls the next round (C20), which may be past; None: it does not."""
    here = [each for each in after.contestants if after.stays(each)]
    is_waiting = after.status in ("open", "break") and after.paused is None
    if not is_waiting or len(here) < TWO or is_decided(after):
        return None
    if after.next_round <= len(after.starts):
        return after.starts[after.next_round - 1]
    pause = after.opened.break_seconds
    return after.rounds[-1].done_at + pause * SECOND if after.rounds and pause is not None else None
