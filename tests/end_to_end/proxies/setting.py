"""What all cases share: a proxy, the server behind it, and clients with addresses of their own in a private network."""

import asyncio
import socket
import subprocess

from authority import NAME
from client import Client
from durable_server import DurableServer
from raw_socket import RawSocket, Wire, upgrade_each
from terminal import environment

HERE = "10.77.0.1"  # where the proxy is reached
GUESTS = [f"10.77.0.{number}" for number in range(2, 10)]
ORIGIN = f"https://{NAME}"
TRUSTED = ("--trusted-proxy", "127.0.0.1")  # as the shipped configurations say
BOT = ("--bot-time=0",)


def set_up_network(folder):
    """In namespaces of this process. The console client finds the proxy by its name."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    for address in [HERE, *GUESTS]:
        subprocess.run(["ip", "address", "add", f"{address}/32", "dev", "lo"], check=True)
    hosts = folder / "hosts"
    hosts.write_text(f"127.0.0.1 localhost\n{HERE} {NAME}\n")
    subprocess.run(["mount", "--bind", hosts, "/etc/hosts"], check=True)


class Setting:
    def __init__(self, proxy, binary, client, data, browser):
        self.proxy = proxy
        self.client_binary = client
        self.browser = browser  # whether there is one
        self.server = DurableServer(binary, *TRUSTED, *BOT, name=proxy.program, data=data)
        self.server.port = 7777

    async def restart(self, *options):
        if self.server.running:
            await self.server.stop()
        self.server.options = (*TRUSTED, *BOT, *options)
        await self.server.start()

    async def open(self, source=HERE, *, port=443):
        """A connection to the proxy that can send anything."""
        plain = socket.socket()
        plain.setblocking(False)
        plain.bind((source, 0))
        loop = asyncio.get_running_loop()
        await loop.sock_connect(plain, (HERE, port))
        secure = {"ssl": self.proxy.trust, "server_hostname": NAME} if port == 443 else {}
        _, wire = await loop.create_connection(Wire, sock=plain, **secure)
        return RawSocket(wire)

    async def get(self, path, *headers, source=HERE, port=443):
        """(status, {header: value}, body)."""
        raw = await self.open(source, port=port)
        raw.write("\r\n".join([f"GET {path} HTTP/1.1", f"Host: {NAME}", *headers, "", ""]).encode())
        try:
            return await raw.read_response()
        finally:
            raw.abort()

    async def client(self, label="", source=None):
        local = {"local_addr": (source, 0)} if source else {}
        return await Client.connect(
            f"wss://{NAME}/ws",
            label=label,
            origin=ORIGIN,
            host=HERE,
            port=443,
            ssl=self.proxy.trust,
            server_hostname=NAME,
            **local,
        )

    async def console(self, *words):
        """The console client, with the certificates that this test trusts."""
        home = {name: str(self.proxy.folder / "home") for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")}
        return await asyncio.create_subprocess_exec(
            self.client_binary, "--ca", self.proxy.trusted, *words,
            env=environment(**home, JAIPUR_REPLAY="the replay MATCH"),
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip

    async def arrive(self, count, source, headers=lambda number: {}):
        """Makes this many upgrades. Returns (count of each status, the accepted connections)."""

        def handshake(number):
            return {"host": NAME, "origin": ORIGIN} | headers(number)

        return await upgrade_each(count, lambda: self.open(source), handshake)

    async def match(self):
        """(first, second, code, tokens): two clients in a running match."""
        first, second = [await self.client(name, source) for name, source in zip("AB", GUESTS)]
        created = await first.ok("create_room", name="A")
        joined = await second.ok("join_room", room=created["room"], name="B")
        for client in (first, second):
            await client.ok("ready")
        await first.wait_view(lambda view: view["phase"] == "playing")
        return first, second, created["room"], (created["token"], joined["token"])
