"""Cases of tls_test: certificates that are replaced while the server runs, and those that it can't use."""

import asyncio
import os
import pathlib
import shutil
import signal
import ssl
import tempfile

from cases import Suite
from certificates import openssl
from client import Client
from http_get import http_get, metrics_of
from rooms_play import Context, play_some
from server_process import Server, within

suite = Suite("tls files")


def serial(port):
    """The certificate that the server shows now."""
    pem = ssl.get_server_certificate(("127.0.0.1", port))
    return openssl("x509", "-noout", "-serial", text=pem).strip()


def serial_of(certificate):
    return openssl("x509", "-noout", "-serial", "-in", certificate).strip()


async def shows(port, certificate):
    """Waits until the server shows it."""
    wanted = serial_of(certificate)
    for _ in range(300):
        if await asyncio.to_thread(serial, port) == wanted:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"the server doesn't show {certificate}")


class Live:
    """A folder like certbot's: links that lead to the newest pair."""

    def __init__(self, authority, name):
        self.authority, self.name, self.number = authority, name, 0
        self.path = authority.path / f"live-{name}"
        self.path.mkdir()
        self.certificate, self.key = self.path / "fullchain.pem", self.path / "privkey.pem"
        self.renew()

    def new_pair(self):
        self.number += 1
        return self.authority.certificate(f"{self.name}-{self.number}")

    def lead(self, link, to):
        link.with_suffix(".new").symlink_to(to)
        link.with_suffix(".new").replace(link)

    def renew(self):
        """Returns the new certificate."""
        certificate, key = self.new_pair()
        self.lead(self.certificate, certificate)
        self.lead(self.key, key)
        return certificate

    @property
    def options(self):
        return [f"--tls-cert={self.certificate}", f"--tls-key={self.key}"]


@suite.case("a renewed certificate is used without a signal, in the middle of a match")
async def renewed(context):
    live = Live(context.authority, "renewed")
    async with Server(
        context.server.binary, "--no-limits", *live.options, "--metrics=127.0.0.1:0", name="tls-renewed"
    ) as server:
        world = await Context(server).world("renewed", seals=1)
        await world.start_match([True, True])
        await play_some(world, 3)
        first = serial(server.port)
        new = live.renew()
        await shows(server.port, new)
        assert serial(server.port) != first
        await play_some(world, 3)  # on the old connections
        metrics = await metrics_of(server)
        assert 'jaipur_tls_certificate_reloads_total{result="done"} 1\n' in metrics, metrics
        await world.close()


@suite.case("SIGHUP reads the certificate at once, and a pair that doesn't fit changes nothing")
async def hangup(context):
    live = Live(context.authority, "hangup")
    async with Server(
        context.server.binary, "--no-limits", *live.options, "--metrics=127.0.0.1:0", name="tls-hangup"
    ) as server:
        client = await Client.connect(server.ws)
        first = live.certificate.resolve()
        certificate, key = live.new_pair()
        live.lead(live.certificate, certificate)  # with the old key
        server.process.send_signal(signal.SIGHUP)
        while "can't reload the certificate" not in server.log_text():
            await asyncio.sleep(0.05)
        await shows(server.port, first)
        await asyncio.sleep(8)  # two looks at the files
        assert server.log_text().count("can't reload the certificate") == 1, server.log_text()
        assert "the key doesn't belong to" in server.log_text()
        live.lead(live.key, key)
        server.process.send_signal(signal.SIGHUP)
        await shows(server.port, certificate)
        live.key.unlink()
        server.process.send_signal(signal.SIGHUP)
        while "No such file" not in server.log_text():
            await asyncio.sleep(0.05)
        await shows(server.port, certificate)
        metrics = await metrics_of(server)
        assert 'jaipur_tls_certificate_reloads_total{result="failed"} 2\n' in metrics, metrics
        expires = openssl("x509", "-noout", "-enddate", "-dateopt", "iso_8601", "-in", certificate)
        assert "jaipur_tls_certificate_expiry_time_seconds 1" in metrics, (metrics, expires)
        await client.ok("ping")
        await client.close()
        assert server.log_text().isascii()


