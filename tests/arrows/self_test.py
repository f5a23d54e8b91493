#!/usr/bin/python3
"""Plants wrong includes into a copy of the project, and checks that check.py finds each of them."""

import subprocess
import sys
import tempfile
from pathlib import Path

import check

ROOT = check.HERE.parent.parent

# (file, the line appended to it, what check.py must say)
PLANTED = (
    # the rules know neither the protocol nor the outside world
    ("common/rules.hpp", '#include "protocol/message.hpp"', "common/rules.hpp must not include protocol/message.hpp"),
    ("common/card.hpp", "#include <nlohmann/json.hpp>", "common/card.hpp must not include <nlohmann/json.hpp>"),
    ("common/card.hpp", "#include <iostream>", "common/card.hpp must not include <iostream>"),
    ("common/card.hpp", "  #  include <chrono> // why not", "common/card.hpp must not include <chrono>"),
    ("common/card.hpp", "import <random>;", "common/card.hpp must not include <random>"),
    ("common/card.hpp", "#include <boost/asio.hpp>", "common/card.hpp must not include <boost/asio.hpp>"),
    # through another file of the project
    ("common/card.hpp", "#include <thread>", "common/state.hpp must not include <thread>: common/state.hpp:"),
    (
        "protocol/message.hpp",
        '#include "common/state.hpp"',
        "client/console/model.hpp must not include common/state.hpp: client/console/model.hpp:",
    ),
    # JSON is for the codec, hashes for one file
    (
        "protocol/observation.hpp",
        "#include <nlohmann/json.hpp>",
        "protocol/observation.hpp must not include <nlohmann/json.hpp>",
    ),
    ("protocol/fair.hpp", "#include <openssl/sha.h>", "protocol/fair.hpp must not include <openssl/sha.h>"),
    (
        "protocol/message.hpp",
        '#include "server/core/time.hpp"',
        "protocol/message.hpp must not include server/core/time.hpp",
    ),
    # the core does no I/O
    (
        "server/core/lobby/lobby.hpp",
        "#include <boost/asio/io_context.hpp>",
        "server/core/lobby/lobby.hpp must not include <boost/asio/io_context.hpp>",
    ),
    (
        "server/core/lobby/lobby.hpp",
        "#include <spdlog/spdlog.h>",
        "server/core/lobby/lobby.hpp must not include <spdlog/spdlog.h>",
    ),
    (
        "server/core/lobby/lobby.hpp",
        '#include "server/store/store.hpp"',
        "server/core/lobby/lobby.hpp must not include server/store/store.hpp",
    ),
    ("server/core/record.hpp", "#include <unistd.h>", "server/core/record.hpp must not include <unistd.h>"),
    # a bot knows what a player in its seat may know
    (
        "bots/knowledge.hpp",
        '#include "common/state.hpp"',
        "bots/knowledge.hpp must not include common/state.hpp",
    ),
    (
        "bots/knowledge.cpp",
        '#include "common/rules.hpp"',
        "bots/knowledge.cpp must not include common/rules.hpp",
    ),
    (
        "bots/knowledge.cpp",
        '#include "server/core/room/state.hpp"',
        "bots/knowledge.cpp must not include server/core/room/state.hpp",
    ),
    # within the core: room <- lobby; the core doesn't think
    (
        "server/core/room/time.cpp",
        '#include "bots/levels.hpp"',
        "server/core/room/time.cpp must not include bots/levels.hpp",
    ),
    (
        "server/core/room/room.hpp",
        '#include "server/core/lobby/rooms.hpp"',
        "server/core/room/room.hpp must not include server/core/lobby/rooms.hpp",
    ),
    (
        "server/core/delivery.hpp",
        '#include "server/core/room/state.hpp"',
        "server/core/delivery.hpp must not include server/core/room/state.hpp",
    ),
    # within the server: core <- log, net, store <- shell
    (
        "server/core/delivery.hpp",
        '#include "server/net/socket.hpp"',
        "server/core/delivery.hpp must not include server/net/socket.hpp",
    ),
    (
        "server/core/room/room.hpp",
        '#include "server/shell/options.hpp"',
        "server/core/room/room.hpp must not include server/shell/options.hpp",
    ),
    (
        "server/net/http.hpp",
        '#include "server/shell/server.hpp"',
        "server/net/http.hpp must not include server/shell/server.hpp",
    ),
    (
        "server/net/wire.hpp",
        '#include "server/store/store.hpp"',
        "server/net/wire.hpp must not include server/store/store.hpp",
    ),
    (
        "server/store/store.hpp",
        '#include "server/log/log.hpp"',
        "server/store/store.hpp must not include server/log/log.hpp",
    ),
    ("server/shell/server.cpp", "#include <sqlite3.h>", "server/shell/server.cpp must not include <sqlite3.h>"),
    # Beast is for two files, logging for one folder
    (
        "server/net/http.cpp",
        "#include <boost/beast/http.hpp>",
        "server/net/http.cpp must not include <boost/beast/http.hpp>",
    ),
    (
        "server/net/websocket.hpp",
        "#include <boost/beast/core.hpp>",
        "server/shell/server.cpp must not include <boost/beast/core.hpp>: server/shell/server.cpp:",
    ),
    (
        "server/shell/server.cpp",
        "#include <spdlog/spdlog.h>",
        "server/shell/server.cpp must not include <spdlog/spdlog.h>",
    ),
    (
        "server/store/store.hpp",
        "#include <boost/beast/core.hpp>",
        "server/store/store.hpp must not include <boost/beast/core.hpp>",
    ),
    (
        "client/console/model.hpp",
        "#include <boost/beast/core.hpp>",
        "client/console/model.hpp must not include <boost/beast/core.hpp>",
    ),
    # the client plays by the views, and neither side knows the other
    (
        "client/console/model.hpp",
        '#include "common/rules.hpp"',
        "client/console/model.hpp must not include common/rules.hpp",
    ),
    (
        "client/console/model.hpp",
        '#include "server/core/time.hpp"',
        "client/console/model.hpp must not include server/core/time.hpp",
    ),
    (
        "server/core/lobby/lobby.hpp",
        '#include "client/console/model.hpp"',
        "server/core/lobby/lobby.hpp must not include client/console/model.hpp",
    ),
    (
        "server/store/store.hpp",
        '#include "client/console/model.hpp"',
        "server/store/store.hpp must not include client/console/model.hpp",
    ),
    # attempts to get around the check
    (
        "server/core/lobby/lobby.hpp",
        '#include "../common/rules.hpp"',
        '"../common/rules.hpp" is not a file of the project',
    ),
    (
        "server/core/lobby/lobby.hpp",
        "#include JAIPUR_SECRET_HEADER",
        '"JAIPUR_SECRET_HEADER" is not a file of the project',
    ),
    ("elsewhere/new.hpp", "#pragma once", "elsewhere/new.hpp: tests/arrows/arrows.txt does not say"),
    # randomness and time come from outside
    ("common/rules.hpp", "inline int roll() { return rand(); }", "rand( is not for this file"),
    (
        "server/core/lobby/lobby.hpp",
        "inline auto now() { return std::chrono::system_clock::now(); }",
        "_clock::now( is not for this file",
    ),
)

