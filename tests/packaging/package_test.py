#!/usr/bin/python3
"""Debian's packages of a build of the preset `package`, for real: lintian, then a bare Debian in which they are installed,
used, upgraded, removed and purged. The client also runs in an empty folder, without any file of a system.

It needs root and debootstrap (./jaipur setup package), and runs only by name. The first run fetches Debian.

usage: package_test.py BUILD        JAIPUR_SPDX_SCHEMA: a file with SPDX's JSON schema, to check the list of parts
"""

import contextlib
import fcntl
import json
import os
import pathlib
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/packaging"), str(ROOT / "tests/end_to_end")]
from bare_debian import ENVIRONMENT, fetch_debian, inside, make_debian, make_packages, run, say  # noqa: E402
from server_process import free_port  # noqa: E402

MOUSE_ON = b"\x1b[?1006;1000h"
PARTS = {"libssl-dev", "libboost1.81-dev", "libc6-dev", "libjemalloc-dev", "libsqlite3-dev", "libncurses-dev", "preact"}
OTHER_PARTS = {"esbuild", "doctest-dev", "typescript"}


def check_lintian(packages):
    if not shutil.which("lintian"):
        say("SKIPPED lintian: it isn't installed")
        return
    said = run("lintian", "--allow-root", "--fail-on", "error,warning", "--tag-display-limit", "0", *packages)
    say(f"lintian: {said.strip() or 'clean'}")


def check_static(build):
    for name in ("jaipur-server", "jaipur-client"):
        program = build / "bin" / name
        dynamic = run("readelf", "--dynamic", "--program-headers", program)
        assert "NEEDED" not in dynamic and "INTERP" not in dynamic, f"{name} isn't static"
        say(f"{name}: {program.stat().st_size} bytes, static")


def check_parts(build, folder):
    run(ROOT / "packaging/make_sbom", build, folder / "sbom.json")
    sbom = json.loads((folder / "sbom.json").read_text())
    names = {package["name"] for package in sbom["packages"]}
    assert PARTS <= names, f"the list of parts lacks {PARTS - names}"
    assert not OTHER_PARTS & names, f"the list of parts has {OTHER_PARTS & names}"
    identifiers = [package["SPDXID"] for package in sbom["packages"]]
    assert len(set(identifiers)) == len(identifiers)
    related = {each["relatedSpdxElement"] for each in sbom["relationships"]}
    assert related == set(identifiers), "every part belongs to something"
    if schema := os.environ.get("JAIPUR_SPDX_SCHEMA"):
        import jsonschema

        jsonschema.validate(sbom, json.loads(pathlib.Path(schema).read_text()))
    say(f"{len(names)} parts; {'' if schema else 'not '}compared with SPDX's schema")


# ---- a bare Debian


def install(root, packages):
    for package in packages:
        shutil.copy(package, root / "tmp")
    return inside(root, "dpkg", "--install", *(f"/tmp/{package.name}" for package in packages))


def check_installed(root):
    assert inside(root, "id", "--user", "--name", "jaipur").strip() == "jaipur"
    for program in ("server", "client"):
        assert inside(root, f"/usr/bin/jaipur-{program}", "--version").startswith(f"jaipur-{program} ")
        run("man", "--warnings", "-l", "-Tutf8", next((root / "usr/share/man").glob(f"man?/jaipur-{program}.?.gz")))
    wanted = {"multi-user.target.wants/jaipur-server.service", "sockets.target.wants/jaipur-server.socket"}
    for link in wanted:
        assert (root / "etc/systemd/system" / link).is_symlink(), f"not enabled: {link}"
    assert inside(root, "dpkg", "--verify", "jaipur-server", "jaipur-client") == ""


@contextlib.contextmanager
def running(root, port):
    """The server as the unit starts it, apart from what only systemd can do."""
    data = root / "var/lib/jaipur"
    data.mkdir(mode=0o700, exist_ok=True)
    inside(root, "chown", "jaipur:", "/var/lib/jaipur")
    server = subprocess.Popen(
        [*["chroot", "--userspec=jaipur", str(root), "/usr/bin/jaipur-server", "--config", "/etc/jaipur/server.conf"]]
        + ["--listen", f"127.0.0.1:{port}", "--bot-time=0", "--log-level=error"],
        stdout=subprocess.PIPE,
        env=ENVIRONMENT,
    )
    try:
        assert server.stdout.readline().startswith(b"listening on"), "the server doesn't start"
        yield
    finally:
        server.terminate()
        assert server.wait() == 0


