#!/usr/bin/python3
"""What could go wrong between a client and the room that another server has: long views, many clients at once, servers that don't
answer, passes that end. Several real servers share one real PostgreSQL.
"""

import asyncio
import random
import re
import sys

import random_play
from client import Client, Closed
from cluster import Cluster
from relays import Anyone, not_owner_of, owner_of, room_at, two
from seeded_cases import main
from world import World
from world_values import new_token

LEASE = 5  # seconds


async def answer(client, kind, **fields):
    """The code of an error, or with which code the connection was closed; None after an ok."""
    try:
        return (await client.request(kind, **fields)).code
    except Closed as closed:
        return closed.code


async def long_view(tests, binary, rng):
    """More than the buffers between two servers gather, and the chat after it."""
    async with Cluster(binary, lease=60) as cluster:
        nodes = await two(cluster)
        world = World(Anyone(cluster, only=lambda node: node is nodes[1]), random.Random(rng.random()), "long")
        await world.create("Asha", {"seals": 1})
        await world.join("Bharat")
        await world.start_match([True, True])
        for step in range(220):
            at = world.match.round
            exchange = random_play.random_exchange(world.rng, at, at.turn, tries=60) if step % 20 != 19 else None
            plain = random_play.all_takes(at, at.turn) or random_play.all_sales(at, at.turn)
            await world.act(at.turn, exchange or plain[0])
            if world.match.phase != "playing":
                break
        lines = [f"line {i}" for i in range(5)]
        for line in lines:
            await world.chat(world.players[0].viewer, line)
        for node in nodes[::-1]:
            client = await Client.connect(node.ws)
            resume = await client.request("resume", room=world.code, token=world.players[1].token, chat_after=0)
            tests.check(resume.ok, f"resume: {resume}")
            heard = []
            while len(heard) < len(lines):
                push = await client.wait_push()
                if push.message["type"] == "view":
                    tests.check(push.size > 16384, f"a view of {push.size}")
                if push.message["type"] == "chat":
                    heard.append(push.message["text"])
            tests.check(heard == lines, f"heard {heard}")
            tests.check((await client.request("ping")).ok, "no answer")
            await client.close()
        await world.close()


async def crowd(tests, binary, _):
    """After a failure, all clients of a server come at once; none is refused."""
    async with Cluster(binary, lease=60) as cluster:
        nodes = await two(cluster)
        slot = next(slot for slot, name in cluster.owners.items() if name == "second")
        clients = [await Client.connect(nodes[0].ws) for _ in range(1000)]
        answers = await asyncio.gather(*(answer(client, "spectate", room=slot * 6) for client in clients))
        tests.check(set(answers) == {"no_such_room"}, f"{set(answers)}")
        for client in clients:
            await client.cut()


async def descriptors(tests, binary, _):
    """What is enough for a server that works alone is too little for relays."""
    async with Cluster(binary, LEASE) as cluster:
        node = await cluster.add("first", "--no-limits", "--connections=1000", start=False)
        await node.start("prlimit", "--nofile=2000:2000")
        await node.says("few descriptors")
        await node.stop()
        await node.start("prlimit", "--nofile=4000:4000")
        tests.check(node.said("few descriptors") == 1, "4,000 descriptors aren't enough")


async def nobody_knows(tests, binary, _):
    """The server that has the seat has just been killed: nobody may say that there is no such seat, or open a second room."""
    async with Cluster(binary, LEASE) as cluster:
        nodes = await two(cluster)
        rooms = [await room_at(cluster, nodes[1]) for _ in range(3)]
        moved = {"key": (await rooms[1][0].ok("move_seat"))["key"], "token": new_token()}
        await (await Client.connect(nodes[1].ws)).ok("take_over", **moved)
        requests = [
            ("resume", {"token": rooms[0][1]["token"]}),
            ("take_over", moved),
            ("create_room", {"name": "Asha", "token": rooms[2][1]["token"]}),
        ]
        tests.check(await nodes[1].kill() == -9, "the server had already ended")

        async def find(made, kind, fields):
            for _ in range(600):
                client = await Client.connect(nodes[0].ws)
                try:
                    reply = await client.request(kind, **fields)
                    if reply.code != "shutting_down":
                        tests.check(reply.ok and reply["room"] == made["room"], f"{kind} of {made['room']}: {reply}")
                        return
                except Closed as closed:
                    tests.check(closed.code == 1012, f"{kind}: closed with {closed.code}")
                await client.cut()
                await asyncio.sleep(0.1)
            tests.check(False, f"{kind}: never answered")

        await asyncio.gather(*(find(made, *request) for (_, made), request in zip(rooms, requests)))


async def passes(tests, binary, _):
    """A pass that was revoked opens no room anywhere. Who enters again in a room stays there."""
    async with Cluster(binary, lease=60) as cluster:
        await two(cluster, "--no-limits", "--admit=invited")
        keeper, reader = owner_of(cluster, "2"), not_owner_of(cluster, "2")

        async def invited():
            _, said = await keeper.admin("invite")
            return re.search(r"/enter#([\w-]+)", said).group(1)

        first, token = await invited(), new_token()
        guest = await Client.connect(reader.ws)
        await guest.ok("enter", **{"pass": token, "invitation": first})
        rooms = {}
        while len(rooms) < 2:
            for node in (keeper, reader):
                host = await Client.connect(node.ws)
                await host.ok("enter", **{"pass": token})
                made = await host.ok("create_room", name="Asha")
                rooms[owner_of(cluster, made["room"]).name] = made["room"]
        for room in rooms.values():
            await guest.ok("spectate", room=room)
            tests.check(
                await answer(guest, "enter", **{"pass": new_token(), "invitation": first}) == "invitation_over", "enter"
            )
            await guest.ok("leave_room")
        tests.check((await keeper.admin("revoke", "1"))[0] == 0, "revoke")

        async def locked():
            got = [await answer(guest, "spectate", room=room) for room in 2 * list(rooms.values())]
            for got_in in got:
                if got_in is None:
                    await answer(guest, "leave_room")
            return set(got) == {"server_locked"}

        for _ in range(600):
            if await locked():
                break
            await asyncio.sleep(0.1)
        tests.check(await locked(), "the revoked pass still opens rooms")
        await guest.close()


CASES = [long_view, crowd, descriptors, nobody_knows, passes]


if __name__ == "__main__":
    sys.exit(main(__doc__, CASES))
