#!/usr/bin/python3
"""certbot and lego get and renew certificates from an ACME service on this machine, and docker/certificate_hook hands them
to a running server, which then shows them."""

import asyncio
import os
import pathlib
import shutil
import ssl
import stat
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from acme_clients import certbot, lego, run  # noqa: E402
from authority import NAME  # noqa: E402
from cases import Skipped, Suite, run_program  # noqa: E402
from pebble import Pebble  # noqa: E402
from server_process import PATIENCE, ROOT, free_port, within  # noqa: E402

suite = Suite("certificates")
HOOK = ROOT / "docker" / "certificate_hook"


class Host:
    """A machine with a server that shows the certificate that the hook has put there."""

    def __init__(self, folder, binary):
        self.folder = folder
        self.binary = binary
        self.file = folder / "jaipur" / "jaipur.pem"
        self.port = free_port()
        self.process = None
        self.reload = folder / "reload"
        self.reload.write_text(
            f"#!/bin/sh\necho reloaded >>{folder}/reloads\n[ ! -e {folder}/pid ] || kill -HUP $(cat {folder}/pid)\n"
        )
        self.reload.chmod(0o755)

    @property
    def reloads(self):
        file = self.folder / "reloads"
        return len(file.read_text().splitlines()) if file.exists() else 0

    async def start(self):
        key = f"{self.file}.key"
        speaks_tls = "--tls-cert" in (await run(self.binary, "--help"))[1]
        command = [
            self.binary,
            "--in-memory",
            "--listen",
            f"127.0.0.1:{self.port}",
            "--tls-cert",
            self.file,
            "--tls-key",
            key,
        ]
        if not speaks_tls:
            print("SKIPPED the server itself, which has no --tls-cert: a stand-in shows the certificates")
            command = [sys.executable, HERE / "stand_in.py", self.port, self.file, key]
        with open(self.folder / "server.log", "wb") as log:
            self.process = await asyncio.create_subprocess_exec(*map(str, command), stdout=log, stderr=log)
        (self.folder / "pid").write_text(str(self.process.pid))

    async def shown(self, trust, serial=None):
        """The serial number of the certificate that it shows; waits until it isn't this one."""
        for _ in range(PATIENCE * 10):
            assert self.process.returncode is None, (self.folder / "server.log").read_text()
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port, ssl=trust, server_hostname=NAME)
                now = writer.get_extra_info("peercert")["serialNumber"]
                writer.close()
                if now != serial:
                    return now
            except ConnectionError:
                pass
            await asyncio.sleep(0.1)
        raise AssertionError(f"it still shows {serial}")

    def check_files(self):
        for path in (self.file, pathlib.Path(f"{self.file}.key")):
            mode = path.stat()
            assert stat.S_IMODE(mode.st_mode) == 0o640 and mode.st_gid == os.getgid(), f"{path}: {mode}"
        ssl.create_default_context().load_cert_chain(self.file, f"{self.file}.key")  # they belong together
        assert sorted(path.name for path in self.file.parent.iterdir()) == ["jaipur.pem", "jaipur.pem.key"]

    async def stop(self):
        if self.process:
            self.process.terminate()
            await within(self.process.wait())


async def gets_and_renews(context, client):
    program = client.__name__
    if why := Pebble.missing() or (
        None if shutil.which(program) else f"{program} isn't installed (./jaipur setup proxies)"
    ):
        raise Skipped(why)
    with tempfile.TemporaryDirectory(prefix=f"jaipur-{program}-") as name:
        folder, port = pathlib.Path(name), free_port()
        host = Host(folder, context)
        host.file.parent.mkdir()
        async with Pebble(folder, http_port=port, tls_port=free_port(), port=free_port()) as pebble:
            hook = f"{HOOK} {host.file} {os.getgid()} {host.reload}"
            got, renewed, environment = client(pebble, folder, hook, port)
            code, said = await run(*got, env=os.environ | environment)
            assert code == 0 and host.reloads == 1, f"{code}: {said}"
            host.check_files()
            try:
                await host.start()
                first = await host.shown(pebble.trust)
                code, said = await run(*renewed, env=os.environ | environment)
                assert code == 0 and host.reloads == 2, f"{code}: {said}"
                host.check_files()
                await host.shown(pebble.trust, first)
            finally:
                await host.stop()


@suite.case("certbot gets a certificate and renews it, and the running server shows the new one")
async def with_certbot(context):
    await gets_and_renews(context, certbot)


@suite.case("lego gets a certificate and renews it, and the running server shows the new one")
async def with_lego(context):
    await gets_and_renews(context, lego)


@suite.case("the hook says how it is used, and leaves the old files if it can't read the new ones")
async def misused(_):
    with tempfile.TemporaryDirectory() as name:
        file = pathlib.Path(name) / "jaipur.pem"
        file.write_text("old")
        plain = {key: value for key, value in os.environ.items() if not key.startswith(("LEGO_", "RENEWED_"))}
        for arguments, environment, due in (
            ([], {}, 64),
            ([file, "0"], {}, 64),
            ([file, os.getgid(), "true"], {}, 64),
            ([file, os.getgid(), "true"], {"RENEWED_LINEAGE": "/nowhere"}, 1),
            ([file, os.getgid(), "true"], {"LEGO_CERT_PATH": "/nowhere", "LEGO_CERT_KEY_PATH": "/nowhere"}, 1),
        ):
            code, said = await run(HOOK, *arguments, env=plain | environment)
            assert code == due and said, f"{arguments} {environment}: {code} {said}"
            assert file.read_text() == "old"


if __name__ == "__main__":
    run_program(suite, __doc__)
