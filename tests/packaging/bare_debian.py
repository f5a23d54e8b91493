"""A bare Debian in a folder, and the packages of a build of the preset `package`, for tests that install them."""

import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "jaipur"
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
ARCHIVES = "var/cache/apt/archives"


def say(text):
    print(text, flush=True)


def run(*command, **more):
    """Its output; fails if it fails."""
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
