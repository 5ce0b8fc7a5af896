"""Released parts stay: the contract for its clients, and the revisions of the schema."""

import re
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from tests.api.contracts import contract
from tests.compatibility import Comparison
from tools.release import main

ROOT: Final = Path(__file__).parents[1]
RELEASES: Final = sorted((ROOT / "docs/releases").iterdir())


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
def test_the_contract_still_serves_the_clients_of_a_release(release: Path) -> None:
    """But for what the CHANGELOG announces, in a line that begins with "Breaking:"."""
    released = yaml.safe_load((release / "openapi.yaml").read_text("utf-8"))
    found = {*Comparison(released, contract()).breaks()}
    assert found - announced((ROOT / "CHANGELOG.md").read_text("utf-8"), release.name) == set()


def announced(changelog: str, release: str) -> set[str]:
    """The breaks that the CHANGELOG lists since a release, as the comparison words them."""
    since = changelog.partition(f"\n## {release} ")[0]
    return {*re.findall(r"^- Breaking: `([^`]+)`", since, re.MULTILINE)}


def test_a_break_is_announced_in_the_changelog_since_the_release() -> None:
    changelog = (
        "## 0.3.0 (x)\n- Breaking: `A: removed`, use B.\n- `C`\n## 0.2.0 (x)\n- Breaking: `D`"
    )
    assert announced(changelog, "0.2.0") == {"A: removed"}


def test_released_revisions_are_unchanged() -> None:
    """A released revision has been applied somewhere: a change needs a revision of its own.

    The revisions of 0.2.0 are gone: tests/events/test_upgrade.py upgrades a database of it.
    """
    for digests in (ROOT / "docs/releases").glob("*/migrations.sha256"):
        for digest, name in (line.split() for line in digests.read_text("ascii").splitlines()):
            found = sha256((ROOT / name).read_bytes()).hexdigest()
            assert found == digest, f"{name} was released with {digests.parent.name}"


def test_a_release_that_is_kept_is_not_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n', "utf-8")
    (tmp_path / "openapi.yaml").write_text("first", "utf-8")
    (tmp_path / "migrations/versions").mkdir(parents=True)
    monkeypatch.setattr("tools.release.ROOT", tmp_path)
    main()
    (tmp_path / "openapi.yaml").write_text("second", "utf-8")
    with pytest.raises(SystemExit, match=r"1\.2\.3 is there"):
        main()
    assert (tmp_path / "docs/releases/1.2.3/openapi.yaml").read_text("utf-8") == "first"


@pytest.fixture
def changed() -> dict[str, Any]:
    """A copy of the contract, to be changed."""
    return deepcopy(contract())


def breaks(changed: dict[str, Any]) -> list[str]:
    return [*Comparison(contract(), changed).breaks()]


def test_a_contract_is_compatible_with_itself(changed: dict[str, Any]) -> None:
    assert breaks(changed) == []


def test_additions_break_nothing(changed: dict[str, Any]) -> None:
    changed["paths"]["/v1/new"] = changed["paths"]["/v1/games"]
    changed["components"]["schemas"]["Table"]["properties"]["new"] = {"type": "string"}
    changed["components"]["schemas"]["GoatTableRequest"]["properties"]["new"] = {}
    assert breaks(changed) == []


def test_a_removed_operation_is_found(changed: dict[str, Any]) -> None:
    del changed["paths"]["/v1/tables"]["post"]
    assert breaks(changed) == ["POST /v1/tables: removed"]


def test_a_removed_field_of_a_response_is_found(changed: dict[str, Any]) -> None:
    del changed["components"]["schemas"]["Table"]["properties"]["status"]
    assert any("status: removed" in each for each in breaks(changed))


def test_a_field_that_is_now_required_is_found(changed: dict[str, Any]) -> None:
    schema = changed["components"]["schemas"]["GoatTableRequest"]
    schema.setdefault("required", []).append("target")
    schema["properties"].setdefault("target", {})
    assert any("target: now required" in each for each in breaks(changed))


def test_a_parameter_that_is_now_required_is_found(changed: dict[str, Any]) -> None:
    parameters = changed["paths"]["/v1/tables"]["post"].setdefault("parameters", [])
    parameters.append({"name": "new", "in": "query", "required": True, "schema": {}})
    assert breaks(changed) == ["POST /v1/tables: parameter new is now required"]


def test_a_value_that_is_no_longer_accepted_is_found(changed: dict[str, Any]) -> None:
    levels = changed["components"]["schemas"]["Visibility"]
    levels["enum"].remove("private")
    assert any("no longer private" in each for each in breaks(changed))


@pytest.mark.parametrize(
    "place", range(len(contract()["components"]["schemas"]["SkatMove"]["oneOf"]))
)
def test_an_alternative_that_is_no_longer_accepted_is_found(
    place: int, changed: dict[str, Any]
) -> None:
    del changed["components"]["schemas"]["SkatMove"]["oneOf"][place]
    assert any(each.startswith("SkatMove (sent)") for each in breaks(changed))


ONE_OF_TWO: Final = {"anyOf": [{"type": "integer"}, {"type": "null"}]}
TEXT_OR_NULL: Final = {"anyOf": [{"type": "string", "enum": ["a", "b"]}, {"type": "null"}]}
LESS: Final = {"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "null"}]}


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ({"type": "string"}, ONE_OF_TWO, "type string"),
        (TEXT_OR_NULL, {"type": "string", "enum": ["a", "b"]}, "type null"),
        (TEXT_OR_NULL, LESS, "no longer b"),
        ({"type": ["string", "null"], "enum": ["a", "b", None]}, LESS, "no longer b"),
        ({"type": ["string", "null"], "enum": ["a", "b", None]}, TEXT_OR_NULL, ""),
    ],
)
def test_a_field_is_compared_with_all_its_alternatives(
    old: dict[str, Any], new: dict[str, Any], found: str, changed: dict[str, Any]
) -> None:
    known = deepcopy(changed)
    for document, schema in ((known, old), (changed, new)):
        document["components"]["schemas"]["MoveRequest"]["properties"]["reason"] = schema
    result = [*Comparison(known, changed).breaks()]
    assert result == ([f"MoveRequest (sent).reason: {found}"] if found else [])
