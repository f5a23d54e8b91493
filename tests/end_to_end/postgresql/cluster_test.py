#!/usr/bin/python3
"""Several real servers with one real PostgreSQL share all rooms. Matches go on while servers come, go, are killed and frozen:
everything that was acknowledged or shown must be there afterwards, once (durability/steady_match.py). Each fault must have happened.
"""

import asyncio
import pathlib
import sys
import time

from client import Client, Closed
from cluster import SLOTS, Cluster, Match, Playing
from full_disk_test import Filler, small_disk
from postgres import Postgres
from relays import back_in_seat, room_at, two
from seeded_cases import main
from server_process import eventually, kernel_says, within

LEASE = 4  # seconds


async def servers_come_and_go(tests, binary, rng):
    """A second and a third server get their shares while matches go on; then one is killed."""
    async with Cluster(binary, LEASE) as cluster:
        first = await cluster.add("first")
        await cluster.settles("first")
        tests.check(await first.ready(), "not ready with all slots")
        async with Playing(tests, cluster, rng) as playing:
            for names in (("first", "second"), ("first", "second", "third")):
                moves, begin = cluster.moves, time.monotonic()
                node = await cluster.add(names[-1])
                await cluster.settles(*names)
                await eventually(lambda: cluster.moves > moves, "no slot moved")
                print(f"  {len(names)} servers: even after {time.monotonic() - begin:.2f} s", flush=True)
                await playing.more()
                playing.pauses("slots moved")
                figures = await node.metrics()
                tests.check(figures["jaipur_slots"] == cluster.spread()[node.name], f"jaipur_slots: {figures}")
                tests.check(figures["jaipur_cluster_servers"] == len(names), "jaipur_cluster_servers")
                adopted = sum(n for name, n in figures.items() if name.startswith("jaipur_slot_adoptions_total{"))
                tests.check(adopted >= cluster.spread()[node.name], f"adoptions: {adopted}")
                tests.check(await node.ready(), "not ready with slots")
            second, killed = cluster.nodes["second"], time.monotonic()
            tests.check(await second.kill() == -9, "the server had already ended")
            await cluster.settles("first", "third")
            print(f"  killed: its slots taken over after {time.monotonic() - killed:.2f} s", flush=True)
            await playing.more(100)
            pauses = playing.pauses("server killed")
            tests.check(len(pauses) > 0, "the kill interrupted nobody")
            await second.start()
            await cluster.settles("first", "second", "third")
            await playing.more()
        tests.check(await cluster.verified() > 0, "no replays")


async def frozen(tests, binary, rng):
    """For longer than its lease. What it lost is played on at the others, and it answers nobody when it wakes up."""
    async with Cluster(binary, LEASE) as cluster:
        nodes = [await cluster.add(name) for name in ("first", "second")]
        await cluster.settles("first", "second")
        tally = {}
        async with Playing(tests, cluster, rng, rooms=6) as playing:
            room = Match(cluster, rng, "frozen", playing.tally)
            await room.open()
            while cluster.owners[room.code[0]] != "first":
                await room.close()
                room.code = None  # so the next one may be at any server
                await room.open()
            token = room.players[0].token
            idle = await Client.connect(nodes[0].ws)
            await nodes[0].freeze()
            # What it finds when it wakes up: requests that only the room's server may answer.
            waiting = [
                await room.players[0].client.send("chat", text="nobody may hear this"),
                await idle.send("resume", room=room.code, token=token),
            ]
            await cluster.settles("second")
            other = await back_in_seat(nodes[1], room.code, token)
            tests.check((await other.request("chat", text="the new one")).ok, "no chat at the other server")
            await playing.more(0)
            nodes[0].thaw()
            try:
                tests.check(False, f"it answered {(await within(waiting[0])).message}")
            except Closed as closed:
                tests.check(closed.code == 1012, f"closed with {closed.code}")
            try:  # it may relay this to the server that has the room: then the seat moves from `other`
                tests.check((await within(waiting[1])).ok, "the token isn't right any more")
                tests.check(await other.wait_closed() in (4001, 1012), f"closed with {other.close_code}")
            except Closed as closed:
                tests.check(closed.code == 1012, f"closed with {closed.code}")
            await nodes[0].says("slots lost")
            await cluster.settles("first", "second")
            tests.check(nodes[0].running and nodes[0].starts == 1, "the frozen server ended")
            tests.check(
                (await nodes[0].metrics())["jaipur_slots_lost_total"] == len(SLOTS) / 2, "jaipur_slots_lost_total"
            )
            for client in (idle, other):
                await client.cut()
            await room.close()
            await playing.more()
            playing.pauses("server frozen")
        tests.check(await cluster.verified() > 0, f"no replays {tally}")


