#!/usr/bin/python3
"""Checks every Markdown file: links lead to files and headings that exist, and lines of text have at
most 100 characters. Tables and code are exempt.

usage: tests/docs/check.py ROOT
"""

import pathlib
import re
import sys

WIDTH = 100
SKIPPED = {"build", "node_modules"}


def pages(root):
    for path in sorted(root.rglob("*.md")):
        parts = path.relative_to(root).parts
        if not SKIPPED.intersection(parts) and not any(part.startswith(".") for part in parts):
            yield path


def prose(path):
    """Numbered lines outside code blocks."""
    fenced = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            yield number, line


def anchors(path):
    """The headings as GitHub names them."""
    return {
        re.sub(r"[^\w\- ]", "", line.lstrip("# ").strip().lower()).replace(" ", "-")
        for _, line in prose(path)
        if line.startswith("#")
    }


def broken(path, link):
    file, _, anchor = link.partition("#")
    target = (path.parent / file).resolve() if file else path
    if not target.exists():
        return f"no such file: {link}"
    if anchor and anchor not in anchors(target):
        return f"no such heading: {link}"
    return None


def faults(root):
    for path in pages(root):
        for number, line in prose(path):
            where = f"{path.relative_to(root)}:{number}"
            if len(line) > WIDTH and not line.startswith("|"):
                yield f"{where}: {len(line)} characters, at most {WIDTH} are allowed"
            for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", line)):
                if not re.match(r"[a-z]+:", link) and (fault := broken(path, link)):
                    yield f"{where}: {fault}"


def main(root):
    found = list(faults(pathlib.Path(root).resolve()))
    print(*found, sep="\n")
    sys.exit(1 if found else 0)


main(*sys.argv[1:])
