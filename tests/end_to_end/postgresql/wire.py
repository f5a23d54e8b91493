"""The network between two programs: TCP connections that can be slowed down, and cut so that neither side hears of it."""

import asyncio
import contextlib

from waiting import end


class Wire:
    """`async with Wire(target) as wire`: what connects to `wire.port` reaches the port `target`, which may change for connections to come."""

    def __init__(self, target):
        self.target = target
        self.delay = 0  # seconds
        self.flows = asyncio.Event()
        self.flows.set()
        self.held = 0  # connections and pieces that came while it was cut
        self.delayed = 0
        self.connections = set()

    async def __aenter__(self):
        self.server = await asyncio.start_server(self.connected, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self.server.close()
        await end(self.connections)

    def cut(self):
        """Nothing arrives any more, as when a cable is pulled: no connection ends because of that."""
        self.flows.clear()

    def reconnect(self):
        """What was sent meanwhile arrives late, as with TCP."""
        self.flows.set()

    def reset(self):
        """Ends all connections, and says how many."""
        for connection in self.connections:
            connection.cancel()
        return len(self.connections)

    async def connected(self, reader, writer):
        self.connections.add(asyncio.current_task())
        try:
            self.held += not self.flows.is_set()
            await self.flows.wait()
            there = await asyncio.open_connection("127.0.0.1", self.target)
            try:
                await self.carry(reader, writer, *there)
            finally:
                there[1].close()
        except (OSError, asyncio.CancelledError):
            pass  # either side has ended
        finally:
            writer.close()
            self.connections.discard(asyncio.current_task())

    async def carry(self, reader, writer, other_reader, other_writer):
        """Until one of them has no more to say."""
        ways = [
            asyncio.create_task(self.carry_one_way(*way)) for way in ((reader, other_writer), (other_reader, writer))
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await end(ways)

    async def carry_one_way(self, reader, writer):
        """In order; each piece as late as all others."""
        pieces = asyncio.Queue()
        delivery = asyncio.create_task(self.deliver(pieces, writer))
        try:
            while piece := await reader.read(65536):
                self.held += not self.flows.is_set()
                self.delayed += self.delay > 0
                pieces.put_nowait((asyncio.get_running_loop().time() + self.delay, piece))
            pieces.put_nowait((0, b""))
            await delivery
        except ConnectionError:
            pass  # the other way says the same
        finally:
            await end([delivery])

    async def deliver(self, pieces, writer):
        while True:
            due, piece = await pieces.get()
            await asyncio.sleep(due - asyncio.get_running_loop().time())
            await self.flows.wait()
            if not piece:
                return
            with contextlib.suppress(ConnectionError):
                writer.write(piece)
                await writer.drain()
