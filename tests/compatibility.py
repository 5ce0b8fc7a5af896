"""Compare two contracts: list what the newer one takes away from clients of the older one."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Json = Mapping[str, Any]
"""An object of a contract."""
CONST = "const"
NULL = {"type": "null"}


@dataclass
class Comparison:
    """Two contracts, the older one first."""

    old: Json
    new: Json
    _compared: set[tuple[str, str, bool]] = field(default_factory=set)

    def breaks(self) -> Iterator[str]:
        """The parts of the old contract that are missing or changed in the new one."""
        for path, methods in self.old["paths"].items():
            for method, operation in methods.items():
                there = self.new["paths"].get(path, {}).get(method)
                where = f"{method.upper()} {path}"
                if there is None:
                    yield f"{where}: removed"
                elif method != "parameters":
                    yield from self._of_operation(where, operation, there)

    def _of_operation(self, where: str, old: Json, new: Json) -> Iterator[str]:
        if old["operationId"] != new["operationId"]:
            yield f"{where}: operationId"
        yield from self._of_parameters(where, old, new)
        yield from self._of_body(where, old.get("requestBody"), new.get("requestBody"))
        for status, response in old["responses"].items():
            if status not in new["responses"]:
                yield f"{where}: {status} removed"
                continue
            contents = self._resolved(self.old, response).get("content", {})
            ours = self._resolved(self.new, new["responses"][status]).get("content", {})
            for kind, content in contents.items():
                at = f"{where}: {status} {kind}"
                if kind not in ours:
                    yield f"{at} removed"
                else:
                    yield from self._of_schema(at, content, ours[kind], sent=False)

    def _of_parameters(self, where: str, old: Json, new: Json) -> Iterator[str]:
        known = self._parameters(self.old, old)
        ours = self._parameters(self.new, new)
        for name in known.keys() - ours.keys():
            yield f"{where}: parameter {name} removed"
        for name in ours:
            if ours[name].get("required") and not known.get(name, {}).get("required"):
                yield f"{where}: parameter {name} is now required"

    def _parameters(self, contract: Json, operation: Json) -> dict[str, Json]:
        found = [self._resolved(contract, each) for each in operation.get("parameters", [])]
        return {each["name"]: each for each in found}

    def _of_body(self, where: str, old: Json | None, new: Json | None) -> Iterator[str]:
        if new is None:
            if old is not None:
                yield f"{where}: body removed"
            return
        if old is None:
            if new.get("required"):
                yield f"{where}: body is now required"
            return
        for kind, content in old["content"].items():
            if kind not in new["content"]:
                yield f"{where}: body {kind} removed"
            else:
                at = f"{where}: body"
                yield from self._of_schema(at, content, new["content"][kind], sent=True)

    def _of_schema(self, where: str, old: Json, new: Json, *, sent: bool) -> Iterator[str]:
        yield from self._of_value(where, old.get("schema", {}), new.get("schema", {}), sent=sent)

    def _of_value(self, where: str, old: Json, new: Json, *, sent: bool) -> Iterator[str]:
        """`sent`: the client sends the value; otherwise it receives the value."""
        pair = (old.get("$ref", ""), new.get("$ref", ""), sent)
        if all(pair[:2]):
            if pair in self._compared:
                return
            self._compared.add(pair)
            where = f"{pair[0].rpartition('/')[2]} ({'sent' if sent else 'received'})"
        old, new = self._resolved(self.old, old), self._resolved(self.new, new)
        yield from self._of_type(where, old, new, sent=sent)
        yield from self._of_properties(where, old, new, sent=sent)
        for inner in ("items", "additionalProperties"):
            if isinstance(old.get(inner), Mapping) and isinstance(new.get(inner), Mapping):
                yield from self._of_value(f"{where}[]", old[inner], new[inner], sent=sent)
        for several in ("oneOf", "anyOf", "allOf"):
            yield from self._of_several(
                where, old.get(several, []), new.get(several, []), sent=sent
            )

    def _of_several(
        self, where: str, old: list[Json], new: list[Json], *, sent: bool
    ) -> Iterator[str]:
        """Alternatives with a name are compared by name, others by their place.

        One without its name or place there is served if one of the new alternatives takes it.
        """
        ours = {each.get("$ref", place): each for place, each in enumerate(new)}
        for place, each in enumerate(old):
            name = each.get("$ref", place)
            if name in ours:
                yield from self._of_value(where, each, ours[name], sent=sent)
            elif sent and not any(self._takes(other, each) for other in new):
                yield f"{where}: {name} removed"

    def _takes(self, new: Json, old: Json) -> bool:
        """Whether a schema takes every value of an old one that a client sends."""
        apart = Comparison(self.old, self.new)
        return next(apart._of_value("", old, new, sent=True), None) is None

    def _of_type(self, where: str, old: Json, new: Json, *, sent: bool) -> Iterator[str]:
        was, now = self._all(self.old, old, _types), self._all(self.new, new, _types)
        wide, narrow = (now, was) if sent else (was, now)
        if wide and (missing := narrow - wide):
            yield f"{where}: type {', '.join(sorted(missing))}"
        was, now = self._all(self.old, old, _values), self._all(self.new, new, _values)
        if sent and now and (missing := was - now):
            yield f"{where}: no longer {', '.join(sorted(missing))}"

    def _all(self, contract: Json, schema: Json, found: Callable[[Json], set[str]]) -> set[str]:
        """The types or values of a schema or of all its alternatives; none: any."""
        if own := found(schema):
            return own
        parts = [
            self._all(contract, self._resolved(contract, each), found)
            for several in ("anyOf", "oneOf")
            for each in schema.get(several, ())
            if each != NULL or found is _types
        ]
        return set().union(*parts) if all(parts) else set()

    def _of_properties(self, where: str, old: Json, new: Json, *, sent: bool) -> Iterator[str]:
        known, ours = old.get("properties", {}), new.get("properties", {})
        for name in known.keys() - ours.keys():
            yield f"{where}.{name}: removed"
        for name in known.keys() & ours.keys():
            yield from self._of_value(f"{where}.{name}", known[name], ours[name], sent=sent)
        was, now = {*old.get("required", ())}, {*new.get("required", ())}
        changed = now - was if sent else was - now
        for name in changed & ({*ours} if sent else {*known}):
            yield f"{where}.{name}: {'now required' if sent else 'no longer always there'}"

    def _resolved(self, contract: Json, value: Json) -> Json:
        while "$ref" in value:
            found: Any = contract
            for part in value["$ref"].removeprefix("#/").split("/"):
                found = found[part.replace("~1", "/").replace("~0", "~")]
            value = found
        for several in ("anyOf", "oneOf"):
            if NULL in value.get(several, ()) and len(value[several]) == 2:
                (other,) = (each for each in value[several] if each != NULL)
                inner = self._resolved(contract, other)
                if _types(inner):
                    return {**inner, "type": [*_types(inner), "null"]}
        return value


def _types(schema: Json) -> set[str]:
    given = schema.get("type", ())
    return {given} if isinstance(given, str) else {*given}


def _values(schema: Json) -> set[str]:
    """The values that a schema allows, but for null, which is a type."""
    given = schema.get("enum", [schema[CONST]] if CONST in schema else ())
    return {str(value) for value in given if value is not None}
