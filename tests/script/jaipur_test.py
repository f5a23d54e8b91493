#!/usr/bin/python3
"""./jaipur with programs that only say how they were called: nothing is built and no server runs.

usage: jaipur_test.py JAIPUR"""

import ast
import os
import pathlib
import pty
import shutil
import subprocess
import sys
import tempfile
import textwrap

CLIENT = """\
#!/bin/bash
printf 'client:'
printf ' %s' "$@"
printf '\\n'
for name in HELP COME_BACK REPLAY START_AGAIN DEFAULT_SERVER INVITE_AT; do
    variable=JAIPUR_$name
    [ -z "${!variable:-}" ] || printf '%s=%s\\n' "$name" "${!variable}"
done
"""

SERVER = """\
#!/bin/bash
case $1 in healthcheck) exit 1 ;; esac
[ ! -e "$0.fails" ] || { echo '{"event":"fails"}' >&2; exit "$(cat "$0.fails")"; }
while [ $# -gt 0 ]; do [ "$1" != --listen ] || at=$2; shift; done
echo '{"event":"started"}' >&2
echo "listening on ${at/:0/:4242}$(cat "$0.tls" 2>/dev/null)"
echo "warning: something"
[ ! -e "$0.ends" ] && exec sleep 60
exit 0
"""

CMAKE = """\
#!/bin/bash
[ "$1" = --build ] || exit 0
[ -z "${NINJA_STATUS:-}" ] || echo 'building [1 of 2] Building CXX object some/file.cpp.o'
[ ! -e "$CMAKE_FAILS" ] || { echo 'some/file.cpp: error'; exit 1; }
"""


class Script:
    """A copy of ./jaipur between stand-ins."""

    def __init__(self, jaipur, folder):
        self.root = pathlib.Path(folder)
        self.bin = self.root / "build" / "release" / "bin"
        self.bin.mkdir(parents=True)
        (self.root / "cmake").mkdir()
        for name in ("common", "protocol", "bots", "server", "client", "tests"):
            (self.root / name).mkdir()
        for name in ("cmake/packages.txt", "CMakePresets.json", "CMakeLists.txt"):
            (self.root / name).touch()
        shutil.copy(jaipur, self.root)
        shutil.copytree(pathlib.Path(jaipur).parent / "commands", self.root / "commands")
        for path, text in (
            (self.bin / "jaipur-client", CLIENT),
            (self.bin / "jaipur-server", SERVER),
            (self.root / "path" / "cmake", CMAKE),
        ):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
            path.chmod(0o755)
        self.environment = {
            "PATH": f"{self.root / 'path'}:/usr/bin:/bin",
            "HOME": str(self.root / "home"),
            "CMAKE_FAILS": str(self.root / "cmake.fails"),
        }

    def run(self, *words, **more):
        done = subprocess.run(
            [self.root / "jaipur", *words],
            env={**self.environment, **more},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=30,
        )
        return done.stdout + done.stderr

    def on_terminal(self, *words):
        """What a person sees."""
        master, slave = pty.openpty()
        process = subprocess.Popen(
            [self.root / "jaipur", *words],
            env=self.environment,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)
        shown = b""
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:
                break
            if not part:
                break
            shown += part
        os.close(master)
        process.wait(30)
        return shown.decode().replace("\r\n", "\n")


CASES = []


def case(function):
    CASES.append(function)
    return function


@case
def play_finds_the_address_anywhere(script):
    for words in (
        ("play", "192.168.1.20:9000", "--plain"),
        ("play", "--plain", "192.168.1.20:9000"),
        ("play", "--name", "J.R.", "192.168.1.20:9000"),
        ("play", "http://192.168.1.20:9000/", "--name", "Asha"),
        ("play", "https://jaipur.example/K7QX2M", "--ca", "ca.pem"),
        ("play", "--ca", "ca.pem", "resume", "wss://jaipur.example"),
        ("play", "bot", "192.168.1.20:9000", "--seals", "1"),
        ("play", "--plain", "localhost"),
    ):
        said = script.run(*words)
        address = next(word for word in words if ":" in word or word == "localhost")
        assert f"client: --server {address} " in said, (words, said)
        assert said.count(address) == 1, (words, said)
    assert "COME_BACK=" in said and "play SERVER resume" in said, said


@case
def play_without_an_address_has_its_own_server(script):
    for words in (("play",), ("play", "--plain"), ("play", "bot", "--seals", "1"), ("play", "--name", "J.R.")):
        said = script.run(*words)
        assert "client: --server 127.0.0.1:" in said, (words, said)
        assert "START_AGAIN=" in said and said.count("SERVER") == 0, (words, said)
    assert "--name J.R." in said, said


