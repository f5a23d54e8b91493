"""An ACME service on this machine: Pebble, Let's Encrypt's own for tests, with a name server that knows every host as this machine."""

import asyncio
import json
import os
import shutil
import ssl
import subprocess
import urllib.request

from authority import Authority, trusting
from server_process import PATIENCE

AT = "127.0.0.1"


class Pebble:
    """`http_port`, `tls_port`: where it expects the answers to its challenges."""

    def __init__(self, folder, *, http_port, tls_port, port=14000):
        self.folder = folder
        self.ports = {"httpPort": http_port, "tlsPort": tls_port}
        self.directory = f"https://{AT}:{port}/dir"
        self._port, self._management, self._names = port, port + 1, port + 2
        self.processes = []

    @staticmethod
    def missing():
        return None if shutil.which("pebble") else "pebble isn't installed (./jaipur setup proxies)"

    async def __aenter__(self):
        authority = Authority(self.folder)
        self.certificate = authority.certificate  # who may run an ACME service
        chain, key = self.folder / "pebble.pem", self.folder / "pebble.key"
        authority.issue(chain, key, AT)
        config = self.folder / "pebble.json"
        at = {"listenAddress": f"{AT}:{self._port}", "managementListenAddress": f"{AT}:{self._management}"}
        config.write_text(json.dumps({"pebble": at | {"certificate": str(chain), "privateKey": str(key)} | self.ports}))
        await self._spawn(
            "pebble-challtestsrv", "-defaultIPv4", AT, "-defaultIPv6", "", "-dns01", f"{AT}:{self._names}",
            "-management", f"{AT}:{self._names + 1}", "-http01", "", "-https01", "", "-tlsalpn01", "",
        )  # fmt: skip
        await self._spawn("pebble", "-config", str(config), "-strict", "-dnsserver", f"{AT}:{self._names}")
        self.roots = self.folder / "roots.pem"
        self.roots.write_bytes(await self._root())
        self.trust = trusting(self.roots)
        return self

    async def _spawn(self, *command):
        quick = {**os.environ, "PEBBLE_VA_NOSLEEP": "1", "PEBBLE_WFE_NONCEREJECT": "0"}
        with open(self.folder / f"{command[0]}.log", "wb") as log:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=quick
            )
        self.processes.append(process)

    async def _root(self):
        """The certificate that those it issues are signed with; it is a new one at each start."""
        context = ssl.create_default_context(cafile=str(self.certificate))
        url = f"https://{AT}:{self._management}/roots/0"
        for _ in range(PATIENCE * 10):
            try:
                return await asyncio.to_thread(lambda: urllib.request.urlopen(url, context=context, timeout=5).read())
            except OSError:
                assert self.processes[-1].returncode is None, (self.folder / "pebble.log").read_text()
                await asyncio.sleep(0.1)
        raise AssertionError("pebble doesn't answer")

    async def __aexit__(self, *_):
        for process in self.processes:
            if process.returncode is None:
                process.terminate()
            await process.wait()
