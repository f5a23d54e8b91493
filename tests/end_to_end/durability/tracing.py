"""strace around the server: records what it does to its data directory, and injects a fault at a chosen system call.

strace counts the calls of each thread separately, so `when=N` is the N-th such call of any one thread on the given paths.
"""

import asyncio
import collections
import re
import time

from server_process import PATIENCE, within

WRITE_CALLS = (
    "write pwrite64 writev pwritev fsync fdatasync sync_file_range ftruncate truncate fallocate unlink unlinkat rename"
    " renameat renameat2 open openat creat mkdir mkdirat link linkat fchmod chmod"
).split()
FILES = ["", "/jaipur.db", "/jaipur.db-wal", "/jaipur.db-shm", "/jaipur.db-journal", "/jaipur.lock", "/jaipur.ballast"]
FILES += ["/jaipur.db-acknowledged"]

LINE = re.compile(r"^(\d+)\s+(?:(\w+)\((.*)|<\.\.\. (\w+) resumed>(.*)|\+\+\+ (.*) \+\+\+|--- (.*) ---)$")


def paths_of(data):
    """The options that restrict strace to the data directory."""
    return [option for name in FILES for option in ("-P", f"{data}{name}")]


def around(output, data, calls=WRITE_CALLS, inject=None):
    """Goes before the server's command; the server stays our child (-D)."""
    command = ["strace", "-D", "-f", "-y", "-s", "16", "-o", str(output), *paths_of(data)]
    command += ["-e", "trace=" + ",".join("?" + call for call in calls)]
    if inject:
        command += ["-e", f"inject={inject}"]
    return command


async def attach(pid, output, data, calls, inject):
    """Attaches strace to a running server; returns strace's process once it traces all threads."""
    command = ["strace", "-f", "-y", "-s", "16", "-p", str(pid), "-o", str(output), *paths_of(data)]
    command += ["-e", "trace=" + ",".join("?" + call for call in calls), "-e", f"inject={inject}"]
    process = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
    )
    said = b""
    while line := await within(process.stderr.readline()):
        said += line
        if b"attached" in line:
            return process
    raise RuntimeError(f"strace could not attach: {said.decode()}")


async def whole(output, timeout=PATIENCE):
    """The trace of a server that has ended. Waits for its last line, since strace may still be writing."""
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        text = output.read_text(errors="replace") if output.exists() else ""
        threads = {line.split(None, 1)[0] for line in text.splitlines() if line[:1].isdigit()}
        gone = {line.split(None, 1)[0] for line in text.splitlines() if line.endswith("+++") and line[:1].isdigit()}
        if gone and threads == gone:
            return text
        await asyncio.sleep(0.01)
    raise TimeoutError(f"{output} has no end")


def counts(text):
    """For each call, how often the thread that made it most began it."""
    by_thread = collections.Counter()
    for line in text.splitlines():
        found = LINE.match(line)
        if found and found.group(2):
            by_thread[found.group(1), found.group(2)] += 1
    most = {}
    for (_, call), count in by_thread.items():
        most[call] = max(most.get(call, 0), count)
    return most


def killed_at(text, call):
    """Whether SIGKILL ended the server in this call: then the call never returned."""
    unfinished = re.search(rf"^\d+\s+{call}\(.*(= \?|<unfinished \.\.\.>)$", text, re.MULTILINE)
    return "killed by SIGKILL" in text and unfinished is not None
