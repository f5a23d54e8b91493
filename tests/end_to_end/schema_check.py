#!/usr/bin/python3
"""Checks every message that a client of these tests sends or receives against protocol/schema.

It compiles the schemas to closures, because the general validator takes milliseconds per view and the tests send
hundreds of thousands; a sample goes through the general one as well. As a program it adds up what the test programs have
saved (files in a directory): it checks their samples with the general validator, and fails if some schema was never used.
"""

import json
import os
import pathlib
import re
import sys
from collections import Counter, defaultdict
from urllib.parse import urldefrag, urljoin

SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / "protocol" / "schema"
ANNOTATIONS = {"$schema", "$id", "title", "description", "$defs", "examples", "$comment"}
SAMPLE_FIRST, SAMPLE_EVERY = 3, 2000  # of each schema, in one program
SAMPLE_AT_MOST = 40  # in all programs together

OK_OF_REQUEST = {
    "create_room": "ok_seated",
    "join_room": "ok_seated",
    "quick_match": "ok_seated",
    "spectate": "ok_watching",
    "invitation": "ok_invitation",
    "resume": "ok_resumed",
    "take_over": "ok_seated",
    "move_seat": "ok_key",
    "push_key": "ok_push_key",
    "list_rooms": "ok_rooms",
    "games": "ok_games",
    "list_spectators": "ok_spectators",
    "ping": "ok_ping",
}

# Exact types, so a boolean or 1.0 isn't an integer. No schema has "number".
IS_TYPE = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}


