#!/usr/bin/python3
"""Sessions that are relayed while a server or the network between two fails. Each fault must have happened."""

import asyncio
import pathlib
import sys

from client import Client, Closed
from cluster import Cluster, Playing
from raw_socket import RawSocket
from relays import back_in_seat, owner_of, room_at, two
from seeded_cases import main
from server_process import free_port, kernel_says, within
from wire import Wire

LEASE = 5  # seconds
MIB = 2**20


async def relayed(tests, cluster, owner, entry):
    """A player of a room at `owner` who is connected to `entry`; and the room and the player's token."""
    host, made = await room_at(cluster, owner)
    player = await Client.connect(entry.ws, label="relayed")
    seat = await player.ok("join_room", room=made["room"], name="Bharat")
    await player.wait_room()
    tests.check((await entry.metrics())["jaipur_relayed_sessions"] >= 1, "not relayed")
    await host.cut()
    return player, made["room"], seat["token"]


async def comes_back(tests, node, room, token):
    client = await back_in_seat(node, room, token)
    tests.check((await client.request("chat", text="back")).ok, "no chat")
    await client.close()


async def killed(tests, binary, rng):
    """The server with the rooms is killed: relayed clients are closed with 1012, and nothing is lost."""
    async with Cluster(binary, LEASE, anywhere=True) as cluster:
        nodes = await two(cluster)
        await cluster.add("third")
        await cluster.settles("first", "second", "third")
        async with Playing(tests, cluster, rng, rooms=8) as playing:
            player, room, token = await relayed(tests, cluster, nodes[1], nodes[0])
            before = (await nodes[0].metrics())["jaipur_relays_lost_total"]
            tests.check(await nodes[1].kill() == -9, "the server had already ended")
            tests.check(await player.wait_closed() == 1012, f"closed with {player.close_code}")
            tests.check((await nodes[0].metrics())["jaipur_relays_lost_total"] > before, "no relay was lost")
            await comes_back(tests, nodes[0], room, token)
            await cluster.settles("first", "third")
            await playing.more(60)
            tests.check(len(playing.pauses("server killed")) > 0, "the kill interrupted nobody")
        tests.check(await cluster.verified() > 0, "no replays")


async def waited_for(tests, binary, _):
    """The server with a room is killed: clients that ask for the room, or for a seat in it, wait until the next server has it."""
    async with Cluster(binary, lease=3) as cluster:
        nodes = await two(cluster)
        player, room, token = await relayed(tests, cluster, nodes[1], nodes[0])
        watcher, finder = [await Client.connect(nodes[0].ws, label=label) for label in ("watcher", "finder")]
        tests.check(await nodes[1].kill() == -9, "the server had already ended")
        tests.check(await player.wait_closed() == 1012, f"closed with {player.close_code}")
        tests.check(cluster.owners.get(room[0]) == "second", "its lease has ended already")
        asked = (
            await watcher.send("spectate", room=room),
            await watcher.send("ping"),
            await finder.send("resume", token=token),
        )
        # A stalling machine may take over later than they wait. Without any waiting, this would take dozens of attempts.
        await (await back_in_seat(nodes[0], room, token, attempts=5)).close()
        try:
            answers = [await within(answer) for answer in asked]
            tests.check(all(answer.ok for answer in answers), f"answers {answers}")
        except Closed as closed:
            tests.check(closed.code == 1012, f"closed with {closed.code}")


async def waited_in_vain(tests, binary, _):
    """Nobody can take the room: clients that ask for it are closed with 1012 after a while."""
    async with Cluster(binary, lease=60) as cluster:
        nodes = await two(cluster)
        player, room, token = await relayed(tests, cluster, nodes[1], nodes[0])
        await nodes[1].kill()
        tests.check(await player.wait_closed() == 1012, f"closed with {player.close_code}")
        client = await Client.connect(nodes[0].ws, label="waits")
        before = await nodes[0].metrics()
        began = asyncio.get_running_loop().time()
        waiting = await client.send("resume", room=room, token=token)
        tests.check(await client.wait_closed() == 1012, f"closed with {client.close_code}")
        waited = asyncio.get_running_loop().time() - began
        tests.check(waited > 3, f"closed after {waited:.1f} s")
        after = await nodes[0].metrics()
        for name in ("jaipur_relays_begun_total", "jaipur_relays_lost_total"):
            tests.check(after[name] - before[name] == 1, f"all attempts count: {name} {before[name]} {after[name]}")
        print(f"  closed after {waited:.1f} s", flush=True)
        try:
            tests.check(False, f"answered {(await within(waiting)).message}")
        except Closed:
            pass


