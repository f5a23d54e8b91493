#!/usr/bin/python3
"""Any server takes any connection, and relays it to the one that has the room. Several real servers share one real PostgreSQL."""

import asyncio
import json
import random
import re
import sys

from client import Client, Closed
from cluster import Cluster, write_secret
from durable_server import Ended
from form import by_form
from http_get import http_get
from postgres import Postgres
from relays import Anyone, not_owner_of, owner_of, room_at, two
from rooms_play import play_out, play_some
from seeded_cases import main
from server_process import eventually, within
from world import World
from world_values import new_token

POSTGRES = Postgres()  # each case has a database in it


async def figure(node, name):
    return (await node.metrics())[name]


async def wrong_server(tests, binary, rng):
    """Whole matches are played with everybody at the wrong server."""
    async with Cluster(binary, 60, POSTGRES) as cluster:
        nodes = await two(cluster)

        async def match(number):
            owner = nodes[number % 2]
            server = Anyone(cluster, only=lambda node: node is owner)
            world = World(server, random.Random(rng.random()), f"wrong server {number}")
            await world.create("Asha", {"seals": 1 + number % 2})
            tests.check(owner_of(cluster, world.code) is owner, "the room is elsewhere")
            server.only = lambda node: node is not owner
            await world.join("Bharat")
            await world.spectate("Chandra")
            await world.start_match([True, number % 2 == 0])
            await world.chat(world.players[1].viewer, "hello")
            await play_some(world, 5)
            for seat in (1, 0):
                await world.disconnect(seat, "cut")
                await world.resume(seat)
            tests.check(await figure(not_owner_of(cluster, world.code), "jaipur_relayed_sessions") >= 3, "relayed")
            tests.check(await figure(owner, "jaipur_relayed_sessions_of_others") >= 3, "relayed by others")
            if number > 1:
                await world.stop_spectating(world.spectators[0], "leave")
            await world.move_seat(1)
            await play_out(world)
            world.check_proof()
            status, _, body = await http_get(server.port, f"/replays/{world.match.id}")
            tests.check(status == 200, f"no replay at the other server: {status}")
            world.check_replay(json.loads(body))
            await world.close()

        await asyncio.gather(*(match(number) for number in range(4)))
        for node in nodes:
            await eventually(lambda: node.running, "ended")
            for name in ("jaipur_relayed_sessions", "jaipur_relayed_sessions_of_others", "jaipur_relays_lost_total"):
                for _ in range(600):
                    if await figure(node, name) == 0:
                        break
                    await asyncio.sleep(0.1)
                tests.check(await figure(node, name) == 0, f"{node.name} {name}: {await figure(node, name)}")


async def one_session(tests, binary, _):
    """One connection, in turn in rooms of both servers, and in none: replies keep their order."""
    async with Cluster(binary, 60, POSTGRES) as cluster:
        nodes = await two(cluster)
        hosts = [await room_at(cluster, node) for node in nodes]
        client = await Client.connect(nodes[0].ws)
        for _ in range(3):
            for _, made in hosts:
                futures = [
                    await client.send("ping"),
                    await client.send("spectate", room=made["room"]),
                    await client.send("chat", text="hello"),
                    await client.send("list_rooms"),
                    await client.send("leave_room"),
                    await client.send("ping"),
                ]
                for future in futures:
                    await within(future)
                tests.check(futures[1].result()["room"] == made["room"], "another room")
                tests.check(futures[4].result().ok and futures[5].result().ok, "not left")
        await client.refused("join_room", "no_such_room", room="2" * 6, name="x")
        await client.refused("join_room", "no_such_room", room="3" * 6, name="x")
        await client.close()
        for host, _ in hosts:
            await host.close()


async def seats_anywhere(tests, binary, _):
    """Requests that belong to a seat, and name no room, find it wherever it is."""
    async with Cluster(binary, 60, POSTGRES) as cluster:
        nodes = await two(cluster)
        for node, other in (nodes, nodes[::-1]):
            token = new_token()
            host, made = await room_at(cluster, node, token=token)
            again = await Client.connect(other.ws)
            repeated = await again.ok("create_room", name="Asha", token=token)
            tests.check(repeated["room"] == made["room"], "the repeat opened another room")
            client = await Client.connect(other.ws)
            tests.check((await client.ok("resume", token=made["token"]))["room"] == made["room"], "resume")
            offer = await client.ok("move_seat")
            taker = await Client.connect(other.ws)
            taken = await taker.ok("take_over", key=offer["key"], token=new_token())
            tests.check(taken["room"] == made["room"], "take_over")
            await taker.close()
            asks = await Client.connect(other.ws)
            seats = [{"room": made["room"], "token": taken["token"]}, {"token": taken["token"]}, {"token": new_token()}]
            games = (await asks.ok("games", seats=seats))["games"]
            tests.check([game and game["room"] for game in games] == [made["room"]] * 2 + [None], f"{games}")
            await asks.refused("resume", "bad_token", token=new_token())
            await asks.close()


