"""Ends TLS in front of a server, as a proxy does. It can die, and come back with another certificate."""

import asyncio
import contextlib
import ssl

from server_process import free_port


async def carry(reader, writer):
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    with contextlib.suppress(OSError, RuntimeError):
        writer.close()


class Terminator:
    """`async with Terminator(port of the server, certificate) as tls`. `tune` may change its ssl.SSLContext."""

    def __init__(self, behind, certificate, tune=None):
        self.behind = behind
        self.certificate = certificate
        self.tune = tune
        self.port = free_port()
        self.server = None
        self.connections = set()
        self.asked_for = []  # the names by which clients asked (SNI); None: without

    @property
    def url(self):
        return f"https://127.0.0.1:{self.port}"

    async def start(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate)
        context.sni_callback = lambda _, name, __: self.asked_for.append(name)
        if self.tune:
            self.tune(context)
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", self.port, ssl=context)

    async def die(self):
        self.server.close()
        for writer in list(self.connections):
            if not writer.is_closing():  # Python's transport can't be aborted afterwards
                writer.transport.abort()
        await asyncio.sleep(0)

    async def restart(self, certificate):
        await self.die()
        self.certificate = certificate
        await self.start()

    async def _serve(self, reader, writer):
        self.connections.add(writer)
        try:
            there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self.behind)
            await asyncio.gather(carry(reader, there_writer), carry(there_reader, writer))
        finally:
            self.connections.discard(writer)

    async def __aenter__(self):
        await self.start()
        return self

    async def __aexit__(self, *_):
        await self.die()


@contextlib.asynccontextmanager
async def answering(answer):
    """A server that reads a request, answers with these bytes and closes; yields its port."""

    async def serve(reader, writer):
        with contextlib.suppress(OSError):
            await reader.read(4096)
            writer.write(answer)
            writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1]
