"""The file of recorded examples, with long answers cut short."""

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from service.api.contract.examples import FILE
from tests import servers
from tools.examples.recording import Recorder, recorder
from tools.examples.script import play

LONG: Final = 400
"""An answer with more characters is cut."""
LONGEST: Final = 2_700
LINES: Final = 6
ITEMS: Final = 2
DEEPEST: Final = 4
FOLDER: Final = Path(__file__).parents[2] / "service" / "api" / "contract"


def record(server: str) -> Recorder:
    """Play the script in a fresh database of a server."""
    with servers.fresh_database(server) as url, recorder(url) as made:
        play(made, url)
        return made


def files(recorder: Recorder) -> dict[Path, str]:
    """The recorded examples, in the form of the file."""
    found = {"operations": shortened(recorder.found), "problems": recorder.problems}
    return {FOLDER / FILE: json.dumps(found, indent=1, ensure_ascii=False) + "\n"}


def shortened(operations: Mapping[str, Any]) -> dict[str, Any]:
    """The recorded operations, with long lists and texts cut short."""
    return {
        name: {
            **found,
            "answers": {
                status: {media_type: _cut(answer) for media_type, answer in by_type.items()}
                for status, by_type in found["answers"].items()
            },
        }
        if "answers" in found
        else found
        for name, found in operations.items()
    }


def _cut(answer: Any) -> Any:
    if len(json.dumps(answer)) <= LONG:
        return answer
    if isinstance(answer, str):
        lines = answer.splitlines(keepends=True)
        return "".join(lines[:LINES])
    cut = _cut_lists(answer, deepest=DEEPEST, objects=1)
    if len(json.dumps(cut)) > LONGEST:
        cut = _cut_lists(answer, deepest=DEEPEST - 1, objects=1)
    return cut if len(json.dumps(cut)) <= LONGEST else _cut_lists(cut, deepest=DEEPEST, objects=0)


def _cut_lists(value: Any, *, deepest: int, objects: int, depth: int = 0, within: int = 0) -> Any:
    """A value whose lists have few items, without what lies deep in it.

    Args:
        value: The value.
        deepest: In how many objects an object may lie without losing its entries.
        objects: How many objects a list keeps.
        depth: In how many objects it lies.
        within: In how many lists of objects it lies.
    """
    if isinstance(value, dict):
        kept = value.items() if depth < deepest else ()
        deeper = partial(
            _cut_lists, deepest=deepest, objects=objects, depth=depth + 1, within=within
        )
        return {name: deeper(each) for name, each in kept}
    if isinstance(value, list):
        listed = any(isinstance(each, dict) for each in value)
        most = ITEMS if not listed else 0 if within else objects
        within += listed
        deeper = partial(_cut_lists, deepest=deepest, objects=objects, depth=depth, within=within)
        return [*map(deeper, value[:most])]
    return value
