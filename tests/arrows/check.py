#!/usr/bin/python3
"""Checks every include of the project against the table in arrows.txt, and searches for banned words.
Header-only libraries are visible to every file, so nothing else would notice a wrong include.

usage: check.py [ROOT]      prints each include that breaks an arrow, and its path

Exit code: 0 none does, 1 some do."""

import functools
import re
import sys
from collections import namedtuple
from pathlib import Path

HERE = Path(__file__).resolve().parent
NOT_OURS = ("build", "data")  # skipped at the root, like hidden folders; npm's packages are skipped anywhere

# Headers of the standard library that provide a clock, randomness, streams, files or threads.
WORLD = set(
    "atomic barrier chrono condition_variable csignal cstdio ctime execution filesystem fstream future "
    "iomanip iostream istream latch locale mutex ostream random semaphore shared_mutex spanstream "
    "sstream stop_token streambuf strstream syncstream thread".split()
)

# (words, files that may contain them, why)
WORDS = (
    (
        r"std::shuffle|std::mt19937|std::random_device|std::minstd_rand|\brand\(",
        "tests/**",
        "chance is specified: protocol/fair.cpp shuffles, server/shell/entropy.cpp draws secrets",
    ),
    (
        r"_clock::now\(|\btime\(nullptr\)|\bgettimeofday\(",
        "tests/** client/** server/log/* server/net/* server/push/sender.cpp server/shell/* server/store/*",
        "the core gets the time as an argument",
    ),
)

Include = namedtuple("Include", "name line")


def glob(pattern):
    """`*` stays within a folder, `**` does not."""
    parts = re.split(r"(\*\*|\*)", pattern)
    return "".join({"**": ".*", "*": "[^/]*"}.get(p, re.escape(p)) for p in parts)


@functools.cache
def globs(patterns):
    return re.compile("|".join(f"(?:{glob(p)})" for p in patterns)) if patterns else re.compile(r"(?!)")


def read_table(text):
    rules, files, allowed, adds = [], None, [], False

    def finish():
        if files:
            rules.append((files, allowed, adds))

    for line in text.splitlines():
        words = line.split()
        if not words or words[0].startswith("#") or (words[0].startswith("@") and words[1:2] == ["="]):
            continue
        if line[0].isspace():
            if words[0] == "+":
                adds, words = True, words[1:]
            allowed = allowed + words
        else:
            finish()
            files, allowed, adds = words, [], False
    finish()
    return [(globs(tuple(f)), a, p) for f, a, p in rules]


@functools.cache
def table():
    return read_table((HERE / "arrows.txt").read_text())


@functools.cache
def allowed_for(file):
    """A tuple of patterns; None if the table says nothing about the file."""
    allowed = None
    for files, items, adds in table():
        if files.fullmatch(file):
            allowed = (allowed or []) + items if adds else items
    return None if allowed is None else tuple(allowed)


def kind_of(name):
    """Which set a system header belongs to, if any."""
    base = name[1:-1]
    if "/" not in base and "." not in base:
        return {"@std"} if base in WORLD else {"@std", "@pure"}
    if base.startswith(("sys/", "netinet/", "arpa/", "linux/")) or base in (
        "fcntl.h",
        "ifaddrs.h",
        "poll.h",
        "pthread.h",
        "pwd.h",
        "signal.h",
        "termios.h",
        "spawn.h",
        "unistd.h",
        "langinfo.h",
        "netdb.h",
    ):
        return {"@posix"}
    return set()


@functools.cache
def permitted_by(allowed):
    """permitted(name, allowed) as a function of the name: hashing `allowed` takes long."""
    return functools.cache(lambda name: permitted(name, allowed))


def permitted(name, allowed):
    if name.startswith("<") and kind_of(name) & set(allowed):
        return True
    return bool(globs(tuple(a for a in allowed if not a.startswith("@"))).fullmatch(name))


def without_comments(text):
    """Comments become spaces; line numbers and string literals stay."""
    pattern = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/', re.S)
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m[0]) if m[0].startswith("/") else m[0], text)


INCLUDE = re.compile(
    r"^[ \t]*#[ \t]*(?:include|include_next|import)\b[ \t]*(.*?)[ \t]*$|^[ \t]*(?:export[ \t]+)?import[ \t]+(.*?);",
    re.M,
)


@functools.cache
def includes_of(text):
    found = []
    for m in INCLUDE.finditer(text):
        what = m[1] if m[1] is not None else m[2]
        name = what[1:-1] if re.fullmatch(r'"[^"]+"', what) else what
        found.append(Include(name, text.count("\n", 0, m.start()) + 1))
    return found


def sources(root):
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        if (
            path.suffix in (".hpp", ".cpp", ".h", ".ipp")
            and not parts[0].startswith(".")
            and parts[0] not in NOT_OURS
            and "node_modules" not in parts
        ):
            yield "/".join(parts)


def reached(file, includes):
    """Everything that `file` includes, nearest first, and where: {name: (including file, line)}."""
    found, queue = {}, [file]
    for at in queue:
        for name, line in includes.get(at, ()):
            if name not in found:
                found[name] = (at, line)
                queue.append(name)
    return found


def path_to(name, file, found):
    """The chain of includes from `file` to `name`."""
    path = []
    while not path or name != file:
        name, line = found[name]
        path.insert(0, f"{name}:{line}")
    return " -> ".join(path)


def read(root):
    return {file: without_comments((root / file).read_text()) for file in sources(root)}


@functools.cache
def found_in(text, words):
    return re.search(words, text)


def check(texts):
    """What breaks an arrow in these files: {path: text without comments}."""
    includes = {file: includes_of(text) for file, text in texts.items()}
    problems = []
    for file, text in texts.items():
        allowed = allowed_for(file)
        if allowed is None:
            problems.append(f"{file}: tests/arrows/arrows.txt does not say what it may include")
            continue
        for include in includes[file]:
            if not include.name.startswith("<") and include.name not in texts:
                problems.append(
                    f'{file}:{include.line}: "{include.name}" is not a file of the project, seen from its root'
                )
        may_include = permitted_by(allowed)
        found = reached(file, includes)
        for name in found:
            if not may_include(name) and (name in texts or name.startswith("<")):
                problems.append(f"{file} must not include {name}: {path_to(name, file, found)}")
        for words, may, why in WORDS:
            word = found_in(text, words)
            if word and not globs(tuple(may.split())).fullmatch(file):
                line = text.count("\n", 0, word.start()) + 1
                problems.append(f"{file}:{line}: {word[0]} is not for this file: {why}")
    return problems


def main():
    root = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else HERE.parent.parent
    texts = read(root)
    problems = check(texts) if texts else [f"{root}: no sources found"]
    print("\n".join(problems) or f"{len(texts)} files keep to the arrows")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
