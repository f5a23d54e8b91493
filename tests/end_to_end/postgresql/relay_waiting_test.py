#!/usr/bin/python3
"""Requests that wait until a server can answer them, and how long. Several real servers share one real PostgreSQL."""

import asyncio
import base64
import hashlib
import pathlib
import sys
import tempfile

from client import Client, Closed
from cluster import SLOTS, Cluster
from postgres import Postgres
from relay_peer import Peer, SilentServer, text64
from relays import back_in_seat, room_at, two
from seeded_cases import main
from server_process import PATIENCE, eventually, free_port, within
from terminal import environment
from wire import Wire
from world_values import new_token

LEASE = 5  # seconds

# As docs/cluster.md tells operators to delete a room.
DELETE_ROOM = """
    insert into jaipur.removed select slot, max(number) from jaipur.record where room = '{room}' group by slot
        on conflict (slot) do update set last = greatest(removed.last, excluded.last);
    delete from jaipur.record where room = '{room}'
"""


async def answered(node, kind, **fields):
    """The answer to a request that is repeated after every 1012."""
    end = asyncio.get_running_loop().time() + PATIENCE
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
        for name, least in (("jaipur_slots", len(rest)), ("jaipur_damaged_slots_total", len(rooms))):
            for _ in range(600):
                if (found := sum([(await node.metrics())[name] for node in (first, third)])) >= least:
                    break
                await asyncio.sleep(0.1)
            tests.check(found >= least, f"{name}: {found}")

        mine = {"name": "Asha", "token": new_token()}
        made = await answered(first, "create_room", **mine)
        tests.check(made.ok, f"create_room: {made}")
        for node, kind, fields in (
            (first, "create_room", {"name": "Bharat", "token": new_token()}),
            (third, "quick_match", {"name": "Chandra", "token": new_token()}),
        ):
            reply = await answered(node, kind, **fields)
            tests.check(reply.ok, f"{kind}: {reply}")
        again = await answered(third, "create_room", **mine)
        tests.check(again.ok and again["room"] == made["room"], f"the repeat opened {again}")
        asks = await Client.connect(first.ws)
        await asks.send("resume", token=repaired["token"])
        tests.check(await asks.wait_closed() == 1012, f"closed with {asks.close_code}")
        for seat in ({"room": repaired["room"]}, {}):
            seats = [{**seat, "token": repaired["token"]}, {"room": made["room"], "token": made["token"]}]
            reply = await answered(third, "games", seats=seats)
            games = [game and game["room"] for game in reply["games"]]
            tests.check(
                reply.code == "shutting_down" and games == [None, made["room"]], f"the games are said to be {reply}"
            )

        # A server that has just started knows from the others that it needn't wait.
        await second.start()
        await eventually(lambda: "second" in cluster.spread(), "it gets no slots")
        client = await Client.connect(second.ws)
        reply = await client.request("create_room", name="Devi", token=new_token())
        tests.check(reply.ok, f"create_room at a new server: {reply}")
        await client.close()
        await second.stop()

        cluster.postgres.sql(
            f"update jaipur.record set body = substr(body, 2) where room = '{repaired['room']}'", "jaipur"
        )
        cluster.postgres.sql(DELETE_ROOM.format(room=deleted["room"]), "jaipur")
        await cluster.settles("first", "third")
        await (await back_in_seat(third, repaired["room"], repaired["token"])).close()
        reply = await answered(first, "resume", room=deleted["room"], token=deleted["token"])
        tests.check(not reply.ok, f"the deleted room is there: {reply}")


