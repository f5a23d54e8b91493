#!/usr/bin/python3
"""A new request that nothing serves must not compile: adds one to each group of requests in a copy of
protocol/message.hpp and compiles the source that serves the group.

usage: new_request_test.py SOURCE-FOLDER BUILD-FOLDER"""

import json
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SERVED_IN = {
    "EntryRequest": "server/core/lobby/entry.cpp",
    "LobbyRequest": "server/core/lobby/lobby.cpp",
    "TableRequest": "server/core/room/decide.cpp",
}
PLANTED = "struct Planted {\n    friend bool operator==(const Planted&, const Planted&) = default;\n};\n"


def with_planted(header, group):
    text, count = re.subn(rf"(using {group} =\s+std::variant<)", rf"{PLANTED}\1Planted, ", header)
    assert count == 1, f"{group} is not declared as expected"
    return text


def compiled(source, commands, header):
    """The compiler's exit code and messages for `source` with this text as protocol/message.hpp."""
    command = commands[source]
    with tempfile.TemporaryDirectory(prefix="jaipur-request-") as folder:
        path = Path(folder) / "protocol" / "message.hpp"
        path.parent.mkdir()
        path.write_text(header)
        words = shlex.split(command["command"])
        output = words.index("-o")
        words[output : output + 2] = ["-fsyntax-only", "-w"]
        first = next(i for i, word in enumerate(words) if word.startswith("-"))
        words[first:first] = [f"-I{folder}"]
        done = subprocess.run(words, cwd=command["directory"], capture_output=True, text=True, timeout=300)
        return done.returncode, done.stderr


def problems(group, source, commands, header):
    code, said = compiled(source, commands, header)
    if code != 0:
        return [f"{source} does not compile as it is: {said[:2000]}"]
    code, said = compiled(source, commands, with_planted(header, group))
    if code == 0:
        return [f"{source} compiles with a request in {group} that nothing serves"]
    if "Planted" not in said or "visit" not in said:
        return [f"{source} fails for another reason: {said[:2000]}"]
    return []


def main():
    root, build = (Path(argument).resolve() for argument in sys.argv[1:3])
    entries = json.loads((build / "compile_commands.json").read_text())
    commands = {str(Path(e["file"]).relative_to(root)): e for e in entries if Path(e["file"]).is_relative_to(root)}
    header = (root / "protocol/message.hpp").read_text()
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda item: problems(*item, commands, header), SERVED_IN.items()))
    failures = [problem for each in found for problem in each]
    print("\n".join(failures) or "a new request compiles in none of the three groups")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