async def drained(tests, binary, rng):
    """By the operator, then by SIGTERM: the others take over at once, and nobody waits for matches to end."""
    async with Cluster(binary, lease=60) as cluster:
        for name in ("first", "second", "third"):
            await cluster.add(name)
        await cluster.settles("first", "second", "third")
        first, second, third = cluster.nodes.values()
        async with Playing(tests, cluster, rng) as playing:
            status, said = await first.admin("drain")
            tests.check(status == 0 and "take over" in said, f"drain: {status} {said}")
            await cluster.settles("second", "third")
            tests.check(await first.ended() == 0, f"it ended with {first.ends}")
            await playing.more()
            tests.check(len(playing.pauses("drained")) > 0, "the drain interrupted nobody")
            status, seconds = await second.stop()
            tests.check(status == 0, f"SIGTERM: {status}")
            print(f"  SIGTERM: ended after {seconds:.2f} s", flush=True)
            await cluster.settles("third")
            await playing.more()
            tests.check(len(playing.pauses("stopped")) > 0, "SIGTERM interrupted nobody")
            status, said = await third.admin("drain")
            tests.check(status == 0 and "running match" in said, f"drain without others: {status} {said}")
            await playing.more()
            tests.check(third.running and len(cluster.spread()) == 1, "the last server gave up its slots")
            await third.admin("drain", "--cancel")


async def heir_frozen(tests, binary, _):
    """A server that nobody relieves of its rooms ends all the same, and says so. The others have the rooms once they can."""
    async with Cluster(binary, lease=60) as cluster:
        first, second = await two(cluster)
        host, made = await room_at(cluster, first)
        await second.freeze()
        began = time.monotonic()
        status, said = await first.admin("drain")
        tests.check(status == 0 and "take over" in said, f"drain: {status} {said}")
        tests.check(await host.wait_closed() == 1012, f"closed with {host.close_code}")
        tests.check(await first.ended() == 0, f"it ended with {first.ends}")
        print(f"  ended after {time.monotonic() - began:.1f} s", flush=True)
        tests.check(first.said("ending before other servers have taken over all rooms") == 1, "it didn't say so")
        second.thaw()
        await cluster.settles("second")
        await (await back_in_seat(second, made["room"], made["token"])).close()


async def drained_together(tests, binary, rng):
    """Of two servers that are drained at almost the same time, one at least waits for the matches of both to end."""
    for after in (0.03, 0.1, 0.3):
        async with Cluster(binary, lease=60) as cluster:
            nodes = [await cluster.add(name) for name in ("first", "second")]
            await cluster.settles("first", "second")
            async with Playing(tests, cluster, rng, rooms=6) as playing:

                async def drain(node, after):
                    await asyncio.sleep(after)
                    status, said = await node.admin("drain")
                    tests.check(status == 0, f"drain: {status} {said}")

                await asyncio.gather(drain(nodes[0], 0), drain(nodes[1], after))
                await asyncio.sleep(3)
                rest = [node for node in nodes if node.running]
                print(f"  {after} s apart: {[node.name for node in rest]} {cluster.spread()}", flush=True)
                tests.check(rest, "both ended")
                tests.check(
                    sum(cluster.spread().values()) == len(SLOTS), f"some slots have no server: {cluster.spread()}"
                )
                for node in rest:
                    await node.admin("drain", "--cancel")
                if len(rest) == 1:
                    await cluster.settles(rest[0].name)
                await playing.more()


async def database_away(tests, binary, rng):
    """For longer than the leases: that costs the slots, not the servers."""
    async with Cluster(binary, lease=4) as cluster:
        nodes = [await cluster.add(name) for name in ("first", "second")]
        await cluster.settles("first", "second")
        async with Playing(tests, cluster, rng, rooms=6) as playing:
            watcher = await Client.connect(nodes[0].ws)
            await cluster.postgres.kill()
            for node in nodes:
                await node.says("slots lost")
                tests.check(not await node.ready(), "ready without slots")
            await asyncio.sleep(1)
            await cluster.postgres.start()
            await cluster.settles("first", "second")
            await playing.more()
            for node in nodes:
                tests.check(node.running and node.starts == 1, f"{node.name} ended")
                tests.check((await node.metrics())["jaipur_slots_lost_total"] > 0, "jaipur_slots_lost_total")
            tests.check((await watcher.request("ping")).ok, "a session without a room was closed")
            await watcher.cut()


