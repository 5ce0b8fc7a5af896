"""Commands of the guides, followed with the service of a test."""

import re
import shlex
from pathlib import Path
from urllib.parse import urlsplit

from tests.api.playing import Client
from tests.serving import ROOT


def commands(page: str, section: str) -> list[str]:
    """The commands in those blocks of a section that are not run in the shell of all guides."""
    guide = (ROOT / "docs" / page).read_text("utf-8")
    _, found, text = guide.partition(f"\n## {section}\n")
    assert found, section
    blocks = re.findall(
        r"^ *```\n(.*?)^ *```$", text.partition("\n## ")[0], re.MULTILINE | re.DOTALL
    )
    return [line.strip() for block in blocks for line in block.splitlines()]


def fetch(client: Client, command: str) -> None:
    """Get a file as the command does: ``curl -fsS ADDRESS > FILE``."""
    program, options, address, arrow, file = shlex.split(command)
    assert (program, options, arrow) == ("curl", "-fsS", ">")
    answer = client.send("GET", urlsplit(address).path)
    assert answer.status_code == 200
    Path(file).write_bytes(answer.data)
