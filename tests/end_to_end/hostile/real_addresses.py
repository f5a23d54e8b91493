#!/usr/bin/python3
"""Connections from genuinely different addresses, in a separate network namespace (`unshare --net`): crowds.py runs it.

At the end, prints how many connections there were from how many addresses.
"""

import asyncio
import json
import subprocess
import sys
from collections import Counter

from cases import arguments_of
from server_process import Server
from threats import alive, arrive, client_of, refused

V4, V6 = "10.77.0.1", "fd77::1"
STRANGERS = [f"10.77.0.{n}" for n in range(2, 7)]
PROXY = "10.77.0.9"
HOUSE = [f"2001:db8:1:1::{n}" for n in range(1, 9)]
NEIGHBOUR = "2001:db8:1:2::1"
LIMITS = ["--connections-per-address", "5", "--new-connections-per-address", "0", "--wrong-joins", "3"]
did = Counter()
seen = set()


def set_up():
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    for address in [V4, PROXY, *STRANGERS]:
        subprocess.run(["ip", "address", "add", f"{address}/32", "dev", "lo"], check=True)
    for address in [V6, NEIGHBOUR, *HOUSE]:
        subprocess.run(["ip", "-6", "address", "add", f"{address}/128", "dev", "lo", "nodad"], check=True)


async def come(server, count, source, **more):
    host = V6 if source and ":" in source else V4 if source else "127.0.0.1"
    statuses, inside = await arrive(server.port, count, host=host, source=source, **more)
    did["connections"] += count
    seen.add(source)
    return statuses, inside


async def strangers(server):
    for number, source in enumerate(STRANGERS):
        forged = [None, "127.0.0.1", "::1", lambda n: f"192.0.2.{n}", f"192.0.2.1, {V4}"][number]
        statuses, inside = await come(server, 12, source, xff=forged)
        assert statuses[101] == 5 and refused(statuses) == 7, f"{source} saying {forged}: {statuses}"
        await alive(inside)


async def house(server):
    taken, refusals, inside = 0, 0, []
    for source in HOUSE:
        statuses, more = await come(server, 2, source)
        inside += more
        taken, refusals = taken + statuses[101], refusals + refused(statuses)
    assert taken == 5 and refusals == 11, f"a /64: {taken} accepted, {refusals} refused"
    statuses, more = await come(server, 1, NEIGHBOUR)
    assert statuses == {101: 1}, f"the neighbour: {statuses}"
    await alive([*inside, *more])


async def this_machine(server):
    statuses, inside = await come(server, 30, None)
    assert statuses == {101: 30}, f"this machine: {statuses}"
    await alive(inside)


async def behind_proxy(server):
    """A trusted proxy's X-Forwarded-For counts; the same header from anyone else doesn't."""
    for client in ("203.0.113.1", "203.0.113.2"):
        statuses, _ = await come(server, 8, PROXY, xff=client)
        assert statuses[101] == 5 and refused(statuses) == 3, f"{client} through the proxy: {statuses}"
    statuses, _ = await come(server, 8, STRANGERS[0], xff=lambda n: f"203.0.113.{n + 10}")
    assert statuses[101] == 5 and refused(statuses) == 3, f"a forger: {statuses}"


async def guessers(server):
    """Wrong joins from one address don't count for another."""
    for source in ("203.0.113.1", "203.0.113.2"):
        codes = []
        for _ in range(5):
            client = await client_of(server, source)
            codes.append((await client.request("join_room", room="222222", name="Eve")).code)
            await client.close()
        assert codes == ["no_such_room"] * 3 + ["rate_limited"] * 2, f"{source}: {codes}"


async def main():
    arguments = arguments_of(__doc__)
    set_up()
    async with Server(arguments.server, *LIMITS, name="addresses", listen="[::]:0") as server:
        await strangers(server)
        await house(server)
        await this_machine(server)
    async with Server(arguments.server, *LIMITS, "--trusted-proxy", PROXY, name="addresses", listen="[::]:0") as server:
        await behind_proxy(server)
    async with Server(arguments.server, *LIMITS, "--trusted-proxy", "127.0.0.0/8", name="addresses") as server:
        await guessers(server)
    print(json.dumps({"connections": did["connections"], "addresses": len(seen)}))


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
