"""A server that crashes leaves no core dump, and only root may inspect a running one."""

import asyncio
import os
import pathlib
import resource
import signal
import tempfile
import time

from server_process import PATIENCE, sanitized

CORE_SIGNALS = (signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGQUIT)
NOBODY = 65534


def unlimited():
    resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def spawn(command, directory, user=None):
    """Returns the pid. asyncio would hide whether a core was dumped."""
    pid = os.fork()
    if pid == 0:
        try:
            unlimited()
            os.chdir(directory)
            out = os.open("said", os.O_WRONLY | os.O_CREAT, 0o666)
            os.dup2(out, 1)
            os.dup2(out, 2)
            if user is not None:
                os.setgroups([])
                os.setgid(user)
                os.setuid(user)
            os.execv(command[0], command)
        finally:
            os._exit(127)
    return pid


async def killed(pid, number):
    """Whether it dumped a core."""
    os.kill(pid, number)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == number, f"ended with {status:#x} by {number}"
            return os.WCOREDUMP(status)
        await asyncio.sleep(0.01)
    raise TimeoutError(f"{pid} doesn't end on {number}")


async def listening(directory):
    for _ in range(1000):
        said = pathlib.Path(directory, "said")
        if said.exists() and "listening on" in said.read_text(encoding="utf-8"):
            return
        await asyncio.sleep(0.01)
    raise TimeoutError("it doesn't listen")


def owner_of_process_files(pid):
    """Root if the process may not be inspected, else its user."""
    return {os.stat(f"/proc/{pid}/{name}").st_uid for name in ("environ", "maps", "mem", "fd")}


async def leave_no_cores(binary, tests):
    binary = os.path.abspath(binary)
    signals = (
        (signal.SIGABRT, signal.SIGQUIT) if sanitized(binary) else CORE_SIGNALS
    )  # a sanitizer has its own end by the others
    with tempfile.TemporaryDirectory(prefix="jaipur-cores-") as base:
        os.chmod(base, 0o777)
        with open("/proc/sys/kernel/core_pattern", encoding="ascii") as pattern:
            print(f"cores go to {pattern.read().strip()!r}")
        control = await one(base, "control", ["/bin/sleep", "60"], signal.SIGSEGV, tests)
        print(f"an ordinary program dumps a core here: {control}")
        for number in signals:
            dumped = await one(
                base, f"server-{number}", [binary, "--listen", "127.0.0.1:0", "--in-memory"], number, tests
            )
            tests.check(not dumped, f"a core was dumped by {number.name}")


async def one(base, name, command, number, tests):
    directory = os.path.join(base, name)
    os.mkdir(directory)
    os.chmod(directory, 0o777)
    server = name != "control"
    user = NOBODY if os.getuid() == 0 and server else None
    pid = spawn(command, directory, user)
    if server:
        await listening(directory)
        if user is not None:
            owners = owner_of_process_files(pid)
            tests.check(owners == {0}, f"its user may inspect it: its files in /proc belong to {owners}")
        with open(f"/proc/{pid}/limits", encoding="ascii") as limits:
            line = next(line.split() for line in limits if line.startswith("Max core file size"))
            tests.check(line[4:6] == ["0", "0"], f"core limits {line}")
    else:
        await asyncio.sleep(0.2)
    dumped = await killed(pid, number)
    left = [file for file in os.listdir(directory) if file != "said"]
    if server:
        tests.check(not left, f"left behind: {left}")
    return dumped
