#!/usr/bin/python3
"""A message that nothing handles must not compile, and neither must a member that its table of fields misses:
adds them to a copy of the header and compiles the sources that must notice. (The build itself
compiles them without these additions.)

usage: new_request_test.py SOURCE-FOLDER BUILD-FOLDER"""

import json
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PLANTED = "struct Planted {\n    friend bool operator==(const Planted&, const Planted&) = default;\n};\n"
REQUEST, MESSAGE = "protocol/request.hpp", "protocol/message.hpp"
# The header, what to add where, the source that must not compile then, and a part of the compiler's message.
PLANTS = [
    *(
        (header, rf"(using {group} =\s+std::variant<)", rf"{PLANTED}\1Planted, ", source, "visit")
        for header, group, source in (
            (REQUEST, "EntryRequest", "server/core/lobby/entry.cpp"),
            (REQUEST, "LobbyRequest", "server/core/lobby/lobby.cpp"),
            (REQUEST, "TableRequest", "server/core/room/decide.cpp"),
            (REQUEST, "EntryRequest", "client/console/session/traits.cpp"),
            (REQUEST, "LobbyRequest", "client/console/session/traits.cpp"),
            (REQUEST, "TableRequest", "client/console/session/traits.cpp"),
            (MESSAGE, "ServerMessage", "client/console/session/replies.cpp"),
        )
    ),
    (REQUEST, r"(struct JoinRoom \{)", r"\1 int planted = 0;", "protocol/codec/request.cpp", "missing from its table"),
]


def commands_by_source(root, build):
    """A source that is compiled in a group (cmake/groups.cmake) gets the command of its group."""
    commands = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = Path(entry["file"])
        for source in re.findall('#include "(.*)"', file.read_text()) if file.parent.name == "Unity" else [file]:
            if Path(source).is_relative_to(root):
                command = entry["command"].replace(str(file), str(source))
                commands[str(Path(source).relative_to(root))] = entry | {"command": command}
    return commands


def compiled(source, commands, header, text):
    """The compiler's exit code and messages for `source` with this text as `header`."""
    command = commands[source]
    with tempfile.TemporaryDirectory(prefix="jaipur-request-") as folder:
        path = Path(folder) / header
        path.parent.mkdir()
        path.write_text(text)
        words = shlex.split(command["command"])
        output = words.index("-o")
        words[output : output + 2] = ["-fsyntax-only", "-w"]
        first = next(i for i, word in enumerate(words) if word.startswith("-"))
        words[first:first] = [f"-I{folder}"]
        done = subprocess.run(words, cwd=command["directory"], capture_output=True, text=True, timeout=300)
        return done.returncode, done.stderr


def problems(plant, commands, root):
    header, where, added, source, complaint = plant
    planted, count = re.subn(where, added, (root / header).read_text())
    assert count == 1, f"{where} is not in {header} exactly once"
    code, said = compiled(source, commands, header, planted)
    if code == 0:
        return [f"{source} compiles with {added}"]
    if complaint not in said:
        return [f"{source} fails for another reason: {said[:2000]}"]
    return []


def main():
    root, build = (Path(argument).resolve() for argument in sys.argv[1:3])
    commands = commands_by_source(root, build)
    has_client = any(source.startswith("client/") for source in commands)
    plants = [plant for plant in PLANTS if has_client or not plant[3].startswith("client/")]
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda plant: problems(plant, commands, root), plants))
    failures = [problem for each in found for problem in each]
    print("\n".join(failures) or "no planted request or member compiles")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
