"""Tokens of watchers: validity and expiry."""

from domain.kernel.event import Digest, Text
from domain.table.series import fold_table
from domain.table.watching import WatcherAdmitted, WatcherDismissed, Watching
from tests.domain.test_series import FULL_TABLE

ADMITTED = WatcherAdmitted(1, Text("Screen"), None, Digest("ab" * 32), until=1_000)


def test_a_watcher_sees_until_a_moment() -> None:
    table = fold_table((*FULL_TABLE, ADMITTED))
    (watcher,) = table.watchers
    assert watcher == Watching(Text("Screen"), None, Digest("ab" * 32), 1_000)
    assert watcher.may_watch(999)
    assert not watcher.may_watch(1_000)
    assert table._replace(watchers=()) == fold_table(FULL_TABLE)


def test_a_watcher_is_dismissed_and_the_others_stay() -> None:
    admitted = [WatcherAdmitted(n, Text("x"), 2, Digest("ab" * 32), 9) for n in (1, 2, 3)]
    watchers = fold_table((*FULL_TABLE, *admitted, WatcherDismissed(2))).watchers
    assert [each.may_watch(0) for each in watchers] == [True, False, True]
