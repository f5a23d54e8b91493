#!/usr/bin/python3
"""Requests that wait until a server can answer them, and how long. Several real servers share one real PostgreSQL."""

import asyncio
import sys

from client import Client, Closed
from cluster import SLOTS, Cluster
from relays import back_in_seat, room_at
from seeded_cases import main
from server_process import PATIENCE, eventually
from world_values import new_token

LEASE = 3  # seconds

# As docs/cluster.md tells operators to delete a room.
DELETE_ROOM = """
    insert into jaipur.removed select slot, max(number) from jaipur.record where room = '{room}' group by slot
        on conflict (slot) do update set last = greatest(removed.last, excluded.last);
    delete from jaipur.record where room = '{room}'
"""


async def answered(node, kind, patience=PATIENCE, **fields):
    """The answer to a request that is repeated after every 1012, for that many seconds."""
    end = asyncio.get_running_loop().time() + patience
    while True:
        client = await Client.connect(node.ws)
        try:
            return await client.request(kind, **fields)
        except Closed as closed:
            assert closed.code == 1012, f"{kind}: closed with {closed.code}"
            assert asyncio.get_running_loop().time() < end, f"{kind}: not answered"
        finally:
            await client.cut()
        await asyncio.sleep(0.1)


async def damaged(tests, binary, _):
    """A slot with a record that can't be read is left alone. People go on opening rooms, and nobody's seat is denied."""
    async with Cluster(binary, LEASE) as cluster:
        first, second, third = [await cluster.add(name) for name in ("first", "second", "third")]
        await cluster.settles("first", "second", "third")
        rooms = {}
        while len(rooms) < 2:
            _, made = await room_at(cluster, second)
            rooms.setdefault(made["room"][0], made)
        repaired, deleted = rooms.values()
        both = f"room in ('{repaired['room']}', '{deleted['room']}')"
        cluster.postgres.sql(f"update jaipur.record set body = 'x' || body where {both}", "jaipur")
        tests.check(await second.kill() == -9, "the server had already ended")
        rest = {*SLOTS} - {*rooms}
        await eventually(
            lambda: {*cluster.owners} == rest and "second" not in cluster.spread(),
            lambda: f"the others took {cluster.owners}",
        )
        await eventually(
            lambda: all(made["room"] in first.log_text() + third.log_text() for made in rooms.values()),
            "nobody says why",
        )
        found = [await node.metrics() for node in (first, third)]
        tests.check(sum(metrics["jaipur_slots"] for metrics in found) == len(rest), f"{found}")
        tests.check(sum(metrics["jaipur_damaged_slots_total"] for metrics in found) >= len(rooms), f"{found}")

        mine = {"name": "Asha", "token": new_token()}
        made = await answered(first, "create_room", **mine)
        tests.check(made.ok, f"create_room: {made}")
        for node, kind, fields in (
            (first, "create_room", {"name": "Bharat", "token": new_token()}),
            (third, "quick_match", {"name": "Chandra", "token": new_token()}),
        ):
            reply = await answered(node, kind, patience=0, **fields)
            tests.check(reply.ok, f"{kind}: {reply}")
        again = await answered(third, "create_room", patience=0, **mine)
        tests.check(again.ok and again["room"] == made["room"], f"the repeat opened {again}")
        asks = await Client.connect(first.ws)
        await asks.send("resume", token=repaired["token"])
        tests.check(await asks.wait_closed() == 1012, f"closed with {asks.close_code}")

        cluster.postgres.sql(
            f"update jaipur.record set body = substr(body, 2) where room = '{repaired['room']}'", "jaipur"
        )
        cluster.postgres.sql(DELETE_ROOM.format(room=deleted["room"]), "jaipur")
        await cluster.settles("first", "third")
        await (await back_in_seat(third, repaired["room"], repaired["token"])).close()
        reply = await answered(first, "resume", room=deleted["room"], token=deleted["token"])
        tests.check(not reply.ok, f"the deleted room is there: {reply}")


CASES = [damaged]


if __name__ == "__main__":
    sys.exit(main(__doc__, CASES))
