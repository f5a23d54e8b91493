#!/usr/bin/python3
"""The table of threats and tests in ../README.md is true: each test exists, each threat has one, and no case is missing."""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
FOLDERS = (HERE, HERE.parent, ROOT)
NAMED = re.compile(r'`([^`]+)` "([^"]+)"')


def rows(text):
    """(threat, [(file, title)]) of the table under the heading."""
    table = text.partition("### Threats and tests")[2]
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        if line.startswith("| ") and len(cells) == 2 and cells[0] not in ("threat", "---"):
            yield cells[0], NAMED.findall(cells[1])


def text_of(file):
    for folder in FOLDERS:
        if (folder / file).is_file():
            return (folder / file).read_text(encoding="utf-8")
    return None


def faults_of(found):
    if len(found) < 18:
        yield f"only {len(found)} threats in the table"
    for threat, tests in found:
        if not tests:
            yield f"no test for: {threat}"
        for file, title in tests:
            text = text_of(file)
            if text is None:
                yield f"{threat}: there is no {file}"
            elif title not in text:
                yield f"{threat}: {file} has no test '{title}'"


def forgotten(found):
    named = {(file, title) for _, tests in found for file, title in tests}
    for path in sorted(HERE.glob("*.py")):
        for title in re.findall(r'@suite\.case\(\s*"([^"]+)"', path.read_text(encoding="utf-8")):
            if not any(file == path.name and part in title for file, part in named):
                yield f"the table doesn't list {path.name} '{title}'"


def main():
    found = list(rows((HERE.parent / "README.md").read_text(encoding="utf-8")))
    spoilt = [(threat, [(file, title + "?") for file, title in tests]) for threat, tests in found]
    assert len(list(faults_of(spoilt))) >= len(found), "a missing test goes unnoticed"
    faults = [*faults_of(found), *forgotten(found)]
    for fault in faults:
        print(f"FAILED {fault}")
    print(f"{sum(len(tests) for _, tests in found)} tests for {len(found)} threats")
    print(f"{int(not faults)} passed, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
