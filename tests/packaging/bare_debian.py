"""A bare Debian in a folder, and the packages of a build of the preset `package`, for tests that install them."""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "end_to_end"))
from server_process import PATIENCE  # noqa: E402

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "jaipur"
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
ARCHIVES = "var/cache/apt/archives"


def say(text):
    print(text, flush=True)


def run(*command, **more):
    """Runs a command and returns its output; fails if the command fails."""
    done = subprocess.run(
        [str(word) for word in command],
        **{"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "check": False, **more},
    )
    assert done.returncode == 0, f"{' '.join(map(str, command))}: {done.returncode}\n{done.stdout}"
    return done.stdout


def make_packages(build, folder):
    for component in ("server", "client"):
        run(ROOT / "packaging/make_deb", build, component, folder)
    return sorted(folder.glob("*.deb"))


def fetch_debian(name, include, downloaded=()):
    """Makes the cache from which make_debian unpacks, unless there is one: a Debian with these packages, and others that apt
    can install there without a network."""
    cache = CACHE / f"{name}.tar"
    if cache.exists():
        return
    say("fetching Debian")
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as root:
        run("debootstrap", "--variant=minbase", f"--include={','.join(include)}", "bookworm", root)
        for archive in pathlib.Path(root, ARCHIVES).glob("*.deb"):
            archive.unlink()
        if downloaded:
            inside(root, "apt-get", "install", "--yes", "--download-only", *downloaded)
        run("tar", "-C", root, "--exclude=./dev", "-cf", f"{cache}.new", ".")
    pathlib.Path(f"{cache}.new").rename(cache)


def make_debian(folder, name):
    root = folder / name
    root.mkdir()
    run("tar", "-C", root, "-xf", CACHE / f"{name}.tar")
    root.chmod(0o755)
    (root / "dev").mkdir(exist_ok=True)
    run("mknod", "-m", "666", root / "dev/null", "c", "1", "3")
    return root


def inside(root, *command, **more):
    return run("chroot", root, *command, env=ENVIRONMENT, **more)


# ---- that has booted


def until(what, true):
    for _ in range(PATIENCE * 10):
        if true():
            return
        time.sleep(0.1)
    raise AssertionError(f"not within {PATIENCE} s: {what}")


class Booted:
    """A bare Debian that has booted."""

    def __init__(self, root):
        self.root = root
        self.log = open(root.parent / "boot.log", "w", encoding="utf-8")
        command = ["systemd-nspawn", f"--directory={root}", "--register=no", "--keep-unit", "--console=pipe"]
        command += ["--resolv-conf=off", "--boot"]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)

    def __enter__(self):
        until("it boots", lambda: self.leader() and self.try_run("systemctl is-system-running")[1].strip() == "running")
        return self

    def __exit__(self, _, error, __):
        if isinstance(error, AssertionError):
            say(self.try_run("journalctl --no-pager --lines 40 --unit 'jaipur-server.*'")[1])
        self.process.send_signal(signal.SIGTERM)  # it shuts down
        self.process.wait()

    def leader(self):
        """The process id of its systemd."""
        assert self.process.poll() is None, pathlib.Path(self.log.name).read_text()
        return pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()[-1:]

    def entered(self, command):
        """The command here that runs this command line in there."""
        return ["nsenter", "--all", "--wdns=/root", f"--target={self.leader()[0]}", "bash", "-c", command]

    def try_run(self, command):
        """(exit code, output)."""
        done = subprocess.run(
            self.entered(command), env={**ENVIRONMENT, "HOME": "/root"}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout

    def run(self, command):
        code, said = self.try_run(command)
        assert code == 0, f"{command}: {code}\n{said}"
        return said

    def file(self, path):
        return self.root / path

    def shown(self, unit, what):
        return self.run(f"systemctl show --property={what} --value jaipur-server.{unit}").strip()