async def lacking(tests, binary, _):
    """People with a seat in a slot that nobody has, or can take, see their other games in the console, and keep that seat."""
    console = pathlib.Path(binary).with_name("jaipur-client")
    async with Cluster(binary, LEASE) as cluster:
        first = await cluster.add("first")
        await cluster.settles("first")
        home = cluster.closing.enter_context(tempfile.TemporaryDirectory())
        homes = {"HOME": home, "XDG_STATE_HOME": home, "XDG_CONFIG_HOME": home}

        async def run(*words, typed=b""):
            pipes = {
                "stdin": asyncio.subprocess.PIPE,
                "stdout": asyncio.subprocess.PIPE,
                "stderr": asyncio.subprocess.STDOUT,
            }
            process = await asyncio.create_subprocess_exec(console, *words, env=environment(**homes), **pipes)
            said, _ = await within(process.communicate(typed))
            return process.returncode, said.decode()

        async def see_known():
            status, said = await run("games")
            count = sum(room[0] == gone for room in rooms)
            tests.check(status == 1 and f"ask about {count} seat" in said, f"{status} {said}")
            tests.check("out of reach" in said, f"{status} {said}")
            seen = {room for room in rooms if room in said}
            tests.check(seen == {room for room in rooms if room[0] != gone}, f"of {rooms}: {said}")

        rooms = []
        while len({room[0] for room in rooms}) < 2:
            await run("--server", f"127.0.0.1:{first.port}", "--plain", "bot", typed=b"wait\nquit\n")
            rooms = cluster.postgres.sql("select distinct room from jaipur.record", "jaipur").split()
        gone = rooms[0][0]
        hold(cluster, gone, "'nobody'")
        await first.says("slots lost")
        await see_known()
        cluster.postgres.sql(f"update jaipur.lease set until = '-infinity' where slot = '{gone}'", "jaipur")
        await cluster.settles("first")
        tests.check(await first.kill() == -9, "the server had already ended")
        change = "update jaipur.record set body = {} where room = '%s'" % rooms[0]
        cluster.postgres.sql(change.format("'x' || body"), "jaipur")
        await first.start()
        for _ in range(60):  # until the server knows that nobody will have the slot
            status, said = await run("games")
            if "out of reach" in said:
                break
            tests.check(status == 1 and "is gone" not in said, f"{status} {said}")
        for _ in range(2):
            await see_known()
        cluster.postgres.sql(change.format("substr(body, 2)"), "jaipur")
        await cluster.settles("first")
        status, said = await run("games")
        tests.check(status == 0 and all(room in said for room in rooms), f"of {rooms}: {status} {said}")


def hold(cluster, slot, owner):
    """From now on, this owner has the lease of the slot, and no server knows that it has it. The holder notices it later."""
    cluster.postgres.sql(
        f"update jaipur.lease set owner = {owner}, epoch = epoch + 1, until = 'infinity' where slot = '{slot}'",
        "jaipur",
    )


async def known_games(tests, binary, _):
    """Nobody ever takes a slot. Clients that ask for games there are told those that are known, even while a server is frozen."""
    async with Cluster(binary, lease=60) as cluster:
        first, second = await two(cluster)
        (host, here), (guest, there) = [await room_at(cluster, node) for node in (first, second)]
        nobodys = next(slot for slot, name in cluster.owners.items() if name == "second" and slot != there["room"][0])
        hold(cluster, nobodys, "'nobody'")
        await second.says("slots lost")
        both = [{"room": made["room"], "token": made["token"]} for made in (here, there)]
        nameless = [{"token": made["token"]} for made in (here, there)]
        seats = [{"room": nobodys * 6, "token": new_token()}, *both, *nameless]

        async def asked(client, *expected, within):
            began = asyncio.get_running_loop().time()
            reply = await client.request("games", seats=seats)
            games = [game and game["room"] for game in reply.message.get("games", [])]
            tests.check(
                reply.code == "shutting_down" and games == [None, *expected], f"the games are said to be {reply}"
            )
            took = asyncio.get_running_loop().time() - began
            print(f"  answered after {took:.1f} s", flush=True)
            tests.check(took < within, f"answered after {took:.1f} s")

        client, relayed = [await Client.connect(first.ws) for _ in range(2)]
        await asked(client, here["room"], there["room"], here["room"], there["room"], within=10)
        await relayed.ok("spectate", room=there["room"])
        for inside in (host, guest, relayed):
            await asked(inside, here["room"], there["room"], here["room"], there["room"], within=4)
        await second.freeze()
        await asked(client, here["room"], None, here["room"], None, within=10)
        second.thaw()
        for each in (client, relayed, host, guest):
            await each.close()