@case
def join_passes_its_words_on(script):
    for words in (
        ("join", "K7QX2M", "192.168.1.20:9000", "--plain"),
        ("join", "--plain", "K7QX2M", "192.168.1.20:9000"),
        ("watch", "http://192.168.1.20:9000/#/K7QX2M"),
        ("watch", "https://jaipur.example/watch/K7QX2M"),
        ("join",),
    ):
        said = script.run(*words)
        assert f"client: {' '.join(words)}\n" in said, (words, said)
        assert "DEFAULT_SERVER=127.0.0.1:7777" in said and "play SERVER resume" in said, said


@case
def replay_takes_options_anywhere(script):
    for words in (("M", "a:1", "--plain"), ("--plain", "M", "a:1"), ("M", "--plain", "a:1")):
        assert "client: --server a:1 replay M --plain" in script.run("replay", *words), words
    said = script.run("replay", "M", "https://a", "--plain")
    assert "client: --server https://a replay M --plain" in said, said
    for words in (("replay", "https://a/replay/M"), ("verify", "https://a/replay/M"), ("games", "https://a")):
        said = script.run(*words)
        assert f"client: {' '.join(words)}\n" in said and "server:" not in said, (words, said)
    said = script.run("replay", "M", JAIPUR_SERVER="https://a")
    assert "client: --server https://a replay M\n" in said, said


@case
def an_own_server_that_ended_is_mentioned(script):
    (script.bin / "jaipur-server.ends").touch()
    (script.bin / "jaipur-client").write_text("#!/bin/bash\nsleep 0.5\n")
    assert "your server has ended; its log is" in script.run("play")


@case
def serve_with_tls_gives_https_addresses(script):
    (script.bin / "jaipur-server.ends").touch()
    for said, address in ((" with TLS", "127.0.0.1:9000"), (" with TLS for jaipur.example", "jaipur.example:9000")):
        (script.bin / "jaipur-server.tls").write_text(said)
        shown = script.run("serve", "127.0.0.1:9000")
        assert "The server is listening on 127.0.0.1:9000." in shown, shown
        assert f"run ./jaipur play https://{address}\n" in shown, shown
        assert f"run ./jaipur join CODE https://{address}\n" in shown, shown
        assert f"open https://{address}/ or" in shown or "open" not in shown, shown
    shown = script.run("serve", "0.0.0.0:9000")
    assert "https://jaipur.example:9000" in shown and "router" in shown and "http://" not in shown, shown


@case
def serve_tells_people_sentences_and_programs_the_log(script):
    (script.bin / "jaipur-server.ends").touch()
    shown = script.on_terminal("serve", "127.0.0.1:9000")
    assert "The server is listening on 127.0.0.1:9000." in shown and "{" not in shown, shown
    assert "run ./jaipur join CODE 127.0.0.1:9000" in shown and "warning: something" in shown, shown
    assert '{"event":"started"}' in (script.root / "home/.local/state/jaipur/serve.log").read_text()
    assert '{"event":"started"}' in script.on_terminal("serve", "--log-level", "debug")
    assert '{"event":"started"}' in script.run("serve")
    for code, words in (69, "can't listen there"), (73, "can't use its data directory"):
        (script.bin / "jaipur-server.fails").write_text(str(code))
        shown = script.on_terminal("serve")
        assert words in shown and "{" not in shown, shown
    (script.bin / "jaipur-server.fails").write_text("64")
    assert '{"event":"fails"}' in script.on_terminal("serve")


@case
def a_host_on_this_computer_invites_with_an_address_for_others(script):
    state = script.root / "home/.local/state/jaipur"
    state.mkdir(parents=True)
    (state / "serve.at").write_text("0.0.0.0:9000\n")
    (script.root / "path" / "hostname").write_text("#!/bin/sh\necho '192.168.1.20 fe80::1 2001:db8::1 '\n")
    (script.root / "path" / "hostname").chmod(0o755)
    for server in ("127.0.0.1:9000", "http://127.0.0.1:9000/", "localhost:9000"):
        assert "INVITE_AT=192.168.1.20:9000" in script.run("play", server), server
    for server in ("https://127.0.0.1:9000/", "wss://localhost:9000"):
        assert "INVITE_AT=https://192.168.1.20:9000" in script.run("play", server), server
    for server in ("127.0.0.1:9001", "10.0.0.1:9000"):
        assert "INVITE_AT" not in script.run("play", server), server


