"""The contract documents everything, and its examples are real answers.

The script of the examples is played again, and must give the examples of the contract.
"""

import json
import re
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from itertools import chain
from typing import Any, Final, TypeAlias

import jsonschema_rs
import pytest

from domain.kernel.cards import UNKNOWN
from languages.catalogue import IN_ENGLISH
from service.api.contract.examples import recorded
from service.api.problems import KINDS
from tests.api.contracts import contract
from tools.examples.files import files, record
from tools.examples.recording import Recorder

Document: TypeAlias = dict[str, Any]
HOW: Final = "add it to tools/examples/script.py, then `make examples`"
A_TIME: Final = re.compile(r"\b\d{4}-\d\d-\d\dT")
SAY: Final = "say what it is: metadata=about(…), or a text under the field of its class"


@pytest.fixture(scope="module")
def document() -> Any:
    return json.loads(json.dumps(contract()))


def none(lacking: Iterable[str]) -> None:
    """A report with one line for each missing item."""
    lines = list(dict.fromkeys(lacking))
    assert not lines, "\n".join(lines)


def operations(document: Document) -> Iterator[dict[str, Any]]:
    """The requests to the service, and the requests to receivers of webhooks."""
    for methods in (*document["paths"].values(), *document["webhooks"].values()):
        yield from (said for method, said in methods.items() if method != "parameters")


def responses(document: Document, operation: dict[str, Any]) -> dict[str, Any]:
    """The answers of an operation, by status, those that are the same everywhere too."""
    known = document["components"]["responses"]
    shared = {f"#/components/responses/{name}": each for name, each in known.items()}
    return {
        status: shared.get(response.get("$ref"), response)
        for status, response in operation["responses"].items()
    }


# --- Examples -----------------------------------------------------------------------------------


def test_no_answer_shows_an_unknown_card_as_the_rules_write_it() -> None:
    assert UNKNOWN not in json.dumps(recorded()), "what holds cards goes through `to_json`"


@pytest.fixture(scope="module")
def again(embedded_postgres: str) -> Recorder:
    """The script, played again."""
    return record(embedded_postgres)


def test_the_examples_are_what_the_service_answers(again: Recorder) -> None:
    """And every refusal that the contract has was asked for."""
    none(again.lacking())
    for path, text in files(again).items():
        assert path.read_text("utf-8") == text, "run `make examples` to record them again"


def test_every_operation_has_an_example_of_its_body_and_of_every_status(document: Document) -> None:
    lacking = []
    for operation in operations(document):
        bodies = {"its body": operation.get("requestBody", {}), **responses(document, operation)}
        for which, body in bodies.items():
            contents = body.get("content", {}).values()
            if contents and not any(example_of(document, each) for each in contents):
                lacking.append(f"{operation['operationId']} {which}: {HOW}")
    none(lacking)


def example_of(document: Document, content: dict[str, Any]) -> list[Any]:
    """The example of a body, in a list; empty where it has none."""
    if "example" in content:
        return [content["example"]]
    shared = document["components"]["examples"]
    named = (each["$ref"].rpartition("/")[2] for each in content.get("examples", {}).values())
    return [shared[name]["value"] for name in named]


def test_every_parameter_has_an_example(document: Document) -> None:
    none(
        f"{where}: {HOW}"
        for where, parameter in own_parameters(document)
        if "example" not in parameter
    )


def test_every_example_is_as_its_schema_says(document: Document) -> None:
    known = Known(document)
    wrong = []
    for operation in operations(document):
        bodies = (operation.get("requestBody", {}), *responses(document, operation).values())
        for content in (each for body in bodies for each in body.get("content", {}).values()):
            for example in example_of(document, content):
                errors = known.errors(content["schema"], example)
                wrong += [f"{operation['operationId']}: {each}" for each in errors]
    none(wrong)


def test_no_example_of_a_request_has_a_time_that_passes(document: Document) -> None:
    """The service refuses a time in the past, and every example is in the past some day."""
    bodies = {
        said["operationId"]: json.dumps(example)
        for methods in document["paths"].values()
        for method, said in methods.items()
        if method != "parameters"
        for content in said.get("requestBody", {}).get("content", {}).values()
        for example in example_of(document, content)
    }
    assert [name for name, body in bodies.items() if A_TIME.search(body)] == []


