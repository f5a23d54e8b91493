#!/usr/bin/python3
"""The installed service, for real: a bare Debian boots, and the commands of docs/hosting.md make it a server that a browser
and the console reach over TLS, with a certificate from an ACME service on this machine. Then what can go wrong.

It needs root, debootstrap, systemd-nspawn and pebble (./jaipur setup package proxies), and runs only by name, in a separate
network. The first run fetches Debian.

usage: service_test.py BUILD
"""

import asyncio
import contextlib
import http.client
import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / part) for part in ("tests/packaging", "tests/end_to_end/proxies", "tests/end_to_end")]
from authority import NAME, Authority  # noqa: E402
from bare_debian import Booted, fetch_debian, make_debian, make_packages, run, say, until  # noqa: E402
from pebble import Pebble  # noqa: E402
from server_process import PATIENCE, free_port  # noqa: E402

DOCUMENT = ROOT / "docs" / "hosting.md"
PROGRAMS = ("debootstrap", "systemd-nspawn", "nsenter", "pebble", "curl")
DEBIAN = "debian-systemd"
SYSTEM = ["dbus", "sudo", "systemd-sysv"]
DOWNLOADED = ["ca-certificates", "certbot"]
SPACE = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
HOOK = "/usr/lib/jaipur/use_certificate"
DROP_IN = "etc/systemd/system/jaipur-server.socket.d/tls.conf"
MADE = ("etc/jaipur/tls.pem", "etc/jaipur/tls.pem.key", DROP_IN)


# ---- the commands of the document


