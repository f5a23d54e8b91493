"""The proxies, each as a private process with the configuration of docker/proxy.

A configuration is used as it is, except that `replaced` changes what a test can't have: paths of certificates, and the
service that certificates come from. The ports are 80 and 443, since each proxy has a separate network.
"""

import asyncio
import os
import shutil
import ssl
import subprocess

from acme_clients import certbot, run
from authority import NAME, Authority, pin_of, trusting
from pebble import Pebble
from server_process import PATIENCE, ROOT, within

SHIPPED = ROOT / "docker" / "proxy"


def replaced(name, changes):
    """The text of a shipped configuration. Everything that is to change must be there."""
    text = (SHIPPED / name).read_text()
    for old, new in changes.items():
        assert old in text, f"{name} no longer contains {old!r}"
        text = text.replace(old, new)
    return text


async def finished(*command, **more):
    """Runs a command to its end; it must succeed."""
    process = await asyncio.create_subprocess_exec(
        *map(str, command), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more
    )
    out, _ = await within(process.communicate())
    assert process.returncode == 0, f"{command}: {out.decode(errors='replace')[-2000:]}"
    return out.decode(errors="replace")


class Daemon:
    """`async with Nginx(folder) as proxy`."""

    program = None
    keeps_connections = True  # when it reads its configuration again

    def __init__(self, folder):
        self.folder = folder
        self.log = open(folder / "proxy.log", "ab")
        self.processes = []

    @classmethod
    def missing(cls):
        return None if shutil.which(cls.program) else f"{cls.program} isn't installed (./jaipur setup proxies)"

    async def spawn(self, *command, **more):
        process = await asyncio.create_subprocess_exec(
            *map(str, command), stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, **more
        )
        self.processes.append(process)
        return process

    async def listening(self):
        """Waits until it has its certificate; keeps that for browsers."""
        for _ in range(PATIENCE * 20):
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", 443, ssl=self.trust, server_hostname=NAME)
                self.pin = pin_of(
                    ssl.DER_cert_to_PEM_cert(writer.get_extra_info("ssl_object").getpeercert(True)).encode()
                )
                writer.close()
                return
            except OSError:
                assert self.processes[-1].returncode is None, f"it ended: {self.said()[-2000:]}"
                await asyncio.sleep(0.05)
        raise AssertionError(f"it doesn't listen: {self.said()[-2000:]}")

    def said(self):
        return (self.folder / "proxy.log").read_text(errors="replace")

    async def __aenter__(self):
        self.folder.chmod(0o755)  # most of them have users of their own
        await self.prepare()
        await self.start()
        await self.listening()
        return self

    async def __aexit__(self, *_):
        for process in self.processes:
            if process.returncode is None:
                process.terminate()
        try:
            await within(asyncio.gather(*(process.wait() for process in self.processes)), 10)
        except asyncio.TimeoutError:
            for process in self.processes:
                if process.returncode is None:
                    process.kill()
        self.log.close()


class OwnCertificate(Daemon):
    """One whose certificate comes from a file."""

    answers_at = None  # the port to which it forwards questions of an ACME service; else it serves files itself

    async def prepare(self):
        authority = Authority(self.folder)
        self.certificate, self.key = self.certificate_files()
        self.certificate.parent.mkdir(parents=True, exist_ok=True)
        authority.issue(self.certificate, self.key, NAME)
        self.trusted = authority.certificate  # a file
        self.trust = trusting(self.trusted)
        self.configure()

    async def renew(self):
        """Gets a certificate as docs/hosting.md says, and uses it."""
        async with Pebble(self.folder, http_port=80, tls_port=443) as pebble:
            got, _, environment = certbot(pebble, self.folder, self.deploy_hook(), self.answers_at)
            code, said = await run(*got, env=os.environ | environment)
            assert code == 0, said
            self.trusted, self.trust = pebble.roots, pebble.trust


class Nginx(OwnCertificate):
    program = "nginx"

    def certificate_files(self):
        live = self.folder / "config" / "live" / NAME
        return live / "fullchain.pem", live / "privkey.pem"

    def deploy_hook(self):
        shutil.rmtree(self.folder / "config")  # it isn't certbot's; nginx has read it
        return f"nginx -c {self.main} -p {self.folder} -s reload"

    def configure(self):
        changes = {"/etc/letsencrypt/": f"{self.folder}/config/", "root /var/www/html": f"root {self.folder}"}
        (self.folder / "jaipur.conf").write_text(replaced("nginx.conf", changes))
        kept = "".join(
            f"{what}_temp_path {self.folder}/{what};\n" for what in "client_body proxy fastcgi uwsgi scgi".split()
        )
        self.main = self.folder / "main.conf"
        self.main.write_text(
            f"user www-data;\nworker_processes 2;\ndaemon off;\npid {self.folder}/nginx.pid;\nerror_log stderr warn;\n"
            f"events {{}}\nhttp {{\naccess_log {self.folder}/access.log;\n{kept}include {self.folder}/jaipur.conf;\n}}\n"
        )

    async def start(self):
        await self.spawn("nginx", "-c", self.main, "-p", self.folder)

    async def reload(self):
        await finished("nginx", "-c", self.main, "-p", self.folder, "-s", "reload")


class Haproxy(OwnCertificate):
    program = "haproxy"
    answers_at = 8888

    def certificate_files(self):
        return self.folder / "jaipur.pem", self.folder / "jaipur.pem.key"

    def deploy_hook(self):
        return f"{ROOT}/docker/certificate_hook {self.certificate} haproxy true"

    async def renew(self):
        await super().renew()
        await self.reload()

    def configure(self):
        changes = {"/etc/haproxy/jaipur.pem": str(self.certificate)}
        self.file = self.folder / "haproxy.cfg"
        self.file.write_text(replaced("haproxy.cfg", changes))

    async def start(self, *after):
        await finished("haproxy", "-c", "-f", self.file)
        await self.spawn("haproxy", "-db", "-f", self.file, *after)

    async def reload(self):
        """The new process asks the old one to finish."""
        await self.start("-sf", self.processes[-1].pid)
        await asyncio.sleep(1)


class Caddy(Daemon):
    """It gets its certificate as it would from Let's Encrypt, but from a service of this test."""

    program = "caddy"
    keeps_connections = False  # Caddy 2.6 closes WebSockets

    @classmethod
    def missing(cls):
        return super().missing() or Pebble.missing()

    async def prepare(self):
        self.pebble = Pebble(self.folder, http_port=80, tls_port=443)
        await self.pebble.__aenter__()
        self.trusted, self.trust = self.pebble.roots, self.pebble.trust
        options = f"{{\n\tacme_ca {self.pebble.directory}\n\tacme_ca_root {self.pebble.certificate}\n}}\n"
        self.file = self.folder / "Caddyfile"
        self.file.write_text(options + replaced("Caddyfile", {}))
        self.environment = {**os.environ, "XDG_DATA_HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)}

    async def start(self):
        await self.spawn("caddy", "run", "--config", self.file, "--adapter", "caddyfile", env=self.environment)

    async def reload(self):
        await finished(
            "caddy", "reload", "--force", "--config", self.file, "--adapter", "caddyfile", env=self.environment
        )

    async def __aexit__(self, *reason):
        await super().__aexit__(*reason)
        await self.pebble.__aexit__(*reason)


DAEMONS = {daemon.program: daemon for daemon in (Nginx, Haproxy, Caddy)}