class Compiler:
    """Turns a schema into a function that returns None for a valid value, else where and why it is invalid."""

    def __init__(self, documents):
        self.documents = documents
        self.compiled = {}

    def at(self, uri):
        """The checker of the schema at a URI; resolves itself lazily, so recursion works."""
        if uri not in self.compiled:
            self.compiled[uri] = lambda value: self.compiled[uri](value)
            base, fragment = urldefrag(uri)
            schema = self.documents[base]
            for part in fragment.strip("/").split("/") if fragment else []:
                schema = schema[part.replace("~1", "/").replace("~0", "~")]
            self.compiled[uri] = self.compile(schema, base)
        return self.compiled[uri]

    def compile(self, schema, base):
        checks = []
        known = set(schema) & ANNOTATIONS | {"type"}
        due = schema.get("type")
        for keyword in ("const", "enum", "$ref", "anyOf", "oneOf"):
            if keyword in schema:
                known.add(keyword)
                checks.append(getattr(self, "check_" + keyword.strip("$").lower())(schema[keyword], base))
        for of_type, names, make in (
            ("integer", {"minimum", "maximum"}, self.number_check),
            ("string", {"pattern", "minLength", "maxLength"}, self.string_check),
            ("array", {"items", "minItems", "maxItems"}, self.array_check),
            ("object", {"properties", "required", "additionalProperties"}, self.object_check),
        ):
            if names & set(schema):
                known |= names
                if due == of_type:  # then this check does both: it is called for every value of every message
                    due = None
                    checks.append(make(schema, base, f": not of type {of_type}"))
                else:
                    checks.append(make(schema, base, None))
        if due is not None:
            checks.insert(0, self.type_check(due))
        if set(schema) - known:
            raise NotImplementedError(f"schema keywords {sorted(set(schema) - known)}")
        if len(checks) == 1:
            return checks[0]
        if len(checks) == 2:
            first, second = checks
            return lambda value: first(value) or second(value)

        def check_all(value):
            for check in checks:
                fault = check(value)
                if fault:
                    return fault
            return None

        return check_all

    @staticmethod
    def type_check(names):
        names = [names] if isinstance(names, str) else names
        types = {IS_TYPE[name] for name in names}

        def check(value):
            return None if type(value) in types else f": not of type {names}"

        return check

    @staticmethod
    def check_const(expected, _base):
        return lambda value: None if type(value) is type(expected) and value == expected else f": not {expected!r}"

    @staticmethod
    def check_enum(values, _base):
        allowed = {(type(value), value) for value in values}
        return lambda value: (
            None if type(value) not in (dict, list) and (type(value), value) in allowed else ": not in the enumeration"
        )

    def check_ref(self, reference, base):
        return self.at(urljoin(base, reference))

    def check_anyof(self, schemas, base):
        checks = [self.compile(schema, base) for schema in schemas]

        def check(value):
            for one in checks:
                if one(value) is None:
                    return None
            return f": none of the alternatives ({' | '.join(one(value) for one in checks)})"

        return check

    def check_oneof(self, schemas, base):
        checks = [self.compile(schema, base) for schema in schemas]
        constants = [schema.get("properties", {}).get("type", {}).get("const") for schema in schemas]
        if None not in constants and all("type" in schema.get("required", []) for schema in schemas):
            of_type = dict(zip(constants, checks))

            def check_by_type(value):
                if type(value) is not dict or type(value.get("type")) is not str or value["type"] not in of_type:
                    return ": none of the alternatives by its type"
                return of_type[value["type"]](value)

            return check_by_type

        def check(value):
            faults = [one(value) for one in checks]
            fitting = faults.count(None)
            return None if fitting == 1 else f": {fitting} of the alternatives ({faults})"

        return check

    # The next four get what is wrong with a value of another type; None if nothing.

    @staticmethod
    def number_check(schema, _base, other):
        low, high = schema.get("minimum", float("-inf")), schema.get("maximum", float("inf"))

        def check(value):
            if type(value) is not int:
                return other
            return None if low <= value <= high else f": {value} out of range"

        return check

    @staticmethod
    def string_check(schema, _base, other):
        pattern = re.compile(schema.get("pattern", ""))
        low, high = schema.get("minLength", 0), schema.get("maxLength", float("inf"))

        def check(value):
            if type(value) is not str:
                return other
            if not low <= len(value) <= high:
                return f": length {len(value)}"
            return None if pattern.search(value) and not value.endswith("\n") else f": {value!r} does not match"

        return check

    def array_check(self, schema, base, other):
        item = self.compile(schema["items"], base) if "items" in schema else None
        low, high = schema.get("minItems", 0), schema.get("maxItems", float("inf"))

        def check(value):
            if type(value) is not list:
                return other
            if not low <= len(value) <= high:
                return f": {len(value)} items"
            if item:
                for index, element in enumerate(value):
                    fault = item(element)
                    if fault:
                        return f"[{index}]{fault}"
            return None

        return check

    def object_check(self, schema, base, other):
        properties = {name: self.compile(sub, base) for name, sub in schema.get("properties", {}).items()}
        required = frozenset(schema.get("required", []))
        if schema.get("additionalProperties", True) not in (True, False):
            raise NotImplementedError("additionalProperties with a schema")
        closed = schema.get("additionalProperties") is False

        def check(value):
            if type(value) is not dict:
                return other
            if not value.keys() >= required:
                return f": without {sorted(required - value.keys())[0]}"
            for name, element in value.items():
                one = properties.get(name)
                if one is None:
                    if closed:
                        return f": field {name} unknown"
                    continue
                fault = one(element)
                if fault:
                    return f".{name}{fault}"
            return None

        return check


class Schemas:
    def __init__(self, folder=SCHEMAS):
        self.documents = {}
        self.uri_of = {}
        for path in sorted(folder.rglob("*.json")):
            document = json.loads(path.read_text(encoding="utf-8"))
            self.documents[document["$id"]] = document
            name = str(path.relative_to(folder).with_suffix(""))
            if name != "defs":
                self.uri_of[name] = document["$id"]
        self.compiler = Compiler(self.documents)
        self.general_of = {}

    def names(self):
        return sorted(self.uri_of)

    def fault(self, name, message):
        return self.compiler.at(self.uri_of[name])(message)

    def general_fault(self, name, message):
        """What python3-jsonschema thinks of it."""
        import jsonschema  # late: few programs need it, and it takes long

        if name not in self.general_of:
            schema = self.documents[self.uri_of[name]]
            resolver = jsonschema.RefResolver(schema["$id"], schema, store=self.documents)
            self.general_of[name] = jsonschema.Draft202012Validator(schema, resolver=resolver)
        errors = list(self.general_of[name].iter_errors(message))
        return f"{list(errors[0].absolute_path)}: {errors[0].message}" if errors else None