def documented(part):
    """The commands of the block that contains this."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", DOCUMENT.read_text(), re.M | re.S)
    block = next(block for block in blocks if part in block)
    return [re.sub(r"\s+#.*", "", line) for line in block.replace("\\\n", " ").splitlines()]


def answer_questions(root, pebble):
    """Answers apt's and certbot's questions in advance, and sets the ACME service."""
    (root / "etc/hostname").write_text("debian\n")
    (root / "etc/hosts").write_text("127.0.0.1 localhost debian\n")
    (root / "etc/apt/apt.conf.d/yes").write_text('APT::Get::Assume-Yes "true";\n')
    file = root / "root/.config/letsencrypt/cli.ini"
    file.parent.mkdir(parents=True)
    answers = ("agree-tos", "register-unsafely-without-email", "non-interactive")
    file.write_text(f"server = {pebble.directory}\n" + "".join(f"{answer} = true\n" for answer in answers))
    trusted = root / "usr/local/share/ca-certificates"
    trusted.mkdir(parents=True, exist_ok=True)
    shutil.copy(pebble.certificate, trusted / "pebble.crt")


def serial(trust):
    """The serial number of the certificate that players get."""
    with socket.create_connection((NAME, 443), PATIENCE) as plain, trust.wrap_socket(
        plain, server_hostname=NAME
    ) as tls:
        return tls.getpeercert()["serialNumber"]


def healthy(trust=None):
    where = f"https://{NAME}" if trust else f"http://{NAME}:7777"
    with contextlib.suppress(OSError):
        return urllib.request.urlopen(f"{where}/healthz", context=trust, timeout=PATIENCE).status == 200
    return False


def set_up(debian, trust):
    """Times the documented commands, until a player can come."""
    total, commands = 0, documented(HOOK)
    assert len(commands) <= 3, commands
    for command in commands:
        begin = time.monotonic()
        debian.run(command)
        if "certbot certonly" in command:
            until("https answers", lambda: healthy(trust))
        took = time.monotonic() - begin
        total += took
        say(f"{took:.1f} s: {' '.join(command.split())}")
        if "apt-get" in command:
            until("http answers", healthy)
    say(f"{total:.1f} s and {len(commands)} commands to TLS, without downloads")


def state(debian):
    """Everything that the hook may change, except for the certificate."""
    files = ("etc/jaipur/server.conf", DROP_IN)
    texts = [debian.file(name).read_text() if debian.file(name).exists() else "" for name in files]
    return [*texts, sorted(path.name for path in debian.file("etc/jaipur").iterdir()), debian.shown("socket", "Listen")]


def check_installed(debian):
    assert debian.shown("socket", "Listen") == "[::]:443 (Stream)", debian.shown("socket", "Listen")
    for name in ("tls.pem", "tls.pem.key"):
        assert debian.run(f"stat --format '%U:%G %a' /etc/jaipur/{name}") == "root:jaipur 640\n"
    assert debian.run("stat --format '%U:%G %a' /etc/jaipur/server.conf") == "root:root 644\n"
    debian.run("jaipur-server healthcheck --config /etc/jaipur/server.conf")
    debian.run("sudo systemctl reload jaipur-server && journalctl --quiet --unit jaipur-server --grep reloaded")
    say(debian.run("systemd-analyze security --no-pager --threshold=20 jaipur-server").splitlines()[-1].lstrip("→ "))


def check_renewal(debian, trust):
    """A new certificate, and nothing else."""
    before, process, old = state(debian), debian.shown("service", "MainPID"), serial(trust)
    debian.run("certbot renew --force-renewal --no-random-sleep-on-renew")
    until("the server shows the new certificate", lambda: serial(trust) != old)
    debian.run(f"RENEWED_LINEAGE=/etc/letsencrypt/live/{NAME} {HOOK}")
    assert state(debian) == before, f"{before} became {state(debian)}"
    assert debian.shown("service", "MainPID") == process, "a renewal restarted the server"
    debian.run("systemctl stop jaipur-server.socket jaipur-server.service")
    debian.run(f"RENEWED_LINEAGE=/etc/letsencrypt/live/{NAME} {HOOK}")
    assert debian.shown("service", "ActiveState") == "inactive", "a renewal started a server that was stopped"
    debian.run("systemctl start jaipur-server.service")
    say("renewed")


def play(debian, build, pebble):
    commands = [" ".join(map("'{}'".format, debian.entered(command))) for command in (
        "systemctl reload jaipur-server", "systemctl kill --signal=KILL jaipur-server")]  # fmt: skip
    client = build / "bin/jaipur-client"
    say(run(ROOT / "docker/play_over_tls", f"https://{NAME}", pebble.roots, client, "keeps", *commands).strip())


# ---- what can go wrong


def reset(debian, configuration):
    """Back to the state after installation."""
    debian.file("etc/jaipur/server.conf").write_text(configuration)
    shutil.rmtree(debian.file(DROP_IN).parent, ignore_errors=True)
    for name in MADE:
        debian.file(name).unlink(missing_ok=True)
    debian.run("systemctl daemon-reload && systemctl restart jaipur-server.socket jaipur-server.service")
    until("http answers", healthy)


def refused(debian, due, *, lineage="/root/lineage"):
    """The hook fails, says why, and changes nothing."""
    before = state(debian)
    code, said = debian.try_run(f"{f'RENEWED_LINEAGE={lineage}' if lineage else ''} {HOOK}")
    assert code != 0 and re.search(due, said), f"not {due}: {code} {said}"
    assert not lineage or f"RENEWED_LINEAGE={lineage} {HOOK}" in said, said
    assert state(debian) == before, f"{before} became {state(debian)}"
    until("http still answers", healthy)


def check_refusals(debian, plain):
    refused(debian, "only certbot and lego can run this", lineage="")
    refused(debian, "No such file", lineage="/nowhere")
    with socket.socket(socket.AF_INET6) as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("::", 443))
        other.listen()
        refused(debian, "systemd couldn't listen on port 443")
    debian.run("mkdir broken && cp lineage/privkey.pem broken && echo nothing >broken/fullchain.pem")
    refused(debian, "the server doesn't start", lineage="/root/broken")
    for more, due in (
        ("tls-cert = /srv/a.pem\ntls-key = /srv/a.key\n", "already names the certificate /srv/a.pem"),
        ("retain = many\n", "server.conf:.*retain"),
    ):
        debian.file("etc/jaipur/server.conf").write_text(plain + more)
        refused(debian, due)
    reset(debian, plain)


def check_choices(debian, plain):
    """A host's own address stays, and its other settings."""
    own = debian.file(DROP_IN).with_name("override.conf")
    own.parent.mkdir()
    own.write_text("[Socket]\nListenStream=\nListenStream=7777\n")
    debian.file("etc/jaipur/server.conf").write_text(f"{plain}listen = 127.0.0.1:7777\nretain = 30")
    debian.run(f"RENEWED_LINEAGE=/root/lineage {HOOK}")
    configuration = debian.file("etc/jaipur/server.conf").read_text()
    assert configuration.startswith(f"{plain}listen = 127.0.0.1:7777\nretain = 30\n"), configuration
    assert configuration.count("listen =") == 1 and not debian.file(DROP_IN).exists(), configuration
    assert own.read_text().endswith("=7777\n") and debian.shown("socket", "Listen") == "[::]:7777 (Stream)"
    debian.run("jaipur-server healthcheck --config /etc/jaipur/server.conf")
    own.unlink()
    reset(debian, plain)


