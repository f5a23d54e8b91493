#!/usr/bin/python3
"""Runs every command of docs/hosting.md, in a separate network, on a copy of this machine's files that is thrown away.

usage: commands_test.py ROOT SERVER CLIENT

A comment before a block says what it needs:
  <!-- test: serves -->        each command starts a server, or ends by itself
  <!-- test: serving -->       `./jaipur serve` and a server on /srv/jaipur are running
  <!-- test: stopped -->       no server is running; the backups of the block before are there
  <!-- test: upgraded -->      an upgrade has left the copy of an older database
  <!-- test: configured -->    the file that the document shows in a block `ini` exists
  <!-- test: certificate -->   there are a certificate and its key: fullchain.pem, privkey.pem
  <!-- test: release -->       the files of a release are here; packages are empty
  <!-- test: stand-ins -->     programs of stand_ins/ run instead of those that need another machine
  … ; expect A B               it prints these words
Names are separated by semicolons. In all blocks, https://jaipur.example.org is the server of `./jaipur serve`.
"""

import os
import pathlib
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
BLOCK = re.compile(r"(?:^<!-- test: (.*?) -->\n)?^```sh\n(.*?)^```$", re.M | re.S)
EXAMPLE = re.compile(r"^```ini\n(# (/etc/\S+)\n.*?)^```$", re.M | re.S)
NEEDS = {"serves", "serving", "stopped", "upgraded", "configured", "certificate", "release", "stand-ins"}
PATIENCE = 60
OVERLAID = ("etc", "usr", "srv", "var", "root")


def blocks(text):
    """(line, what it needs, words that it prints, commands)."""
    for found in BLOCK.finditer(text):
        needs = [need.strip() for need in (found[1] or "").split(";") if need.strip()]
        expected = [word for need in needs if need.startswith("expect ") for word in need.split()[1:]]
        needs = {need for need in needs if not need.startswith("expect ")}
        line = text[: found.start(2)].count("\n") + 1
        assert needs <= NEEDS, f"line {line}: unknown: {needs - NEEDS}"
        yield line, needs, expected, found[2].replace("https://jaipur.example.org", "http://127.0.0.1:7777")


def single(commands):
    """The commands, without comments and empty lines."""
    lines = commands.replace("\\\n", " ").splitlines()
    return [line for line in (re.sub(r"(^|\s)#.*", "", line).strip() for line in lines) if line]


