"""Clients of several servers that share a database, each connected to any of the servers, or to one that hasn't their room."""

import asyncio
import random

from client import Client, Closed


class Anyone:
    """For rooms and worlds, all servers of a cluster look like one: each connection goes to any of them, or to those of `only`."""

    def __init__(self, cluster, only=lambda node: True):
        self.cluster, self.only = cluster, only
        self.rng = random.Random(0)

    def __getattr__(self, name):
        return getattr(self.cluster, name)

    def __setattr__(self, name, value):
        self.__dict__[name] = value

    @property
    def node(self):
        return self.rng.choice([node for node in self.cluster.nodes.values() if node.running and self.only(node)])

    @property
    def port(self):
        return self.node.port

    @property
    def ws(self):
        return self.node.ws


def owner_of(cluster, room):
    return cluster.nodes[cluster.owners[room[0]]]


def not_owner_of(cluster, room):
    return next(node for node in cluster.nodes.values() if node is not owner_of(cluster, room))


async def two(cluster, *options):
    """Two servers with half of the slots each."""
    nodes = [await cluster.add(name, *options) for name in ("first", "second")]
    await cluster.settles("first", "second")
    return nodes


async def room_at(cluster, node, **fields):
    """A client that has opened a room at this server, connected there; and the answer."""
    host = await Client.connect(node.ws, label="host")
    made = await host.ok("create_room", name="Asha", **fields)
    assert owner_of(cluster, made["room"]) is node, f"{made['room']} isn't at {node.name}"
    return host, made


async def back_in_seat(node, room, token, attempts=600):
    """A player's new connection. Like clients, it tries again and again: the next server that has the room may not be ready for it."""
    for _ in range(attempts):
        client = await Client.connect(node.ws, label="back")
        try:
            assert (await client.request("resume", room=room, token=token)).ok, "it isn't this player's seat"
            return client
        except Closed as closed:
            assert closed.code == 1012, f"closed with {closed.code}"
        await client.cut()
        await asyncio.sleep(0.1)
    raise AssertionError("the player never came back")