class Traffic:
    """Counts and checks all messages. With a directory in JAIPUR_TRAFFIC, it keeps the counts there, and the sample for
    the general validator; otherwise it asks that at once."""

    def __init__(self):
        self.schemas = Schemas()
        self.counts = Counter()
        self.sampled = 0
        self.samples = []
        self.faults = []
        self.valid = set()  # texts: a chat line for a crowd is checked once
        self.folder = os.environ.get("JAIPUR_TRAFFIC")

    def message(self, name, message, text=None):
        self.counts[name] += 1
        if (name, text) in self.valid:
            return
        if name not in self.schemas.uri_of:
            self.faults.append(f"no schema {name}")
            return
        fault = self.schemas.fault(name, message)
        count = self.counts[name]
        if fault is None and (count <= SAMPLE_FIRST or count % SAMPLE_EVERY == 0):
            self.sampled += 1
            if self.folder:
                self.samples.append([name, json.dumps(message)])
            else:
                fault = self.schemas.general_fault(name, message)
        if fault:
            self.faults.append(f"{name}{fault} in {json.dumps(message)[:600]}")
        elif text is not None:
            if len(self.valid) > 1000:
                self.valid.clear()
            self.valid.add((name, text))

    def sent(self, message):
        self.message("client/" + message["type"], message)

    def received(self, message, request_type=None, text=None):
        kind = message.get("type")
        if kind == "ok":
            kind = OK_OF_REQUEST.get(request_type, "ok")
        self.message(f"server/{kind}", message, text)

    def http(self, name, document):
        self.message("http/" + name, document)

    def report(self):
        """Prints the faults and saves the counts; returns the number of faults."""
        for fault in self.faults[:20]:
            print(f"schema: {fault}")
        total = sum(self.counts.values())
        print(f"schema: {total} messages checked, {self.sampled} of them twice, {len(self.faults)} faults")
        if self.folder:
            file = pathlib.Path(self.folder) / f"{pathlib.Path(sys.argv[0]).stem}-{os.getpid()}.json"
            file.write_text(json.dumps({"counts": self.counts, "samples": self.samples}), encoding="utf-8")
        return len(self.faults)


def main():
    if len(sys.argv) != 2:
        print("usage: schema_check.py DIRECTORY-OF-COUNTS")
        return 2
    schemas, counts, samples, wrong = Schemas(), Counter(), defaultdict(list), []
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.json")):
        saved = json.loads(path.read_text(encoding="utf-8"))
        counts.update(saved["counts"])
        of_program = Counter()
        for name, text in saved["samples"]:
            of_program[name] += 1
            samples[name].append((of_program[name], path.stem, text))
    for name, found in samples.items():
        found.sort()  # the first of each program, then the second, and so on
        for _, program, text in found[:SAMPLE_AT_MOST]:
            if fault := schemas.general_fault(name, json.loads(text)):
                wrong.append(f"schema: {name} of {program}: {fault} in {text[:600]}")
    missing = 0
    for name in schemas.names():
        print(f"{counts[name]:9d} {name}, {min(len(samples[name]), SAMPLE_AT_MOST)} checked twice")
        missing += counts[name] == 0 or not samples[name]
    for text in wrong[:20]:
        print(text)
    failed = missing + len(wrong)
    print(
        f"{len(schemas.names()) - missing} passed, {failed} failed (a schema fails if no message used it, or if the general validator rejects one)"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
