#!/usr/bin/python3
"""Every C++ file below tests/ belongs to a target: the nearest CMakeLists.txt names it, or globs. A test that no list names
would never be compiled, and nobody would notice.

usage: built.py [ROOT]      prints each file that isn't built

Exit code: 0 all are, 1 some aren't."""

import re
import sys
from pathlib import Path

SAMPLES = ("lint/sample.cpp", "mutation/sample/sample_test.cpp")  # which those tests compile themselves


def list_for(source, tests):
    """The text of the nearest CMakeLists.txt."""
    for folder in source.parents:
        if (folder / "CMakeLists.txt").is_file():
            return (folder / "CMakeLists.txt").read_text()
        if folder == tests:
            return ""


def unbuilt(tests):
    for source in sorted(tests.rglob("*.cpp")):
        name = source.relative_to(tests).as_posix()
        text = list_for(source, tests)
        if name not in SAMPLES and not re.search(rf"\b{re.escape(source.stem)}\b|file\(GLOB", text):
            if "node_modules" not in source.parts:
                yield name


def main():
    root = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
    found = list(unbuilt(root / "tests"))
    for name in found:
        print(f"tests/{name}: no CMakeLists.txt names it")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