def test_every_kind_of_problem_was_really_raised() -> None:
    raised = {code for problems in recorded()["problems"].values() for code in problems}
    assert {*KINDS} - raised == set(), f"`recorder.refuse(…, code)`: {HOW}"
    assert raised - {*KINDS} == set(), (
        "document cause and remedy of every code in service/api/problems.py"
    )


@pytest.mark.parametrize("code", KINDS)
def test_every_kind_of_problem_has_cause_and_cure(code: str) -> None:
    for text in ("cause", "cure"):
        assert IN_ENGLISH.message(f"problem-{code}", attribute=text).endswith(".")
    assert KINDS[code] >= 400


def test_every_header_of_an_answer_has_an_example(document: Document) -> None:
    headers = document["components"]["headers"]
    none(f"{name}: {HOW}" for name, header in headers.items() if "example" not in header)
    documented = [
        {header["$ref"].rpartition("/")[2] for header in response.get("headers", {}).values()}
        for operation in operations(document)
        for response in responses(document, operation).values()
    ]
    assert set().union(*documented) == headers.keys()


# --- What was asked and answered, and the contract ----------------------------------------------


class Known:
    """The schemas of a contract, and the fields that values of them have shown."""

    def __init__(self, document: Document) -> None:
        self.schemas = document["components"]["schemas"]
        self.registry = jsonschema_rs.Registry([("urn:contract", document)])
        self.shown: set[int] = set()
        self.validators: dict[int, Any] = {}

    def errors(self, schema: dict[str, Any], value: Any) -> list[str]:
        """The faults of a value."""
        validator = self.validators.get(id(schema))
        if validator is None:
            local = json.dumps(schema).replace("#/components", "urn:contract#/components")
            validator = jsonschema_rs.validator_for(json.loads(local), registry=self.registry)
            self.validators[id(schema)] = validator
        return [each.message for each in validator.iter_errors(value)]

    def fields(self, schema: dict[str, Any]) -> dict[str, list[Any]]:
        """The statements of a schema on each field, after the statements of its parts."""
        if "$ref" in schema:
            return self.fields(self.schemas[schema["$ref"].rpartition("/")[2]])
        found: dict[str, list[Any]] = {}
        for each in (*map(self.fields, schema.get("allOf", ())), own_fields(schema)):
            for name, said in each.items():
                found[name] = [*found.get(name, ()), *said]
        return found

    def show(self, schema: dict[str, Any], value: Any) -> set[str]:
        """Note every field that a value shows.

        Returns:
            The names of an object that the schema has.
        """
        if "$ref" in schema:
            return self.show(self.schemas[schema["$ref"].rpartition("/")[2]], value)
        names: set[str] = set()
        for each in (*schema.get("oneOf", ()), *schema.get("anyOf", ())):
            if not self.errors(each, value):
                names |= self.show(each, value)
        if isinstance(value, list):
            prefix = schema.get("prefixItems", ())
            for index, item in enumerate(value):
                self.hold(prefix[index] if index < len(prefix) else schema.get("items"), item)
        if isinstance(value, dict):
            fields, more = self.fields(schema), schema.get("additionalProperties")
            for name in fields.keys() & value.keys():
                self.shown |= {*map(id, fields[name])}
                self.hold(fields[name][-1], value[name])
            names |= fields.keys()
            if isinstance(more, dict) or (not fields and not schema.keys() & UNIONS):
                names |= value.keys()
                for each in value.values():
                    self.hold(more if isinstance(more, dict) else None, each)
        return names

    def hold(self, schema: dict[str, Any] | None, value: Any) -> None:
        """Note what a value shows, all names of which have to be in the contract."""
        if schema is None:
            return
        names = self.show(schema, value)
        if isinstance(value, dict):
            assert value.keys() <= names, f"not in the contract: {value.keys() - names} of {schema}"


def own_fields(schema: dict[str, Any]) -> dict[str, list[Any]]:
    return {name: [each] for name, each in schema.get("properties", {}).items()}


UNIONS: Final = {"allOf", "anyOf", "oneOf"}


