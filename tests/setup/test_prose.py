"""The counter of hard English finds each of its patterns, and none in plain prose or in code."""

import subprocess
from pathlib import Path
from typing import Final

import pytest

from tools import prose

HARD: Final = {
    "who-subject": "The seat is free. Who has left does not move.",
    "he-his-him": "The player shows his cards.",
    "can-not": "A seat can not be taken twice.",
    "told-tell": "Bots are told of every event.",
    "inverted-if": "Is it not your turn yet, wait for the next event.",
    "any-more": "The seat does not move any more.",
    "as-has-it": "The state is shown as the game has it.",
    "elliptical-or": "or it could pass for another header",
    "pronoun-noun": "A card that nobody has seen.",
    "those-that-of": "The points are those of the sides.",
    prose.LONG_SENTENCE: "One two three four five six.".replace(
        " ", "\ngoes on and on and on and on\n"
    ),
    prose.LONG_LINE: f"The deal goes on. {'The deal goes on. ' * 6}",
}
LONG: Final = "line " * 20
PLAIN: Final = f"""\
# Deals

A seat whose player has left cannot move. If it is not your turn, wait for the next event.
What happens then? The service no longer sends events to the client.

| event | actor |
|---|---|
| `who.told` | the player whose turn it is |

```
told = [tell(each) for each in his if nobody.can_not(each)]  # who has left, and his {LONG}
```
"""


def matches(name: str, source: str) -> list[prose.Found]:
    path = Path(name)
    return [*prose.matches(path, source, prose.texts(path, source))]


@pytest.mark.parametrize("hard", HARD)
def test_a_hard_text_is_counted(hard: str) -> None:
    found = matches("page.md", HARD[hard])
    assert [each.pattern for each in found] == [hard]


def test_every_pattern_is_tried_and_has_advice() -> None:
    assert set(HARD) == set(prose.ADVICE)


def test_plain_prose_and_code_have_no_matches() -> None:
    assert matches("page.md", PLAIN) == []


def test_docstrings_messages_and_comments_are_read() -> None:
    source = (
        '"""The key of nobody here."""\nfail("somebody has it")  # for everybody else\nhis = 1\n'
    )
    found = matches("module.py", source)
    assert [(each.pattern, each.line) for each in found] == [
        ("pronoun-noun", 1),
        ("pronoun-noun", 2),
        ("pronoun-noun", 2),
    ]


def test_comments_of_javascript_are_read() -> None:
    source = "const his = 1; // as nobody knows\n"
    assert [each.pattern for each in matches("a.mjs", source)] == ["pronoun-noun"]


def test_the_bar_decides_the_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text("The player shows his cards.\n" + "The deal goes on. " * 49, "utf-8")
    assert prose.main([str(page), "--most", "60"]) == 0
    assert prose.main([str(page), "--most", "40"]) == 1
    assert "has 49.75 matches of hard English in 10,000 words" in capsys.readouterr().err


def test_long_lines_are_shown_and_not_part_of_the_rate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text(HARD[prose.LONG_LINE], "utf-8")
    assert prose.main([str(page), "--most", "0"]) == 0
    assert prose.main([str(page), "--show", prose.LONG_LINE]) == 0
    assert f"{page}:1: The deal goes on." in capsys.readouterr().out


def test_the_table_counts_the_matches_of_each_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text("Nobody moves. Nobody waits.\n", "utf-8")
    assert prose.main([str(page)]) == 0
    assert f"pronoun-noun        2  {page.as_posix()} 2" in capsys.readouterr().out


def test_only_tracked_files_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert prose.main([]) == 2
    subprocess.run(["git", "init", "--quiet"], check=True)
    for name in ("tracked.md", "other.md"):
        Path(name).write_text("Nobody moves.\n", "utf-8")
    subprocess.run(["git", "add", "tracked.md"], check=True)
    capsys.readouterr()
    assert prose.main(["--show", "pronoun-noun"]) == 0
    assert capsys.readouterr().out == "tracked.md:1: Nobody moves.\n"
