"""Write the table of every setting, `docs/settings.md`, from `service/settings.py`."""

import inspect
import re
import sys
from dataclasses import Field, fields
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from service.settings import Settings  # noqa: E402 - the project is found only now

FILE: Final = ROOT / "docs" / "settings.md"
_HEAD: Final = """\
# Every setting

Settings are environment variables, read once at the start. An empty variable counts as absent. An
invalid value stops the start with a sentence that names the variable. [Run it on your own
servers](running.md) says which of them belong together.

Written by `make settings` from `service/settings.py`.

| variable | default | meaning |
|---|---|---|
"""
_ENTRY: Final = re.compile(r"^    (\w+): (.+?)(?=^    \w+: |\Z)", re.MULTILINE | re.DOTALL)


def document() -> str:
    """The document, from the settings and their docstring."""
    said = inspect.getdoc(Settings) or ""
    meanings = dict(_ENTRY.findall(said.partition("Attributes:\n")[2]))
    variables = {each.name: each.metadata["variable"] for each in fields(Settings)}
    rows = [_row(each, meanings[each.name], variables) for each in fields(Settings)]
    return _HEAD + "".join(rows)


def _row(setting: Field[Any], meaning: str, variables: dict[str, str]) -> str:
    """One line; where the meaning names another field, the reader sees that field's variable."""
    default = "none" if setting.default in {None, ""} else f"`{setting.default}`"
    text = re.sub(r"`(\w+)`", lambda at: f"`{variables.get(at[1], at[1])}`", meaning)
    return f"| `{variables[setting.name]}` | {default} | {' '.join(text.split())} |\n"


def main() -> None:
    """Write the document."""
    FILE.write_text(document(), "utf-8")


if __name__ == "__main__":
    main()