async def closed(node, room):
    """When a client that asks there for this room has been closed with 1012."""
    client = await Client.connect(node.ws)
    await client.send("resume", room=room, token=new_token())
    assert await client.wait_closed() == 1012, f"closed with {client.close_code}"
    return asyncio.get_running_loop().time()


async def dropped(tests, binary, _):
    """Packets between two servers are dropped: a request for the other one's room doesn't wait for longer than any other."""
    async with Cluster(binary, lease=60) as cluster, Wire(free_port()) as wire:
        first = await cluster.add("first")
        second = await cluster.add("second", address=wire.port, listen=wire.target)
        await cluster.settles("first", "second")
        host, made = await room_at(cluster, second)
        nobodys = next(slot for slot, name in cluster.owners.items() if name == "second" and slot != made["room"][0])
        hold(cluster, nobodys, "'nobody'")
        await eventually(lambda: nobodys not in cluster.owners, "the second server keeps the slot")
        wire.cut()
        through = asyncio.create_task(closed(first, made["room"]))
        await asyncio.sleep(1)  # so the other one isn't closed before, however slow the machine is
        other = await closed(first, nobodys * 6)
        later = await through - other
        print(f"  closed {-later:.1f} s before the other one", flush=True)
        tests.check(wire.held > 0, "nothing was dropped")
        tests.check(later < 0.5, f"closed {later:.1f} s after a request that began to wait a second later")
        wire.reset()
        await host.cut()


async def two_waits(tests, binary, _):
    """A request waits at its server until another one seems to have the room, and there for the rest of the time only."""
    async with Cluster(binary, lease=60) as cluster:
        first, second = await two(cluster)
        slot = next(slot for slot, name in cluster.owners.items() if name == "second")
        hold(cluster, slot, "'nobody'")
        await second.says("slots lost")
        waits = asyncio.create_task(closed(first, slot * 6))
        for _ in range(8):
            await asyncio.sleep(0.5)  # in parts, so that the server's clock goes on as well
        hold(cluster, slot, "(select owner from jaipur.server where name = 'second')")
        await eventually(lambda: cluster.owners.get(slot) == "second", "nobody sees the owner")
        other = await closed(second, slot * 6)
        earlier = other - await waits
        print(f"  closed {earlier:.1f} s before one that waits there only", flush=True)
        tests.check((await first.metrics())["jaipur_relays_begun_total"] == 1, "not relayed")
        tests.check(earlier > 1, f"closed {earlier:.1f} s before one that waits there only")


async def passwords(tests, binary, rng):
    """A request for a room with a password reaches two servers, one after the other: the first still hashes the password."""
    async with Cluster(binary, lease=60) as cluster:
        nodes = await two(cluster)

        async def room(node, after, fields):
            client = await Client.connect(node.ws)
            await asyncio.sleep(after)
            try:
                return (await client.ok("create_room", **fields))["room"]
            except Closed as closed:  # by its repeat
                tests.check(closed.code == 4001, f"closed with {closed.code}")
            finally:
                await client.cut()

        for number in range(40):
            fields = {"name": f"Asha {number}", "options": {"password": "sesame"}, "token": new_token()}
            later = rng.uniform(0, 0.1)
            asked = (room(node, after, fields) for node, after in zip(nodes[:: (-1) ** number], (0, later)))
            rooms = {*await asyncio.gather(*asked)} - {None}
            tests.check(len(rooms) == 1, f"opened {rooms}, {later:.3f} s apart")


