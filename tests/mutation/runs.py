"""Builds the test programs with all mutants, and runs each mutant against the test cases that reach it."""

import json
import os
import re
import resource
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from mutants import NUMBERS, rewritten

QUICK = 0.3  # seconds of processor time: test cases that run together
GROUP = 2.0  # of test cases that run in one process
LONGEST = 10.0  # what takes longer, random play above all, isn't asked: smaller tests should notice
MEMORY = 4 << 30


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def write_if_changed(path, text):
    """Keeps the time of a file that stays the same, so it isn't compiled again."""
    data = text if isinstance(text, bytes) else text.encode()
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return True
    return False


def wants_to_run(session):
    """Whether a process of this session uses a processor or a disk, or would if the machine weren't busy."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, own = path.read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue  # has ended
        if int(own) == session and state in "RD":
            return True
    return False


def finished(process, limit):
    """The exit status, or None if it hangs: only waits, or takes far longer than its processor time allows."""
    begin, waits = time.monotonic(), 0
    while True:
        try:
            return process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            waits = 0 if wants_to_run(process.pid) else waits + 1
            if waits == 15 or time.monotonic() - begin > 60 + 100 * limit:
                return None


class Copy:
    """A copy of the sources with mutants, and its build."""

    COPIED = ["CMakeLists.txt", "bots", "cmake", "common", "protocol", "server", "tests"]
    LEFT_OUT = {"node_modules", "pictures", "corpus", "__pycache__", "end_to_end", "web"}
    OPTIONS = ["-DCMAKE_BUILD_TYPE=Debug", "-DJAIPUR_GROUPS=ON", "-DJAIPUR_CLIENT=OFF", "-DJAIPUR_PAGE=OFF"]
    OPTIONS += ["-DJAIPUR_WERROR=OFF", "-DCMAKE_CXX_FLAGS=-O1 -w -Wno-narrowing"]

    def __init__(self, root, place):
        self.root, self.place = root, place
        self.source, self.build = place / "source", place / "build"

    def write(self, mutants):
        """`mutants`: by file."""
        wanted = set()
        for name in self.COPIED:
            top = self.root / name
            for path in [top] if top.is_file() else sorted(top.rglob("*")):
                file = path.relative_to(self.root)
                if path.is_file() and not self.LEFT_OUT & set(file.parts):
                    wanted.add(self.source / file)
                    found = mutants.get(str(file))
                    write_if_changed(
                        self.source / file, rewritten(path.read_text(), found) if found else path.read_bytes()
                    )
        for path in list(self.source.rglob("*")):
            if path.is_file() and path not in wanted:
                path.unlink()

    def compile(self, programs, jobs):
        """None, or the places that don't compile: a set of (file, line)."""
        if not (self.build / "build.ninja").exists():
            command = ["cmake", "-G", "Ninja", "-S", self.source, "-B", self.build, *self.OPTIONS]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        command = ["cmake", "--build", self.build, f"-j{jobs}", "--target", *programs, "--", "-k", "0"]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        if done.returncode == 0:
            return None
        for message in ("error:", ".*required from"):  # an error in a library: what of ours uses it
            places = re.findall(rf"^([^\s:]+):(\d+):\d+: *{message}", done.stdout, re.MULTILINE)
            files = [(Path(os.path.normpath(self.build / file)), int(line)) for file, line in places]
            bad = {(str(f.relative_to(self.source)), n) for f, n in files if f.is_relative_to(self.source)}
            if bad:
                return bad
        raise SystemExit(f"the build failed:\n{done.stdout[-6000:]}")

    def program(self, name):
        return self.build / "bin" / name


class TestCase:
    def __init__(self, name, seconds, reached):
        self.name, self.seconds, self.reached = name, seconds, reached


def as_filter(names):
    """doctest's --test-case: a list with commas, and `?` for any character."""
    return "--test-case=" + ",".join(re.sub(r"[,\\*]", "?", name) for name in names)


class Program:
    """A doctest program with mutants."""

    def __init__(self, path, cache):
        self.path, self.cache = path, cache
        self.cases = None

    def run(self, words, limit, extra=None):
        """The exit status, or None if it took too long. `limit`: seconds of processor time."""
        with tempfile.TemporaryDirectory(prefix="jaipur_mutant_") as place:
            env = dict(os.environ, TMPDIR=place, **(extra or {}))
            env.pop("JAIPUR_PROOF", None)

            def bounds():
                resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 2))
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

            running = subprocess.Popen(
                [self.path, "--no-version", "--abort-after=1", *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=env,
                cwd=place,
                start_new_session=True,
                preexec_fn=bounds,
            )
            try:
                return finished(running, limit)
            finally:
                try:
                    os.killpg(running.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                running.wait()

    def names(self):
        listed = subprocess.run([self.path, "--list-test-cases", "--no-version"], stdout=subprocess.PIPE, check=True)
        lines = listed.stdout.decode().splitlines()
        return list(dict.fromkeys(line for line in lines if line and not line.startswith(("[doctest]", "====="))))

    def measure(self, say):
        """Runs each test case without a mutant: how long it takes, and which mutants it reaches."""
        stamp = self.path.stat()
        stamp = f"{stamp.st_size} {stamp.st_mtime_ns}"
        if self.cache.exists() and (known := json.loads(self.cache.read_text()))["stamp"] == stamp:
            self.cases = [TestCase(name, seconds, set(reached)) for name, seconds, reached in known["cases"]]
            return
        self.cases = []
        names = self.names()
        for at, name in enumerate(names):
            say(f"{self.path.name}: test case {at + 1} of {len(names)}")
            with tempfile.NamedTemporaryFile() as file:
                file.truncate(NUMBERS)
                before = cpu_seconds()
                status = self.run([as_filter([name])], 3000, {"JAIPUR_MUTANTS_REACHED": file.name})
                seconds = cpu_seconds() - before
                if status != 0:
                    raise SystemExit(f"without mutants, {self.path.name} fails: {name}")
                reached = [match.start() for match in re.finditer(b"\1", Path(file.name).read_bytes())]
            self.cases.append(TestCase(name, seconds, set(reached)))
        known = [[case.name, case.seconds, sorted(case.reached)] for case in self.cases]
        self.cache.write_text(json.dumps({"stamp": stamp, "cases": known}))

    def groups(self, mutant):
        """The test cases that reach it, the quick ones first."""
        cases = [case for case in self.cases if mutant.number in case.reached and case.seconds <= LONGEST]
        cases.sort(key=lambda case: case.seconds)
        groups = []
        for case in cases:
            together = groups and case.seconds < QUICK and sum(other.seconds for other in groups[-1]) < GROUP
            groups[-1].append(case) if together else groups.append([case])
        return groups

    def notices(self, mutant):
        """How the tests notice it: "failed", "crashed" or "hung"; "" if they don't, None if none reaches it."""
        groups = self.groups(mutant)
        for group in groups:
            limit = 2 + 5 * sum(case.seconds for case in group)
            status = self.run([as_filter(case.name for case in group)], limit, {"JAIPUR_MUTANT": str(mutant.number)})
            if status is None or status in (-signal.SIGXCPU, -signal.SIGKILL):
                return "hung"
            if status != 0:
                return "failed" if status > 0 else "crashed"
        return "" if groups else None


def clock():
    return time.monotonic()