HARMLESS = (
    ("common/card.hpp", "// #include <iostream>\n/* #include <thread>\n#include <random> */"),
    ("common/card.hpp", 'constexpr auto text = "\\n#include <iostream>";'),
    ("common/card.hpp", '#include "common/token.hpp"'),  # a cycle within a folder is allowed, and must not loop forever
)


def planted(project, file, line):
    """A copy of the project with the line at the end of the file."""
    return project | {file: project.get(file, "") + "\n" + check.without_comments(line) + "\n"}


def run_on_disk(project, wrong):
    """The program itself, on files in a folder: without and with the wrong line."""
    with tempfile.TemporaryDirectory(prefix="jaipur-arrows-") as folder:
        for file, text in project.items():
            path = Path(folder) / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        for added in ("", wrong[1]):
            with (Path(folder) / wrong[0]).open("a") as file:
                file.write(added)
            done = subprocess.run([check.HERE / "check.py", folder], capture_output=True, text=True, timeout=60)
            yield done.returncode, done.stdout + done.stderr


def main():
    project = check.read(ROOT)
    failures = [f"the project itself: {problem}" for problem in check.check(project)]
    for file, line, expected in PLANTED:
        said = check.check(planted(project, file, line))
        if not any(expected in problem for problem in said):
            failures.append(f"missed `{line}` in {file}; found {said}")
    for file, line in HARMLESS:
        failures += [
            f"`{line}` is harmless in {file}: {problem}" for problem in check.check(planted(project, file, line))
        ]
    (code, said), (planted_code, planted_said) = run_on_disk(project, PLANTED[0])
    if code != 0:
        failures.append(f"check.py on a copy of the project: exit {code}: {said}")
    if planted_code != 1 or PLANTED[0][2] not in planted_said:
        failures.append(f"check.py on a copy with a wrong include: exit {planted_code}: {planted_said}")
    print("\n".join(failures) or f"{len(PLANTED)} wrong includes found, {len(HARMLESS)} harmless ones accepted")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