async def released(tests, binary, _):
    """A server that has just given up a slot denies no seat in it to servers that haven't seen that yet."""
    postgres = Postgres(tcp=True)
    async with Cluster(binary, lease=60, postgres=postgres) as cluster, Wire(postgres.port) as wire:
        second = await cluster.add("second")
        slow = [await cluster.add(name, start=False) for name in ("first", "third")]
        for node in slow:
            node.connection = f"host=127.0.0.1 port={wire.port} user=jaipur dbname=jaipur"
            await node.start()
        await cluster.settles("first", "second", "third")
        rooms = {}
        while len(rooms) < 4:
            mine = {"name": "Asha", "token": new_token()}
            host = await Client.connect(second.ws)
            made = await host.ok("create_room", **mine)
            rooms.setdefault(made["room"][0], (made, mine))
            await host.cut()
        wire.delay = 0.2

        async def repeated(made, mine):
            while cluster.owners.get(made["room"][0]) == "second":
                await asyncio.sleep(0.005)
            again = await answered(slow[1], "create_room", **mine)
            tests.check(again.ok and again["room"] == made["room"], f"{made['room']} was given up: {again.message}")

        repeats = [asyncio.create_task(repeated(*room)) for room in rooms.values()]
        status, said = await second.admin("drain")
        tests.check(status == 0, f"drain: {said}")
        await asyncio.gather(*repeats)
        tests.check(wire.delayed > 0, "nothing was slow")


async def repeated_here(tests, binary, _):
    """A client repeats a request for a seat on another connection to the same server, which has handed on the first one. The first
    connection ends: the server doesn't deny having the seat, because the other request is still under way.
    """
    async with Cluster(binary, lease=60) as cluster:
        secret = cluster.secret.read_text().strip()
        async with SilentServer(secret) as silent:
            first = await cluster.add("first")
            await cluster.settles("first")
            cluster.postgres.sql(
                f"insert into jaipur.server values('silent', 'silent', '127.0.0.1:{silent.port}', '', true, 'infinity')",
                "jaipur",
            )
            hold(cluster, SLOTS[0], "'silent'")
            await first.says("slots lost")
            await eventually(lambda: cluster.owners.get(SLOTS[0]) == "silent", "nobody sees the owner")
            token = new_token()
            about = f"token {text64(hashlib.sha256(base64.urlsafe_b64decode(token + '=')).digest())}"

            async def denied():
                peer = await Peer.connect(first.inner_port)
                try:
                    return await peer.introduced(secret, about=about)
                finally:
                    await peer.close()

            await eventually_true(denied, "the server doesn't know yet who has all slots")
            clients = []
            for count in (1, 2):
                clients.append(await Client.connect(first.ws))
                await clients[-1].send("create_room", name="Asha", options={"public": True}, token=token)
                await silent.has_relays(count)
            tests.check(not await denied(), "denied, although two requests are under way")
            await clients[0].cut()
            await asyncio.sleep(1)
            tests.check(not await denied(), "denied, although a request is under way")
            await clients[1].cut()
            await eventually_true(denied, "never denied")


async def eventually_true(condition, otherwise):
    for _ in range(600):
        if await condition():
            return
        await asyncio.sleep(0.1)
    raise AssertionError(otherwise)


async def invitations(tests, binary, _):
    """The server with a room is killed: anyone who opens an invitation waits for the room's next server."""
    async with Cluster(binary, lease=3) as cluster:
        first, second = await two(cluster)
        _, made = await room_at(cluster, second)
        tests.check(await second.kill() == -9, "the server had already ended")
        # A stalling machine may take over later than it waits. Without any waiting, this would take dozens of attempts.
        for _ in range(5):
            client = await Client.connect(first.ws)
            try:
                seen = await client.request("invitation", room=made["room"])
                break
            except Closed as closed:
                tests.check(closed.code == 1012, f"closed with {closed.code}")
            await asyncio.sleep(0.1)
        else:
            return tests.check(False, "closed five times")
        tests.check(seen.ok and seen["owner"] == "Asha", f"{seen.message}")
        await client.close()


CASES = [damaged, lacking, known_games, dropped, two_waits, passwords, released, repeated_here, invitations]


if __name__ == "__main__":
    sys.exit(main(__doc__, CASES))
