"""Released parts stay: the contract for its clients, and the revisions of the schema."""

from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from service.api.contract.document import contract
from tests.compatibility import Comparison

ROOT: Final = Path(__file__).parents[1]
RELEASES: Final = sorted((ROOT / "docs/releases").iterdir())


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
def test_the_contract_still_serves_the_clients_of_a_release(release: Path) -> None:
    released = yaml.safe_load((release / "openapi.yaml").read_text("utf-8"))
    assert [*Comparison(released, contract()).breaks()] == []


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
def test_released_revisions_are_unchanged(release: Path) -> None:
    """A released revision has been applied somewhere: a change needs a revision of its own."""
    lines = (release / "migrations.sha256").read_text("ascii").splitlines()
    for digest, name in (line.split() for line in lines):
        found = sha256((ROOT / name).read_bytes()).hexdigest()
        assert found == digest, f"{name} was released with {release.name}"


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
