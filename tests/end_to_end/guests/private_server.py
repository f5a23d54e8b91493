"""A server that admits only invited people, or lets only them open rooms."""

import asyncio
import signal

from client import Client
from durable_server import DurableServer
from operator_tools import admin


class PrivateServer(DurableServer):
    """With a password file that tests may change."""

    def __init__(self, binary, *options, password=None, admit="invited", limits=("--no-limits",)):
        super().__init__(binary, *limits, f"--admit={admit}", *options, name="guests")
        self.password = password

    async def __aenter__(self):
        await super().__aenter__()
        if self.password:
            self.set_password(self.password)
            self.options += (f"--server-password-file={self.password_file}",)
        return await self.start()

    @property
    def password_file(self):
        return self.directory / "password"

    def set_password(self, text):
        self.password_file.write_text(text + "\n")

    async def client(self, **enter):
        """A new connection, which has entered if anything is given."""
        client = await Client.connect(self.ws)
        if enter:
            await client.ok("enter", **enter)
        return client

    async def answer(self, kind, **fields):
        """The code of the reply on a new connection, or "ok"."""
        client = await self.client()
        reply = await client.request(kind, **fields)
        await client.close()
        return reply.code or "ok"

    async def link(self, *words):
        """As the operator gets it."""
        return (await admin(self, "invite", *words))["link"]

    async def invite(self, *words):
        return secret_of(await self.link(*words))

    async def invitations(self):
        return (await admin(self, "invitations"))["invitations"]

    async def reload(self):
        """SIGHUP; returns once the server has read its settings."""
        before = self.log_text().count('"reloaded"')
        self.process.send_signal(signal.SIGHUP)
        while self.log_text().count('"reloaded"') == before:
            await asyncio.sleep(0.02)


def secret_of(link):
    assert "/enter#" in link, link
    return link.partition("#")[2]