class Machine:
    """A copy of the project in a copy of this machine."""

    def __init__(self, folder, root, server, client):
        self.document = (root / "docs" / "hosting.md").read_text()
        self.home = folder / "home"
        self.root = folder / "jaipur"
        self.called = folder / "called"  # the stand-ins that ran
        self.golden = root / "tests" / "golden" / "database"
        self.copy(root)
        self.install(server, client)
        self.environment = {
            "PATH": f"{self.root}/path:{self.root}/build/release/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": str(self.home),
            "CALLED": str(self.called),
            "LC_ALL": "C.UTF-8",
        }
        self.state = self.home / ".local" / "state" / "jaipur"

    def copy(self, root):
        self.home.mkdir()
        self.root.mkdir()
        for name in ("commands", "docker", "cmake", "packaging", "docs", "tests/docs"):
            shutil.copytree(root / name, self.root / name)
        for name in ("common", "protocol", "bots", "server", "client"):
            (self.root / name).mkdir()
        for name in ("jaipur", "CMakePresets.json", "CMakeLists.txt", "LICENSE", "CHANGELOG.md"):
            shutil.copy(root / name, self.root)
        shutil.copytree(HERE / "stand_ins", self.root / "path")

    def install(self, server, client):
        programs = self.root / "build" / "release" / "bin"
        programs.mkdir(parents=True)
        for name, path in (("jaipur-server", server), ("jaipur-client", client)):
            (programs / name).symlink_to(path)

    def start(self, command):
        """Returns the process once it listens or has ended, and what it said."""
        process = subprocess.Popen(
            ["bash", "-c", command], cwd=self.root, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        said, end = b"", time.monotonic() + PATIENCE
        while b"listening on" not in said and time.monotonic() < end:
            if select.select([process.stdout], [], [], 1)[0]:
                part = os.read(process.stdout.fileno(), 65536)
                if not part:
                    break
                said += part
        return process, said.decode(errors="replace")

    def stop(self, process):
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        return process.wait(PATIENCE)

    def run(self, commands):
        """(exit code, output)."""
        done = subprocess.run(
            ["bash", "-euxo", "pipefail", "-c", commands], cwd=self.root, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=2 * PATIENCE,
        )  # fmt: skip
        return done.returncode, done.stdout

    def upgrade(self):
        """What an upgrade of an installed server leaves."""
        copy = pathlib.Path("/var/lib/jaipur/jaipur.db.before-3")
        shutil.copy(self.golden / "schema-1" / "jaipur.db", copy)
        shutil.chown(copy, "jaipur", "jaipur")

    def configure(self):
        for example, file in EXAMPLE.findall(self.document):
            pathlib.Path(file).parent.mkdir(exist_ok=True)
            pathlib.Path(file).write_text(example)

    def make_certificate(self):
        options = "-x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=jaipur.example.org"
        files = "-out fullchain.pem -keyout privkey.pem"
        command = ["openssl", "req", *options.split(), *files.split()]
        subprocess.run(command, cwd=self.root, check=True, capture_output=True)

    def make_release(self):
        archive = "jaipur-online-1.0.0-linux-x86_64.tar.xz"
        packages = ["jaipur-server_1.0.0_amd64.deb", "jaipur-client_1.0.0_amd64.deb"]
        if (self.root / archive).exists():
            return
        rename = "--transform=s,^,jaipur-online-1.0.0/,"
        subprocess.run(
            ["tar", "-I", "xz -0", "--dereference", rename, "-cf", self.root / archive, "bin"],
            cwd=self.root / "build" / "release", check=True,
        )  # fmt: skip
        for package in packages:
            (self.root / package).touch()
        sums = subprocess.check_output(["sha256sum", archive, *packages], cwd=self.root, text=True)
        (self.root / "SHA256SUMS").write_text(sums + f"{'0' * 64}  jaipur-online-1.0.0.spdx.json\n")

    def stand_ins(self):
        """Those that have run since the last call."""
        names = self.called.read_text().split() if self.called.exists() else []
        self.called.unlink(missing_ok=True)
        return set(names)


def serves(machine, commands):
    """Faults of commands that each start a server."""
    for command in single(commands):
        process, said = machine.start(command)
        if "listening on" in said:
            machine.stop(process)
        elif process.wait(PATIENCE) != 0:
            yield f"{command}: {process.returncode}\n{said}"


def prepare(machine, needs):
    makers = {
        "upgraded": machine.upgrade,
        "configured": machine.configure,
        "certificate": machine.make_certificate,
        "release": machine.make_release,
    }
    for need in needs & makers.keys():
        makers[need]()


def tried(machine, needs, expected, commands):
    """Faults of a block."""
    prepare(machine, needs)
    if "serves" in needs:
        yield from serves(machine, commands)
        return
    running = []
    if "serving" in needs:
        for command in ("./jaipur serve 127.0.0.1:7777", "exec jaipur-server --listen 127.0.0.1:0 --data /srv/jaipur"):
            running.append(machine.start(command)[0])
    code, said = machine.run(commands)
    for process in running:
        machine.stop(process)
    if code != 0:
        yield f"exit code {code}\n{said}"
    printed = [line for line in said.splitlines() if not line.startswith("+")]
    yield from (f"it didn't print {word}:\n{said}" for word in expected if word not in printed)


def overlay(folder):
    """From here on, what this process writes to the system's folders ends in this one."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    subprocess.run(["mount", "-t", "tmpfs", "none", str(folder)], check=True)
    for name in OVERLAID:
        (folder / f"upper-{name}").mkdir()
        (folder / f"work-{name}").mkdir()
        options = f"lowerdir=/{name},upperdir={folder}/upper-{name},workdir={folder}/work-{name}"
        subprocess.run(["mount", "-t", "overlay", "-o", options, "overlay", f"/{name}"], check=True)


def inside(folder, root, server, client):
    try:
        overlay(folder)
    except subprocess.CalledProcessError as error:
        print(f"SKIPPED, so no command of docs/hosting.md was run: {error}")
        return 0
    machine = Machine(folder, root, server, client)
    faults, commands, replaced = [], 0, set()
    for line, needs, expected, text in blocks(machine.document):
        found = list(tried(machine, needs, expected, text))
        stand_ins = machine.stand_ins()
        if stand_ins and "stand-ins" not in needs:
            found.append(f"needs the marker `stand-ins`: {stand_ins}")
        faults += [f"docs/hosting.md:{line}: {fault}" for fault in found]
        commands += len(single(text))
        replaced |= stand_ins
    print(*faults, sep="\n")
    print(f"{commands} commands ran; stand-ins: {', '.join(sorted(replaced))}; {len(faults)} faults")
    return 1 if faults or commands < 30 else 0


def main(*arguments):
    if arguments[0] == "--inside":
        folder, *paths = map(pathlib.Path, arguments[1:])
        sys.exit(inside(folder, *paths))
    paths = [str(pathlib.Path(path).resolve()) for path in arguments]
    space = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
    if os.geteuid() != 0 or subprocess.run([*space, "true"], capture_output=True).returncode != 0:
        print("SKIPPED, so no command of docs/hosting.md was run: this needs root and namespaces")
        return
    with tempfile.TemporaryDirectory(prefix="jaipur-docs-") as folder:
        sys.exit(subprocess.run([*space, sys.executable, __file__, "--inside", folder, *paths]).returncode)


main(*sys.argv[1:])