@pytest.fixture(scope="module")
def known(document: Document, again: Recorder) -> Known:
    """The contract, shown all that was asked and answered, and held against it."""
    known, named = Known(document), {each["operationId"]: each for each in operations(document)}
    for name, status, value in again.bodies:
        if status is None:
            body: dict[str, Any] = named[name]["requestBody"]
        else:
            body = responses(document, named[name]).get(status, {})
        for media_type, content in body.get("content", {}).items():
            if media_type.endswith("json") and not media_type.endswith("ndjson"):
                assert known.errors(content["schema"], value) == [], name
                known.hold(content["schema"], value)
    for component, values in again.values.items():
        for value in values:
            assert known.errors(known.schemas[component], value) == [], component
            known.hold(known.schemas[component], value)
    return known


def test_every_field_was_asked_or_answered(known: Known) -> None:
    """Really, in all of the script: examples are cut short, and are of one game."""
    lacking = [
        f"{where}: {HOW}"
        for at, schema in known.schemas.items()
        for where, field in fields(schema, at)
        if id(field) not in known.shown
    ]
    none(lacking)


# --- Words --------------------------------------------------------------------------------------


def parameters(document: Document) -> Iterator[tuple[str, dict[str, Any]]]:
    """The parameters that several operations share, and the parameters of one."""
    yield from document["components"]["parameters"].items()
    for path, methods in document["paths"].items():
        for each in methods.get("parameters", ()):
            yield f"{path} {each.get('name')}", each
    for operation in operations(document):
        for each in operation.get("parameters", ()):
            yield f"{operation['operationId']} {each.get('name')}", each


def own_parameters(document: Document) -> Iterator[tuple[str, dict[str, Any]]]:
    """The parameters that are not references."""
    return (pair for pair in parameters(document) if "$ref" not in pair[1])


def alternatives(field: dict[str, Any]) -> list[dict[str, Any]]:
    """The schemas that a schema has for what is in its values, and those it chooses from."""
    one = [field.get("items"), field.get("additionalProperties")]
    many = (field.get(name, ()) for name in ("prefixItems", "oneOf", "anyOf", "allOf"))
    inner = (*field.get("properties", {}).values(), *one, *chain(*many))
    return [each for each in inner if isinstance(each, dict)]


def test_every_parameter_and_header_is_described(document: Document) -> None:
    silent = [where for where, each in own_parameters(document) if not each.get("description")]
    for operation in operations(document):
        for response in responses(document, operation).values():
            assert response["description"], operation["operationId"]
    none(f"{each}: {SAY}" for each in silent)


def schemas(document: Document) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema of the contract: of components, bodies and parameters."""
    yield from document["components"]["schemas"].items()
    for where, each in own_parameters(document):
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
    for each in alternatives({**schema, "properties": {}}):
        yield from fields(each, at)


def is_documented(schema: dict[str, Any]) -> bool:
    return bool(schema.get("description") or schema.get("title"))


def test_every_field_is_described(document: Document) -> None:
    known = document["components"]["schemas"]

    def referred(schema: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = known.get(schema.get("$ref", "").rpartition("/")[2], {})
        return found

    silent = [
        where
        for at, schema in schemas(document)
        for inherited in [
            {f"{at}.{name}" for each in schema.get("allOf", ()) for name in names(referred(each))}
        ]
        for where, field in fields(schema, at)
        if where not in inherited
        and not is_documented(field)
        and not is_documented(referred(field))
        if "const" not in field
    ]
    none(f"{each}: {SAY}" for each in silent)


def names(schema: dict[str, Any]) -> Iterable[str]:
    found: dict[str, Any] = schema.get("properties", {})
    return found


def test_every_schema_is_described(document: Document) -> None:
    known = document["components"]["schemas"]
    none(name for name, each in known.items() if not is_documented(each))


def test_every_answer_says_what_it_is(document: Document) -> None:
    """In a sentence of its own; of a refusal its code does."""
    none(
        f"{operation['operationId']} {status}: say it with `Offer(…, said=…)`"
        for operation in operations(document)
        for status, response in responses(document, operation).items()
        if status.isdigit() and int(status) < HTTPStatus.BAD_REQUEST
        if response["description"] in ("", HTTPStatus(int(status)).phrase)
        or not response["description"].endswith(".")
    )


def test_no_component_is_there_for_nothing(document: Document) -> None:
    """As flask-smorest's own are."""
    text = json.dumps(document)
    known = document["components"]["schemas"]
    none(name for name in known if f'"#/components/schemas/{name}"' not in text)