@case
def a_wrong_command_takes_two_lines(script):
    for wrong, meant in (("plya", "play"), ("sevre", "serve"), ("ply", "play"), ("Play", "play"), ("biuld", "build")):
        said = script.run(wrong)
        assert f"unknown command '{wrong}'; did you mean {meant}?\n" in said, said
        assert said.count("\n") == 2 and f"run {script.root}/jaipur help for all commands" in said, said
    for wrong in ("dance", "x"):
        assert f"unknown command '{wrong}'\n" in script.run(wrong), wrong
    assert script.run("replay").count("\n") == 2


@case
def it_runs_from_anywhere_and_through_a_link(script):
    link = script.root / "some links" / "j"
    link.parent.mkdir()
    link.symlink_to("../jaipur")
    for command, folder in (
        (script.root / "jaipur", "/"),
        (link, "/"),
        ("./j", link.parent),
        ("../jaipur", link.parent),
    ):
        done = subprocess.run(
            [command, "play", "a:1"], cwd=folder, env=script.environment, capture_output=True, text=True, timeout=30
        )
        assert "client: --server a:1\n" in done.stdout, (command, done)
        assert f"COME_BACK={command} play SERVER resume\n" in done.stdout, (command, done)


@case
def programs_know_how_to_show_their_help(script):
    for words in (("play", "10.0.0.1:7777"), ("join", "K7QX2M"), ("games",), ("verify", "f"), ("replay", "M", "a:1")):
        assert f"HELP={script.root}/jaipur {words[0]} --help\n" in script.run(*words), words
    assert "client: replay --help\n" in script.run("replay", "--help")


@case
def train_has_a_place_for_its_run(script):
    folder = script.root / "build" / "train" / "bin"
    folder.mkdir(parents=True)
    for name in ("jaipur-train", "jaipur-ladder"):
        (folder / name).write_text(f"#!/bin/bash\nprintf '{name}:'\nprintf ' %s' \"$@\"\n")
        (folder / name).chmod(0o755)
    default = script.root / "home" / ".local" / "state" / "jaipur" / "training" / "value.ck"
    assert script.run("train", "--minutes", "1") == f"jaipur-train: {default} --minutes 1"
    assert default.parent.is_dir()
    assert script.run("train", f"{script.root}/new/a.ck") == f"jaipur-train: {script.root}/new/a.ck"
    assert script.run("ladder", "greedy", "a.ck:5") == "jaipur-ladder: greedy a.ck:5"


@case
def building_shows_no_words_of_ninja(script):
    shown = script.on_terminal("join", "K7QX2M")
    assert "building: 1 of 2" in shown and "CXX" not in shown, shown
    (script.root / "cmake.fails").touch()
    (script.root / "CMakeLists.txt").write_text("# newer than what was built")
    shown = script.on_terminal("join", "K7QX2M")
    assert "some/file.cpp: error" in shown and "the build failed" in shown, shown


@case
def tests_say_at_the_end_what_failed(script):
    (script.root / "cmake.fails").touch()
    *_, summary = script.run("test").partition("FAILED:\n")
    assert "build (test)\n  some/file.cpp: error\n" in summary + "\n", summary


def imported(file, kit, seen):
    """The modules of others without which a program can't start. `kit`: the project's own by name."""
    for node in ast.parse(file.read_text()).body:
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            continue
        names = [node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
        for name in {name.split(".")[0] for name in names} - seen:
            seen.add(name)
            if name in kit:
                yield from imported(kit[name], kit, seen)
            elif name not in sys.stdlib_module_names:
                yield name


@case
def setup_docker_installs_what_people_in_docker_try_import(_):
    root = pathlib.Path(sys.argv[1]).parent
    lines = [line.split("|")[:2] for line in (root / "cmake/packages.txt").read_text().splitlines() if "|" in line]
    installed = {probe.split()[1] for task, probe in lines if task.strip() == "docker" and "python " in probe}
    kit = {file.stem: file for file in (root / "tests/end_to_end").rglob("*.py")}
    for program in ("play", "play_on", "play_over_tls"):
        needed = set(imported(root / "docker" / program, kit, set()))
        assert needed <= installed, f"docker/{program} needs {', '.join(sorted(needed - installed))}"


def main(jaipur):
    failures = 0
    for function in CASES:
        with tempfile.TemporaryDirectory(prefix="jaipur script ") as folder:
            try:
                function(Script(jaipur, folder))
            except AssertionError as error:
                failures += 1
                print(f"FAILED {function.__name__}:", textwrap.indent(str(error), "    "), sep="\n")
    print(f"{len(CASES) - failures} of {len(CASES)} cases passed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
