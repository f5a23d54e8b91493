"""Writes all mutants of a C++ source (see finder.py) into one copy of it, to be selected at run time (see
mutant.hpp), and leaves out those that don't compile."""

import hashlib
import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path

from clang import cindex
from finder import FUNCTIONS, Edit, Finder, Mutant

NUMBERS = 1 << 22  # as in mutant.hpp
ADDED_LINES = 2  # at the top of a mutated source
HEADER = "tests/mutation/mutant.hpp"


def without_twins(mutants):
    """A template's or an overloaded operator's tree may show the same place twice."""
    seen, result = set(), []
    for mutant in mutants:
        place = tuple((edit.at, edit.text) for edit in mutant.edits)
        if place not in seen:
            seen.add(place)
            result.append(mutant)
    return result


def named(mutants):
    """Gives each mutant a key that changes elsewhere don't change, and a number from it."""
    seen = Counter()
    for mutant in mutants:
        key = f"{mutant.file} {mutant.function}: {mutant.before} -> {mutant.after}"
        seen[key] += 1
        mutant.key = key if seen[key] == 1 else f"{key} ({seen[key]})"
        mutant.number = 1 + int(hashlib.sha256(mutant.key.encode()).hexdigest(), 16) % (NUMBERS - 1)
    return mutants


def distinct(files):
    """Numbers are hashes, so two mutants may have the same: then the later one gets the next. `files`: their
    mutants."""
    numbers = set()
    for mutant in (mutant for mutants in files for mutant in mutants):
        while mutant.number in numbers:
            mutant.number = 1 + mutant.number % (NUMBERS - 1)
        numbers.add(mutant.number)


def rewritten(text, mutants):
    """The source with all of these mutants. Lines keep their numbers."""
    edits = []
    for order, mutant in enumerate(mutants):
        for edit in mutant.edits:
            # At the same place, what ends comes before what begins; inner ones end first and begin last.
            rank = (edit.at, 0, -order) if edit.closing else (edit.at, 1, order)
            edits.append((rank, edit, edit.text.format(on=f"{mutant.call}({mutant.number}u)")))
    raw, result, at = text.encode(), [f'#include "{HEADER}"\n#line 1\n'.encode()], 0  # ADDED_LINES
    for rank, edit, new in sorted(edits, key=lambda entry: entry[0]):
        result += [raw[at : edit.at], new.encode()]
        at = edit.at + edit.length
    return b"".join([*result, raw[at:]]).decode()


class Parser:
    """Clang, with the options that matter for the syntax tree."""

    def __init__(self, root):
        self.root = root
        self.index = cindex.Index.create()
        self.options = ["-x", "c++", "-std=c++20", f"-I{root}", "-D_GLIBCXX_ASSERTIONS", "-w", "-Wno-narrowing"]
        self.options += ["-ferror-limit=0"]  # `compiling` needs all errors

    def parse(self, sources, replaced=None):
        """The tree of all these sources as one, because most of the work is their headers; and the errors."""
        unit = "".join(f'#include "{source}"\n' for source in sources)
        unsaved = [(str(self.root / file), text) for file, text in {"unit.cpp": unit, **(replaced or {})}.items()]
        tree = self.index.parse(str(self.root / "unit.cpp"), self.options, unsaved_files=unsaved)
        return tree, [entry for entry in tree.diagnostics if entry.severity >= cindex.Diagnostic.Error]

    def mutants(self, sources, files):
        """By file: the mutants of those files that these sources include (or are). None if sources don't compile
        together."""
        unit, errors = self.parse(sources)
        if errors and len(sources) > 1:
            return None
        if errors:
            raise SystemExit(f"clang doesn't understand {sources[0]}: {errors[0]}")
        finders = {}
        for cursor in unit.cursor.get_children():
            place = cursor.location.file and cursor.location.file.name
            if not place or not place.startswith(f"{self.root}/"):
                continue
            file = place[len(f"{self.root}/") :]
            if file in files:
                finder = finders.setdefault(file, Finder(file, (self.root / file).read_text()))
                finder.walk(cursor) if cursor.kind not in FUNCTIONS else finder.function(cursor)
        return {file: named(without_twins(finder.mutants)) for file, finder in finders.items()}

    def compiling(self, sources, mutants):
        """Leaves out those that don't compile. `mutants`: by file, of files that these sources include (or are)."""
        mutants = dict(mutants)
        for _ in range(6):
            replaced = {file: rewritten((self.root / file).read_text(), found) for file, found in mutants.items()}
            _, errors = self.parse(sources, replaced)
            if not errors:
                return mutants
            bad = set()
            for error in errors:
                place = error.location.file.name if error.location.file else ""
                bad.add((place[len(f"{self.root}/") :], error.location.line - ADDED_LINES))
            for file, found in mutants.items():
                lines = {line for name, line in bad if name == file}
                mutants[file] = [m for m in found if not lines & set(range(m.line, m.last_line + 1))]
        raise SystemExit(f"mutants of {sources} don't compile: {errors[0]}")


class Known:
    """The mutants of files, remembered by their contents."""

    def __init__(self, path):
        self.path, self.new = path, {}
        self.old = json.loads(path.read_text()) if path.exists() else {}
        self.version = b"".join(Path(__file__).with_name(f"{name}.py").read_bytes() for name in ("finder", "mutants"))

    def stamp(self, file):
        return hashlib.sha256(self.version + str(file).encode() + file.read_bytes()).hexdigest()

    def of(self, file):
        entry = self.old.get(self.stamp(file))
        if entry is None:
            return None
        self.new[self.stamp(file)] = entry
        return [Mutant(**{**values, "edits": [Edit(**edit) for edit in values["edits"]]}) for values in entry]

    def remember(self, file, mutants):
        self.new[self.stamp(file)] = [asdict(mutant) for mutant in mutants]

    def save(self):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.new))