async def frozen(tests, binary, _):
    """For longer than its lease: clients that it had are closed with 1012, although its connections still stand."""
    async with Cluster(binary, LEASE) as cluster:
        nodes = await two(cluster)
        player, room, token = await relayed(tests, cluster, nodes[1], nodes[0])
        await nodes[1].freeze()
        waiting = await player.send("chat", text="nobody may hear this")
        tests.check(await player.wait_closed() == 1012, f"closed with {player.close_code}")
        try:
            tests.check(False, f"answered {(await within(waiting)).message}")
        except Closed:
            pass
        await comes_back(tests, nodes[0], room, token)
        nodes[1].thaw()
        await nodes[1].says("slots lost")
        await cluster.settles("first", "second")


async def moved(tests, binary, _):
    """A slot moves while a session is relayed: the client is closed with 1012, and finds its room again from there."""
    async with Cluster(binary, lease=60) as cluster:
        nodes = await two(cluster)
        player, room, token = await relayed(tests, cluster, nodes[1], nodes[0])
        status, said = await nodes[1].admin("drain")
        tests.check(status == 0, f"drain: {said}")
        tests.check(await player.wait_closed() == 1012, f"closed with {player.close_code}")
        await cluster.settles("first")
        tests.check(owner_of(cluster, room) is nodes[0], "the slot hasn't moved")
        await comes_back(tests, nodes[0], room, token)


async def cut(tests, binary, _):
    """The network between two servers: the end of a connection is noticed at once, and silence within its limit."""
    async with Cluster(binary, lease=60) as cluster, Wire(free_port()) as wire:
        first = await cluster.add("first")
        options = ("--no-limits", "--ping-interval=1s", "--silence-timeout=4s")
        second = await cluster.add("second", *options, address=wire.port, listen=wire.target)
        await cluster.settles("first", "second")
        player, room, token = await relayed(tests, cluster, second, first)
        tests.check(wire.reset() > 0, "nothing went through it")
        tests.check(await player.wait_closed() == 1012, f"closed with {player.close_code}")
        await comes_back(tests, first, room, token)
        player, room, token = await relayed(tests, cluster, second, first)
        wire.cut()

        async def gone():
            for _ in range(600):
                if (await second.metrics())["jaipur_relayed_sessions_of_others"] == 0:
                    return True
                await asyncio.sleep(0.1)

        tests.check(await gone(), "the owner never noticed the silence")
        wire.reset()
        wire.reconnect()
        tests.check(await player.wait_closed() == 1012, f"closed with {player.close_code}")
        await comes_back(tests, first, room, token)


async def slow_reader(tests, binary, _):
    """A relayed client that reads nothing fills no memory, of neither server, and holds nobody up."""
    async with Cluster(binary, lease=60) as cluster:
        nodes = await two(cluster)
        host, made = await room_at(cluster, nodes[1])
        deaf = await RawSocket.connect(nodes[0].port, receive_buffer=4096)
        deaf.request("spectate", room=made["room"])
        tests.check((await deaf.reply())["type"] == "ok", "can't watch")
        deaf.sleep()

        def memory(node):
            return kernel_says(pathlib.Path(f"/proc/{node.process.pid}"), "status", "VmRSS")

        before = [memory(node) for node in nodes]
        sent = 0
        while sent < 40 * MIB:
            sent += sum(len(m) for m in ["x" * 200] * 500)
            for answer in [await host.send("chat", text="x" * 200) for _ in range(500)]:
                tests.check((await within(answer)).ok, "no answer")
            if (await nodes[0].metrics())["jaipur_relayed_sessions"] == 0:
                break
        more = [memory(node) - old for node, old in zip(nodes, before)]
        print(f"  {sent / MIB:.1f} MiB for a deaf client: {[round(m / MIB, 1) for m in more]} MiB more", flush=True)
        tests.check((await nodes[0].metrics())["jaipur_relayed_sessions"] == 0, "the deaf client was never dropped")
        tests.check(max(more) < 16 * MIB, f"memory {more}")
        deaf.abort()
        await host.close()


CASES = [killed, waited_for, waited_in_vain, frozen, moved, cut, slow_reader]


if __name__ == "__main__":
    sys.exit(main(__doc__, CASES))
