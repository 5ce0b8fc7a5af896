"""The examples of the contract, recorded: ``python -m tests.api.examples``, or `make examples`."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from service.api.contract.examples import FILE, VALUES, Values
from tests import servers
from tests.api.example_script import play
from tests.api.recording import Recorder, recorder

FOLDER: Final = Path(__file__).parents[2] / "service" / "api" / "contract"


def record(server: str) -> Recorder:
    """Play the script in a fresh database of a server."""
    with servers.fresh_database(server) as url, recorder(url) as made:
        play(made, url)
        return made


def files(made: Recorder) -> dict[Path, str]:
    """The recorded examples, in the form of the files."""
    return {FOLDER / FILE: _long(made.found), FOLDER / VALUES: _short(made.needed())}


def _long(found: Mapping[str, Any]) -> str:
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def _short(values: Values) -> str:
    """A value on a line."""
    lines = (
        f" {json.dumps(name)}: [\n  "
        + ",\n  ".join(json.dumps(each, ensure_ascii=False) for each in found)
        + "\n ]"
        for name, found in values.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    servers.open_session()
    try:
        for path, text in files(record(servers.embedded_database())).items():
            path.write_text(text, "utf-8")
    finally:
        servers.close_session()