async def everywhere_at_once(tests, binary, _):
    """A request for a seat that reaches all servers at the same moment takes one seat."""
    async with Cluster(binary, 60, POSTGRES) as cluster:
        nodes = [await cluster.add(name, "--no-limits") for name in ("first", "second", "third")]
        await cluster.settles("first", "second", "third")
        for number in range(by_form(20, 60)):
            kind = ("create_room", "quick_match")[number % 2]
            fields = {"name": f"Asha {number}", "token": new_token()}
            if number % 4 == 0:
                fields["options"] = {"public": True}
            clients = [await Client.connect(node.ws) for node in nodes]

            async def room(client):
                try:
                    return (await client.ok(kind, **fields))["room"]
                except Closed as closed:
                    tests.check(closed.code == 4001, f"closed with {closed.code}")

            rooms = {*await asyncio.gather(*(room(client) for client in clients))} - {None}
            tests.check(len(rooms) == 1, f"{kind} opened {rooms}")
            for client in clients:
                await client.cut()


async def guests(tests, binary, _):
    """On private servers, one gives the passes. They count at once wherever the guest goes next."""
    async with Cluster(binary, 60, POSTGRES) as cluster:
        nodes = await two(cluster, "--no-limits", "--admit=invited")
        keeper = owner_of(cluster, "2")
        reader = not_owner_of(cluster, "2")
        for number in range(10):
            status, said = await keeper.admin("invite")
            secret = re.search(r"/enter#([\w-]+)", said)
            tests.check(status == 0 and secret, f"invite: {status} {said}")
            client = await Client.connect(reader.ws)
            await client.refused("create_room", "server_locked", name="Asha")
            token = new_token()
            await client.refused("enter", "invitation_over", **{"pass": token, "invitation": new_token()})
            await client.ok("enter", **{"pass": token, "invitation": secret.group(1)})
            made = await client.ok("create_room", name="Asha")
            other = await Client.connect(not_owner_of(cluster, made["room"]).ws)
            await other.refused("join_room", "server_locked", room=made["room"], name="Bharat")
            await other.ok("enter", **{"pass": token})
            await other.ok("join_room", room=made["room"], name="Bharat")
            stranger = await Client.connect(nodes[number % 2].ws)
            await stranger.refused("enter", "server_locked", **{"pass": new_token()})
            await stranger.refused("spectate", "server_locked", room=made["room"])
            for each in (client, other, stranger):
                await each.close()


async def lists(tests, binary, _):
    """Public rooms of all servers are in the list, and a quick match finds one at any server."""
    async with Cluster(binary, 60, POSTGRES) as cluster:
        nodes = await two(cluster)
        hosts = []
        for number in range(6):
            host = await Client.connect(nodes[number % 2].ws)
            hosts.append((host, await host.ok("create_room", name=f"Host {number}", options={"public": True})))
        codes = {made["room"] for _, made in hosts}
        for node in nodes:
            client = await Client.connect(node.ws)
            tests.check(
                {room["room"] for room in (await client.ok("list_rooms"))["rooms"]} == codes, "the list differs"
            )
            found = await client.ok("quick_match", name="Guest")
            tests.check(found["room"] in codes and found["seat"] == 1, f"{found}")
            await client.close()
        for host, _ in hosts:
            await host.close()


async def hard_to_reach(tests, binary, _):
    """Addresses where no server can listen, and secrets that differ, are reported."""
    async with Cluster(binary, 60, POSTGRES) as cluster:
        nodes = await two(cluster)
        third = await cluster.add("third", start=False)
        third.inner_port = nodes[0].inner_port
        try:
            await third.start()
            tests.check(False, "it listens where another server does")
        except Ended as ended:
            tests.check(ended.status == 69 and "can't listen for other servers" in ended.text, f"{ended}")
        nodes[1].secret = write_secret(cluster.secret.with_name("other"))
        await nodes[1].stop()
        await nodes[1].start()
        await cluster.settles("first", "second")
        host, made = await room_at(cluster, nodes[1])
        client = await Client.connect(nodes[0].ws)
        try:
            reply = await client.request("join_room", room=made["room"], name="Bharat")
            tests.check(False, f"joined: {reply}")
        except Closed as closed:
            tests.check(closed.code == 1012, f"closed with {closed.code}")
        await nodes[0].says("not trusted")
        await nodes[1].says("wrong proof")
        await host.close()


CASES = [wrong_server, one_session, seats_anywhere, everywhere_at_once, guests, lists, hard_to_reach]


if __name__ == "__main__":
    sys.exit(main(__doc__, CASES, around=POSTGRES))