@suite.case("a pair whose files change one after the other is used once it fits, without an error")
async def one_after_the_other(context):
    live = Live(context.authority, "slowly")
    async with Server(context.server.binary, "--no-limits", *live.options, name="tls-slowly") as server:
        certificate, key = live.new_pair()
        live.lead(live.certificate, certificate)
        await asyncio.sleep(1)
        live.lead(live.key, key)
        await shows(server.port, certificate)
        written = live.renew()  # and a file that is written in place
        shutil.copy(written, live.path / "plain.pem")
        live.lead(live.certificate, live.path / "plain.pem")
        await shows(server.port, written)
        assert "can't reload" not in server.log_text(), server.log_text()


@suite.case("SIGHUP doesn't end a server without TLS, not even while it starts or stops")
async def hangup_without_tls(context):
    async with Server(context.server.binary, name="hangup") as server:
        client = await Client.connect(server.ws)
        for _ in range(3):
            server.process.send_signal(signal.SIGHUP)
        await client.ok("ping")
        await client.close()
    for pause in (0, 0.001, 0.003, 0.01, 0.03):
        process = await asyncio.create_subprocess_exec(
            *[context.server.binary, "--listen=127.0.0.1:0", "--in-memory"],
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGHUP]),
        )
        await asyncio.sleep(pause)
        process.send_signal(signal.SIGHUP)
        assert (await within(process.stdout.readline())).startswith(b"listening on")
        process.terminate()
        process.send_signal(signal.SIGHUP)
        assert await within(process.wait()) == 0


async def start(context, *options):
    """(exit code, what it says) of a server that doesn't start."""
    process = await asyncio.create_subprocess_exec(
        *[context.server.binary, "--listen=127.0.0.1:0", "--in-memory", *options],
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await within(process.communicate())
    return process.returncode, said.decode()


@suite.case("a server that can't use its certificate says why and exits with 66")
async def unusable(context):
    certificate, key = context.authority.certificate("usable")
    _, other = context.authority.certificate("other")
    with tempfile.TemporaryDirectory() as folder:
        encrypted = pathlib.Path(folder) / "encrypted.pem"
        openssl("pkey", "-in", key, "-aes256", "-passout", "pass:secret", "-out", encrypted)
        text = pathlib.Path(folder) / "text"
        text.write_text("hello")
        for options, why in (
            ((folder + "/missing", key), "missing: No such file"),
            ((certificate, folder), "it isn't a file"),
            ((text, key), "contains no certificate"),
            ((certificate, text), "contains no private key"),
            ((certificate, other), "doesn't belong to"),
            ((certificate, encrypted), "encrypted with a password"),
        ):
            code, said = await start(context, f"--tls-cert={options[0]}", f"--tls-key={options[1]}")
            assert code == 66 and why in said and len(said.strip().splitlines()) == 1, (options, code, said)
        if os.geteuid() != 0:
            key.chmod(0)
            code, said = await start(context, f"--tls-cert={certificate}", f"--tls-key={key}")
            assert code == 66 and "Permission denied" in said, said
    for options in ([f"--tls-cert={certificate}"], [f"--tls-key={key}"], ["--redirect=127.0.0.1:0"]):
        code, said = await start(context, *options)
        assert code == 64 and "requires" in said, (options, code, said)


@suite.case("an expired certificate is used, with a warning")
async def expired(context):
    certificate, key = context.authority.certificate("expired", days=-1)
    async with Server(context.server.binary, f"--tls-cert={certificate}", f"--tls-key={key}", name="tls-old") as server:
        assert "the certificate has expired" in server.log_text()
        assert await asyncio.to_thread(serial, server.port) == serial_of(certificate)
        try:
            await http_get(server.port, "/healthz")
        except ssl.SSLCertVerificationError:
            return
        raise AssertionError("the test's client doesn't verify certificates")
