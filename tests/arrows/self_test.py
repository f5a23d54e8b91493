#!/usr/bin/python3
"""Plants what breaks an arrow into a copy of the project, and demands that check.py finds it."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# (file, a line for its end, what check.py has to say)
PLANTED = (
    # the rules know neither what travels nor the world
    ("common/rules.hpp", '#include "protocol/message.hpp"', "common/rules.hpp must not know protocol/message.hpp"),
    ("common/card.hpp", "#include <nlohmann/json.hpp>", "common/card.hpp must not know <nlohmann/json.hpp>"),
    ("common/card.hpp", "#include <iostream>", "common/card.hpp must not know <iostream>"),
    ("common/card.hpp", "  #  include <chrono> // why not", "common/card.hpp must not know <chrono>"),
    ("common/card.hpp", "import <random>;", "common/card.hpp must not know <random>"),
    ("common/card.hpp", "#include <boost/asio.hpp>", "common/card.hpp must not know <boost/asio.hpp>"),
    # through another file of the project
    ("common/card.hpp", "#include <thread>", "common/state.hpp must not know <thread>: common/state.hpp:"),
    ("protocol/message.hpp", '#include "common/state.hpp"', "client/console/model.hpp must not know common/state.hpp: client/console/model.hpp:"),
    # JSON is for the codec, hashes for one file
    ("protocol/observation.hpp", "#include <nlohmann/json.hpp>", "protocol/observation.hpp must not know <nlohmann/json.hpp>"),
    ("protocol/fair.hpp", "#include <openssl/sha.h>", "protocol/fair.hpp must not know <openssl/sha.h>"),
    ("protocol/message.hpp", '#include "server/time.hpp"', "protocol/message.hpp must not know server/time.hpp"),
    # the core does no I/O
    ("server/lobby.hpp", "#include <boost/asio/io_context.hpp>", "server/lobby.hpp must not know <boost/asio/io_context.hpp>"),
    ("server/lobby.hpp", "#include <spdlog/spdlog.h>", "server/lobby.hpp must not know <spdlog/spdlog.h>"),
    ("server/lobby.hpp", '#include "server/store/store.hpp"', "server/lobby.hpp must not know server/store/store.hpp"),
    ("server/record.hpp", "#include <unistd.h>", "server/record.hpp must not know <unistd.h>"),
    # Beast is for few
    ("server/store/store.hpp", "#include <boost/beast/core.hpp>", "server/store/store.hpp must not know <boost/beast/core.hpp>"),
    ("client/console/model.hpp", "#include <boost/beast/core.hpp>", "client/console/model.hpp must not know <boost/beast/core.hpp>"),
    # the client plays by the views, and neither side knows the other
    ("client/console/model.hpp", '#include "common/rules.hpp"', "client/console/model.hpp must not know common/rules.hpp"),
    ("client/console/model.hpp", '#include "server/time.hpp"', "client/console/model.hpp must not know server/time.hpp"),
    ("server/lobby.hpp", '#include "client/console/model.hpp"', "server/lobby.hpp must not know client/console/model.hpp"),
    ("server/store/store.hpp", '#include "client/console/model.hpp"', "server/store/store.hpp must not know client/console/model.hpp"),
    # ways around
    ("server/lobby.hpp", '#include "../common/rules.hpp"', '"../common/rules.hpp" is no file of the project'),
    ("server/lobby.hpp", "#include JAIPUR_SECRET_HEADER", '"JAIPUR_SECRET_HEADER" is no file of the project'),
    ("elsewhere/new.hpp", "#pragma once", "elsewhere/new.hpp: tests/arrows/arrows.txt does not say"),
    # chance and time come from outside
    ("common/rules.hpp", "inline int roll() { return rand(); }", "rand( is not for this file"),
    ("server/lobby.hpp", "inline auto now() { return std::chrono::system_clock::now(); }", "_clock::now( is not for this file"),
)

HARMLESS = (
    ("common/card.hpp", "// #include <iostream>\n/* #include <thread>\n#include <random> */"),
    ("common/card.hpp", 'constexpr auto text = "\\n#include <iostream>";'),
    ("common/card.hpp", '#include "common/token.hpp"'),  # a circle: no arrow of ours, and no endless loop
)


def run(tree):
    done = subprocess.run([tree / "tests/arrows/check.py", tree], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr


def plant(tree, file, line):
    path = tree / file
    before = path.read_text() if path.exists() else None
    path.parent.mkdir(exist_ok=True)
    path.write_text((before or "") + "\n" + line + "\n")
    return path, before


def main():
    failures = []
    with tempfile.TemporaryDirectory(prefix="jaipur-arrows-") as folder:
        tree = Path(folder) / "copy"
        shutil.copytree(ROOT, tree, ignore=lambda at, names: [
            n for n in names if (Path(at) == ROOT and (n in ("build", "data") or n.startswith("."))) or n == "node_modules"])
        code, said = run(tree)
        if code != 0:
            sys.exit(f"the project itself breaks arrows:\n{said}")
        for file, line, expected in PLANTED + tuple(h + (None,) for h in HARMLESS):
            path, before = plant(tree, file, line)
            code, said = run(tree)
            if expected is None and code != 0:
                failures.append(f"found fault with the harmless `{line}` in {file}:\n{said}")
            if expected is not None and (code != 1 or not re.search(r"(?m)" + re.escape(expected), said)):
                failures.append(f"missed `{line}` in {file}; said (exit {code}):\n{said}")
            path.unlink() if before is None else path.write_text(before)
    print("\n".join(failures) or f"{len(PLANTED)} wrong includes found, {len(HARMLESS)} harmless ones let pass")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