def wakings(node):
    """How often its threads have waited for something."""
    tasks = pathlib.Path(f"/proc/{node.process.pid}/task").glob("*/status")
    return sum(kernel_says(task.parent, "status", "voluntary_ctxt_switches") // 1024 for task in tasks)


async def looks(tests, binary, _):
    """A server looks more often while slots move, but not while the database is away."""
    async with Cluster(binary, lease=3) as cluster:
        first = await cluster.add("first")
        await cluster.settles("first")

        async def per_second():
            before, began = wakings(first), time.monotonic()
            await asyncio.sleep(3)
            return (wakings(first) - before) / (time.monotonic() - began)

        calm = await per_second()
        cluster.postgres.sql("insert into jaipur.server values('idle', 'idle', '', '', false, 'infinity')", "jaipur")
        half = len(SLOTS) // 2
        await eventually(lambda: cluster.spread() == {"first": half}, "it keeps slots that another server should take")
        moving = await per_second()
        await cluster.postgres.kill()
        await first.says("slots lost")
        away = await per_second()
        print(
            f"  wakes up {calm:.0f} times/s, {moving:.0f} while slots move, {away:.0f} without a database", flush=True
        )
        tests.check(moving > 2 * calm, f"{moving:.0f} times/s while slots move")
        tests.check(away < (calm + moving) / 2, f"{away:.0f} times/s without a database")


async def database_full(tests, binary, rng):
    """Moves are refused until there is space again. A PostgreSQL without space for its log ends; then it is started again."""
    with small_disk("200m") as (disk, why_none):
        if disk is None:
            print(f"SKIPPED: {why_none}")
            return
        filler = Filler(disk)
        postgres = Postgres("max_wal_size=32MB", "min_wal_size=32MB", folder=disk / "postgres")
        async with Cluster(binary, LEASE, postgres) as cluster:
            for name in ("first", "second"):
                await cluster.add(name)
            await cluster.settles("first", "second")
            async with Playing(tests, cluster, rng, rooms=6) as playing:

                def hurts():
                    filler.fill()
                    return playing.tally["refused storage_full"] > 0 or postgres.process.returncode is not None

                await eventually(hurts, "nobody missed the space")
                await asyncio.sleep(1)
                filler.free()
                if postgres.process.returncode is not None:
                    await postgres.start()
                await cluster.settles("first", "second")
                await playing.more()
                refused = playing.tally["refused storage_full"]
                print(f"  {refused} requests refused, PostgreSQL started {postgres.starts} times")


async def same_name(tests, binary, _):
    """No two living servers have one name. One that follows one that has crashed on this machine needn't wait."""
    async with Cluster(binary, lease=60) as cluster:
        first = await cluster.add("first")
        await cluster.settles("first")
        twin = await cluster.add("first", start=False)
        await twin.launch()
        await twin.says("waiting for its lease to end")
        tests.check("listening" not in twin.log_text(), "it didn't wait")
        tests.check(await first.kill() == -9, "the server had already ended")
        await twin.listening()
        await cluster.settles("first")


async def guests(tests, binary, _):
    """One server keeps invitations and bans; the others know them."""
    async with Cluster(binary, LEASE) as cluster:
        nodes = [await cluster.add(name) for name in ("first", "second")]
        await cluster.settles("first", "second")
        keeper, reader = nodes if cluster.owners["2"] == "first" else nodes[::-1]
        status, said = await reader.admin("invite")
        tests.check(status != 0 and f"the server {keeper.name} keeps" in said, f"invite: {said}")
        status, said = await reader.admin("ban", "198.51.100.7")
        tests.check(status != 0 and f"the server {keeper.name} keeps" in said, f"ban: {said}")
        for words in (("invite", "--note", "Mira"), ("ban", "198.51.100.7")):
            status, said = await keeper.admin(*words)
            tests.check(status == 0, f"{words}: {said}")

        async def knows(node, words, text):
            for _ in range(600):
                if text in (said := (await node.admin(words))[1]):
                    return True
                await asyncio.sleep(0.1)
            return tests.check(False, f"{node.name} {words}: {said}")

        await knows(reader, "invitations", "Mira")
        await knows(reader, "bans", "198.51.100.7")
        tests.check(await keeper.kill() == -9, "the server had already ended")
        await cluster.settles(reader.name)
        for _ in range(100):
            status, said = await reader.admin("unban", "198.51.100.7")
            if status == 0:
                break
            await asyncio.sleep(0.1)
        tests.check(status == 0, f"unban at the next keeper: {said}")
        await keeper.start()
        await knows(keeper, "invitations", "Mira")
        await knows(keeper, "bans", "no bans")


CASES = [
    servers_come_and_go,
    frozen,
    drained,
    heir_frozen,
    drained_together,
    database_away,
    looks,
    database_full,
    same_name,
    guests,
]


if __name__ == "__main__":
    sys.exit(main(__doc__, CASES))
