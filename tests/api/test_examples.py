"""The contract documents everything, and its examples are real answers.

The script of the examples is played again, and must give the examples of the contract.
"""

import json
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from itertools import chain
from typing import Any, Final

import jsonschema_rs
import pytest

from service.api.contract.document import contract
from service.api.contract.examples import chosen, recorded
from service.api.problem_types import KINDS
from tests.api.examples import files, record

HOW: Final = "add it to tests/api/example_script.py, then `make examples`"
SAY: Final = "say what it is: metadata=about(…), or a text under the field of its class"


@pytest.fixture(scope="module")
def document() -> Any:
    return json.loads(json.dumps(contract()))


def none(lacking: Iterable[str]) -> None:
    """A report with one line for each missing item."""
    lines = list(dict.fromkeys(lacking))
    assert not lines, "\n".join(lines)


def operations(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The operations of the service, and the webhooks."""
    for methods in (*document["paths"].values(), *document["webhooks"].values()):
        yield from (said for method, said in methods.items() if method != "parameters")


def responses(document: dict[str, Any], operation: dict[str, Any]) -> dict[str, Any]:
    """The answers of an operation, by status, including the common ones."""
    known = document["components"]["responses"]
    shared = {f"#/components/responses/{name}": each for name, each in known.items()}
    return {
        status: shared.get(response.get("$ref"), response)
        for status, response in operation["responses"].items()
    }


# --- Examples -----------------------------------------------------------------------------------


def test_the_examples_are_what_the_service_answers(embedded_postgres: str) -> None:
    """And every refusal in the contract was requested."""
    again = record(embedded_postgres)
    none(again.lacking())
    for path, text in files(again).items():
        assert path.read_text("utf-8") == text, "run `make examples` to record them again"


def test_every_operation_has_examples(document: dict[str, Any]) -> None:
    lacking = []
    for operation in operations(document):
        bodies = {"its body": operation.get("requestBody", {}), **responses(document, operation)}
        for which, body in bodies.items():
            for media_type, content in body.get("content", {}).items():
                if not content.get("examples"):
                    lacking.append(f"{operation['operationId']} {which} {media_type}: {HOW}")
    none(lacking)


def test_every_parameter_has_an_example(document: dict[str, Any]) -> None:
    lacking = [
        f"{where}: {HOW}"
        for where, parameter in parameters(document)
        if not {"example", "examples"} & {*parameter, *parameter["schema"]}
    ]
    none(lacking)


def test_every_example_is_as_its_schema_says(document: dict[str, Any]) -> None:
    wrong = []
    for operation in operations(document):
        bodies = (operation.get("requestBody", {}), *responses(document, operation).values())
        for body in bodies:
            for content in body.get("content", {}).values():
                schema = {**content["schema"], "components": document["components"]}
                validator = jsonschema_rs.validator_for(schema)
                for title, example in content.get("examples", {}).items():
                    errors = [each.message for each in validator.iter_errors(example["value"])]
                    wrong += [f"{operation['operationId']} {title}: {each}" for each in errors]
    none(wrong)


def test_every_kind_of_problem_was_really_raised() -> None:
    raised = {
        code
        for operation in recorded().values()
        for problems in operation.get("problems", {}).values()
        for code in problems
    }
    assert {*KINDS} - raised == set(), f"`asked.refuse(…, code)`: {HOW}"
    assert raised - {*KINDS} == set(), (
        "document cause and remedy of every code in service/api/problem_types.py"
    )


@pytest.mark.parametrize("code", KINDS)
def test_every_kind_of_problem_has_cause_and_cure(code: str) -> None:
    kind = KINDS[code]
    assert kind.cause.endswith(".")
    assert kind.cure.endswith(".")
    assert kind.status >= 400


def parts(field: dict[str, Any]) -> list[dict[str, Any]]:
    """The schemas within a schema: of its values, and of its alternatives."""
    one = [field.get("items"), field.get("additionalProperties")]
    many = (field.get(name, ()) for name in ("prefixItems", "oneOf", "anyOf", "allOf"))
    inner = (*field.get("properties", {}).values(), *one, *chain(*many))
    return [each for each in inner if isinstance(each, dict)]


def is_shown(field: dict[str, Any]) -> bool:
    """Whether a field has an example, or only one possible value, or examples of all its parts."""
    if {"examples", "example", "const", "$ref"} & field.keys() or field.get("type") == "null":
        return True
    inner = parts(field)
    return bool(inner) and all(map(is_shown, inner))


def test_every_field_has_an_example(document: dict[str, Any]) -> None:
    none(
        f"{where}: {HOW}"
        for at, schema in schemas(document)
        for where, field in fields(schema, at)
        if not is_shown(field)
    )


def test_every_example_of_a_field_is_as_its_schema_says(document: dict[str, Any]) -> None:
    registry = jsonschema_rs.Registry([("urn:contract", document)])
    wrong = []
    for at, schema in schemas(document):
        for where, field in fields(schema, at):
            if "examples" not in field:
                continue
            local = json.dumps(field).replace("#/components", "urn:contract#/components")
            validator = jsonschema_rs.validator_for(json.loads(local), registry=registry)
            for example in field["examples"]:
                wrong += [f"{where}: {each.message}" for each in validator.iter_errors(example)]
    none(wrong)


def test_every_header_of_an_answer_has_an_example(document: dict[str, Any]) -> None:
    headers = document["components"]["headers"]
    none(
        f"{name}: {HOW}"
        for name, header in headers.items()
        if "example" not in header and "const" not in header["schema"]
    )
    documented = [
        {header["$ref"].rpartition("/")[2] for header in response.get("headers", {}).values()}
        for operation in operations(document)
        for response in responses(document, operation).values()
    ]
    assert set().union(*documented) == headers.keys()


# --- Words --------------------------------------------------------------------------------------


def parameters(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for each in methods.get("parameters", ()):
            yield f"{path} {each['name']}", each
    for operation in operations(document):
        for each in operation.get("parameters", ()):
            yield f"{operation['operationId']} {each['name']}", each


def test_every_parameter_and_header_is_described(document: dict[str, Any]) -> None:
    silent = [where for where, each in parameters(document) if not each.get("description")]
    for operation in operations(document):
        for response in responses(document, operation).values():
            assert response["description"], operation["operationId"]
    none(f"{each}: {SAY}" for each in silent)


def schemas(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema of the contract: the components, the bodies and the parameters."""
    yield from document["components"]["schemas"].items()
    for where, each in parameters(document):
        yield where, each["schema"]
    for operation in operations(document):
        bodies = {"body": operation.get("requestBody", {}), **responses(document, operation)}
        for which, body in bodies.items():
            for content in body.get("content", {}).values():
                yield f"{operation['operationId']} {which}", content["schema"]


def fields(schema: dict[str, Any], at: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every field of a schema, at any depth."""
    named = schema.get("properties", {})
    for name, each in named.items():
        yield f"{at}.{name}", each
        yield from fields(each, f"{at}.{name}")
    for each in parts({**schema, "properties": {}}):
        yield from fields(each, at)


def is_documented(schema: dict[str, Any]) -> bool:
    return bool(schema.get("description") or schema.get("title"))


def test_every_field_is_described(document: dict[str, Any]) -> None:
    known = document["components"]["schemas"]
    silent = [
        where
        for at, schema in schemas(document)
        for where, field in fields(schema, at)
        if not any(is_documented(each) for each in (field, *chosen(field, None, known)))
    ]
    none(f"{each}: {SAY}" for each in silent)


def test_every_schema_is_described(document: dict[str, Any]) -> None:
    known = document["components"]["schemas"]
    none(name for name, each in known.items() if not is_documented(each))


def test_every_answer_says_what_it_is(document: dict[str, Any]) -> None:
    """In a sentence of its own; the answer of a refusal is described by its code."""
    none(
        f"{operation['operationId']} {status}: say it with `Offer(…, said=…)`"
        for operation in operations(document)
        for status, response in responses(document, operation).items()
        if status.isdigit() and int(status) < HTTPStatus.BAD_REQUEST
        if response["description"] in ("", HTTPStatus(int(status)).phrase)
        or not response["description"].endswith(".")
    )


def test_no_component_is_there_for_nothing(document: dict[str, Any]) -> None:
    """As flask-smorest's own are."""
    text = json.dumps(document)
    known = document["components"]["schemas"]
    none(name for name in known if f'"#/components/schemas/{name}"' not in text)
