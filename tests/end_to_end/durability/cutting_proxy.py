"""A TCP proxy in front of the server that cuts the connection after a given number of frames, or in the middle of one, in either direction."""

import asyncio


class Cut:
    """Cut after `frames` whole frames in this direction, and `part` of the next one (a share of its bytes)."""

    def __init__(self, direction, frames, part=0.0):
        self.direction = direction
        self.frames = frames
        self.part = part


class Frames:
    """Follows one direction: the handshake, then frames. `pass_on(data)` returns what to forward, and whether to cut after it."""

    def __init__(self, cut):
        self.cut = cut
        self.buffer = b""
        self.shaken = False
        self.passed = 0

    def pass_on(self, data):
        self.buffer += data
        whole = b""
        if not self.shaken:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
                return b"", False
            self.shaken, self.buffer, whole = True, rest, head + found
        while length := self.frame_length():
            if self.cut and self.passed == self.cut.frames:
                return whole + self.buffer[: int(self.cut.part * length)], True
            if len(self.buffer) < length:
                break
            whole, self.buffer = whole + self.buffer[:length], self.buffer[length:]
            self.passed += 1
        return whole, False

    def frame_length(self):
        """The length of the next frame; 0 until it is known."""
        data = self.buffer
        if len(data) < 2:
            return 0
        masked, length = 4 * (data[1] >> 7), data[1] & 0x7F
        if length == 126:
            return 4 + masked + int.from_bytes(data[2:4], "big") if len(data) >= 4 else 0
        if length == 127:
            return 10 + masked + int.from_bytes(data[2:10], "big") if len(data) >= 10 else 0
        return 2 + masked + length


class CuttingProxy:
    """`plan()` returns the Cut of each new connection, or None for no cut."""

    def __init__(self, server, plan):
        self.server = server
        self.plan = plan
        self.connections = 0
        self.cuts = []
        self.port = None

    @property
    def ws(self):
        return f"ws://127.0.0.1:{self.port}/ws"

    async def __aenter__(self):
        self.listener = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.port = self.listener.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self.listener.close()
        await self.listener.wait_closed()

    async def serve(self, reader, writer):
        cut = self.plan(self.connections)
        self.connections += 1
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        except OSError:
            writer.transport.abort()
            return
        ways = [
            asyncio.create_task(self.way(reader, far_writer, cut if cut and cut.direction == "up" else None)),
            asyncio.create_task(self.way(far_reader, writer, cut if cut and cut.direction == "down" else None)),
        ]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for task in ways:
            task.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        # What was forwarded must arrive, so this ends the connection instead of resetting it.
        for end in (writer, far_writer):
            end.close()

    async def way(self, reader, writer, cut):
        frames = Frames(cut)
        while data := await reader.read(65536):
            passed, cut_now = frames.pass_on(data)
            writer.write(passed)
            await writer.drain()
            if cut_now:
                self.cuts.append(cut)
                return
