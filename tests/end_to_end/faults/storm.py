"""Constant failures: every N-th network call fails while many clients connect and leave. Neither descriptors nor memory grow."""

import asyncio

from fault_load import LOST, Load
from fault_server import FaultServer, strace
from server_process import sanitized
from tracing import whole

# Numbers without common factors, so that failures combine in many ways.
STORM = (
    "recvfrom:error=ECONNRESET:when=37+37",
    "sendto:error=EPIPE:when=41+41",
    "accept:error=ECONNABORTED:when=11+11",
    "epoll_ctl:error=ENOMEM:when=53+53",
)
GROWTH = 1024 * 1024


async def storm(binary, options, connections, tally):
    async with FaultServer(binary, *options, name="fault-storm") as server:
        trace = server.directory / "trace"
        calls = [one.split(":")[0] for one in STORM]
        injects = [option for one in STORM for option in ("-e", f"inject={one}")]
        await server.start(*strace(trace, calls), *injects)
        before = server.descriptors()
        load = Load(server, 1, tally)
        await load.play(4)
        for _ in range(2):
            await visits(load, connections)  # by then, all pools have their full size
        settled = server.resident()
        for _ in range(2):
            await visits(load, connections)
        grown = server.resident() - settled
        await load.go()
        await server.back_to(lambda: before)
        assert sanitized(binary) or grown < GROWTH, f"{grown} bytes more after {2 * connections} visits"
        status, _ = await server.stop()
        assert status == 0, f"SIGTERM: {status}"
        injected = (await whole(trace)).count("(INJECTED)")
        assert injected > connections // 4, f"only {injected} failures"
        tally["storm: injected"] += injected
        tally["storm: KiB grown"] += max(grown, 0) // 1024
        tally["storm: visits failed"] += load.visits_failed


async def visits(load, count):
    gate = asyncio.Semaphore(16)

    async def one():
        async with gate:
            try:
                await load.visit_once()
            except LOST:
                load.visits_failed += 1

    await asyncio.gather(*(one() for _ in range(count)))
