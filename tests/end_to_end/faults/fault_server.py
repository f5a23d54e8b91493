"""A server under strace, with counts of its descriptors and memory."""

import asyncio
import os
import pathlib

from durable_server import DurableServer, Ended
from http_get import http_get
from server_process import PATIENCE, kernel_says


def strace(trace, calls, inject=None):
    command = [
        "strace",
        "-D",
        "-f",
        "--seccomp-bpf",
        "-s",
        "16",
        "-o",
        str(trace),
        "-e",
        "trace=" + ",".join("?" + call for call in calls),
    ]
    return command + (["-e", f"inject={inject}"] if inject else [])


class FaultServer(DurableServer):
    """If writing fails, its `listening` line may be missing: then this polls whether it serves."""

    asked_for = False

    async def _read_port(self):
        if not self.asked_for:
            return await super()._read_port()
        while self.process.returncode is None:
            try:
                if (await http_get(self.port, "/healthz"))[0] == 200:
                    return
            except OSError:
                await asyncio.sleep(0.02)
        self.ends.append(self.process.returncode)
        raise Ended(self.process.returncode, self.log_text().rpartition("--- start")[2])

    def resident(self):
        return kernel_says(pathlib.Path(f"/proc/{self.process.pid}"), "status", "VmRSS")

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    async def back_to(self, count, timeout=PATIENCE):
        """Waits until it has at most `count()` descriptors."""
        deadline = asyncio.get_running_loop().time() + timeout
        while self.descriptors() > count():
            if asyncio.get_running_loop().time() > deadline:
                links = sorted(
                    os.readlink(f"/proc/{self.process.pid}/fd/{fd}")
                    for fd in os.listdir(f"/proc/{self.process.pid}/fd")
                )
                raise AssertionError(f"{self.descriptors()} descriptors are open, {count()} were before: {links}")
            await asyncio.sleep(0.02)