def check_redirect(debian):
    """Browsers are redirected from port 80, where systemd listens as well."""
    unit = debian.file("etc/systemd/system/jaipur-redirect.socket")
    unit.write_text(re.search(r"^  \[Socket\]\n.*?(?=^  ```)", DOCUMENT.read_text(), re.M | re.S)[0])
    with debian.file("etc/jaipur/server.conf").open("a") as configuration:
        configuration.write("redirect = 0.0.0.0:80\n")
    debian.run("systemctl enable jaipur-redirect.socket && systemctl restart jaipur-server")
    connection = http.client.HTTPConnection(NAME, timeout=PATIENCE)
    connection.request("GET", "/rooms")
    answer = connection.getresponse()
    assert (answer.status, answer.headers["Location"]) == (308, f"https://{NAME}/rooms"), answer.headers
    debian.run("systemctl disable --now jaipur-redirect.socket")
    unit.unlink()


def check_faults(debian, folder):
    """With a certificate from an authority of this test."""
    lineage = debian.file("root/lineage")
    lineage.mkdir()
    Authority(folder).issue(lineage / "fullchain.pem", lineage / "privkey.pem", NAME)
    plain = re.sub(r"\n# From .*", "", debian.file("etc/jaipur/server.conf").read_text(), flags=re.S)
    reset(debian, plain)
    check_refusals(debian, plain)
    check_choices(debian, plain)
    debian.file(DROP_IN).parent.mkdir()
    debian.file(DROP_IN).touch()  # as if a first run had been interrupted
    debian.run(f"RENEWED_LINEAGE=/root/lineage {HOOK}")
    assert "listen = 0.0.0.0:443" in debian.file("etc/jaipur/server.conf").read_text()
    until("https answers", lambda: healthy(ssl._create_unverified_context()))
    check_redirect(debian)
    say("the hook refuses what it can't do, and leaves the host's own settings")


def check_purge(debian):
    debian.run("sudo apt-get purge --yes jaipur-server")
    left = [str(path) for path in debian.file("etc").rglob("*jaipur*") if "letsencrypt" not in str(path)]
    assert not [path for path in left if "/etc/passwd" not in path], f"purging left {left}"
    say("purged")


def check_without_tls(debian):
    """The other documented ways, on a machine that has no server."""
    debian.run("sha256sum *.deb >SHA256SUMS")
    for command in documented("sha256sum --check"):
        debian.run(command)
    assert healthy()
    terminal = "EDITOR=true PAGER=cat script --quiet --return --command '{}' /dev/null"
    for command in documented("systemctl edit jaipur-server.socket"):
        process = debian.shown("service", "MainPID")
        said = debian.run(terminal.format(command.removeprefix("sudo ")))
        restarted = debian.shown("service", "MainPID") != process
        assert restarted == ("restart" in command), command
    assert "reloaded" in said, said
    until("http answers", healthy)
    say("installed with the client, restarted, reloaded")


async def inside(build, folder):
    run("ip", "link", "set", "lo", "up")
    hosts = folder / "hosts"
    hosts.write_text(f"127.0.0.1 localhost {NAME}\n::1 localhost\n")
    run("mount", "--bind", hosts, "/etc/hosts")
    root = make_debian(folder, DEBIAN)
    for package in make_packages(build, folder):
        shutil.copy(package, root / "root")
    async with Pebble(folder, http_port=80, tls_port=443, port=free_port()) as pebble:
        answer_questions(root, pebble)
        with Booted(root) as debian:
            set_up(debian, pebble.trust)
            check_installed(debian)
            await asyncio.to_thread(play, debian, build, pebble)
            check_renewal(debian, pebble.trust)
            check_faults(debian, folder)
            check_purge(debian)
            check_without_tls(debian)
    say("all passed")


def main():
    if sys.argv[1:2] == ["--inside"]:
        asyncio.run(inside(*map(pathlib.Path, sys.argv[2:])))
        return
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    missing = [program for program in PROGRAMS if not shutil.which(program)]
    if os.getuid() != 0 or missing:
        say(f"SKIPPED: it needs root and {' '.join(missing)} (./jaipur setup package proxies)")
        return
    fetch_debian(DEBIAN, SYSTEM, DOWNLOADED)
    with tempfile.TemporaryDirectory(prefix="jaipur-service-") as folder:
        build = pathlib.Path(sys.argv[1]).resolve()
        sys.exit(subprocess.run([*SPACE, sys.executable, __file__, "--inside", build, folder]).returncode)


main()