def play(root):
    port = free_port()
    with running(root, port):
        say(run(ROOT / "docker/play", f"127.0.0.1:{port}").strip())
        said = inside(root, "/usr/bin/jaipur-client", "--server", f"127.0.0.1:{port}", "rooms", input="quit\n")
        assert "room" in said.lower(), said
        check_screen(root / "usr/bin/jaipur-client", port)
    assert (root / "var/lib/jaipur/jaipur.db").exists()


def check_life(root, packages):
    """Upgrade, remove, purge: what people changed and played stays as long as they expect."""
    configuration, data = root / "etc/jaipur/server.conf", root / "var/lib/jaipur/jaipur.db"
    configuration.write_text("data = /var/lib/jaipur\nretain = 30\n")
    install(root, packages)
    assert "30" in configuration.read_text(), "an upgrade changed the configuration"
    renewal = root / "etc/letsencrypt/renewal/jaipur.example.org.conf"
    renewal.parent.mkdir(parents=True)
    renewal.write_text("renew_hook = /usr/lib/jaipur/use_certificate\n")
    said = inside(root, "dpkg", "--remove", "jaipur-server", "jaipur-client")
    assert "certbot delete" in said, f"removing doesn't say that certbot goes on:\n{said}"
    shutil.rmtree(renewal.parents[1])
    assert data.exists() and configuration.exists(), "removing deleted data"
    assert not (root / "usr/bin/jaipur-server").exists()
    inside(root, "dpkg", "--purge", "jaipur-server", "jaipur-client")
    assert not data.parent.exists() and not configuration.parent.exists(), "purging left data"
    left = [
        path for path in root.rglob("*jaipur*") if not path.is_relative_to(root / "tmp") and "usr/bin" not in str(path)
    ]
    assert not left, f"purging left {left}"
    say("upgraded, removed, purged")


# ---- the client without a system


def screen_of(command, seconds=10, until=b"Jaipur", **environment):
    """What a program writes to a terminal of 80 × 24 until it has written this."""
    process, terminal = pty.fork()
    if process == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.execvpe(command[0], command, {"PATH": ENVIRONMENT["PATH"], "TERM": "xterm-256color", **environment})
    shown, end = b"", time.monotonic() + seconds
    try:
        while until not in shown and time.monotonic() < end:
            if select.select([terminal], [], [], 0.1)[0]:
                shown += os.read(terminal, 65536)
    except OSError:
        pass  # it has ended
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, 15)
    os.close(terminal)
    os.waitpid(process, 0)
    return shown


def check_screen(client, port):
    """No locale, no description of the terminal: nothing but the program, and later a list of hosts."""
    with tempfile.TemporaryDirectory() as empty:
        shutil.copy(client, empty)
        command = ["chroot", empty, "/jaipur-client", "--server", f"127.0.0.1:{port}"]
        for terminal in ("xterm-256color", "tmux-256color", "linux", "xterm-kitty"):
            shown = screen_of(command, until=MOUSE_ON, TERM=terminal, LANG="C.UTF-8", HOME="/")
            assert b"\x1b[" in shown and b"TERM" not in shown, f"{terminal}: {shown[-300:]}"
        shown = screen_of(command, until="┌".encode(), LANG="de_DE.UTF-8", HOME="/")
        text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", " ", shown.decode("utf-8", "replace"))
        assert "Beenden" in text or "spielen" in text, f"not in German: {text[-500:]}"
        (pathlib.Path(empty) / "etc").mkdir()
        (pathlib.Path(empty) / "etc/hosts").write_text("127.0.0.1 jaipur.test\n")
        run(*command[:-1], f"jaipur.test:{port}", "rooms", input="quit\n")
    say("the client runs without a system: its screen in four terminals, German, and a host name")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if os.getuid() != 0 or not shutil.which("debootstrap"):
        say("SKIPPED: it needs root and debootstrap (./jaipur setup package)")
        return
    build = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_static(build)
        packages = make_packages(build, folder)
        check_lintian(packages)
        check_parts(build, folder)
        fetch_debian("debian", ["systemd-standalone-sysusers"])
        root = make_debian(folder, "debian")
        install(root, packages)
        check_installed(root)
        play(root)
        check_life(root, packages)
    say("all passed")


main()
