#!/usr/bin/python3
"""Shows that cluster_faults_test.py can fail: it finds a cluster that loses what it has acknowledged, records under a former
epoch, and leases that are taken too early."""

import pathlib
import random
import sys
import tempfile

from cluster import Playing
from faulty_cluster import FaultyCluster
from report import Tests
from seeded_cases import main
from server_process import eventually

LEASE = 4  # seconds


class Found(Tests):
    """Faults are what we look for."""

    def __init__(self):
        super().__init__()
        self.texts = []

    def fault(self, what, error):
        self.texts.append(f"{what} {error}")


def changed(cluster, binary, statements):
    """A copy of the server with other statements."""
    copy = pathlib.Path(cluster.closing.enter_context(tempfile.TemporaryDirectory())) / "jaipur-server"
    program = pathlib.Path(binary).read_bytes()
    for right, wrong in statements.items():
        assert program.count(right) == 1, f"{right} occurs {program.count(right)} times"
        program = program.replace(right, wrong.ljust(len(right)))
    copy.write_bytes(program)
    copy.chmod(0o755)
    return copy


NOBODY_LOOKS = {b"current_setting('synchronous_standby_names')": b"'nobody looks'"}


async def only_one_machine(tests, binary, rng):
    """The primary stops waiting for its standby, as with `synchronous_commit = local`, and no server sees that. Then it is lost."""
    found = Found()
    async with FaultyCluster(binary, LEASE, None, rng) as cluster:
        cluster.binaries = [changed(cluster, binary, NOBODY_LOOKS)]
        for name in ("first", "second"):
            await cluster.add(name)
        await cluster.settles("first", "second")
        async with Playing(found, cluster, rng, rooms=4) as playing:
            await cluster.standby.kill()
            cluster.postgres.sql("alter system set synchronous_standby_names = ''")
            cluster.postgres.sql("select pg_reload_conf()")
            await playing.more(100)
            await cluster.postgres.kill()
            for node in cluster.nodes.values():  # they still know what is lost, and could store it again
                await node.kill()
            await cluster.standby.start()
            await cluster.fail_over()
            for node in cluster.nodes.values():
                await node.start()
            await eventually(lambda: any(task.done() for task in playing.tasks), "the loss was not found")
    lost = [text for text in found.texts if "acknowledged and lost" in text or "is lost" in text]
    tests.check(lost, f"something else was found: {found.texts}")


async def former_epochs(tests, binary, rng):
    """Somebody writes without looking at the lease."""
    async with FaultyCluster(binary, LEASE, None, rng, standby=False) as cluster:
        await cluster.add("first")
        await cluster.settles("first")
        cluster.record_epochs()
        async with Playing(tests, cluster, random.Random(rng.random()), rooms=2):
            pass
        tests.check(cluster.epochs() > 0, "no records")
        cluster.postgres.sql(
            "insert into public.seen select slot, max(number) + 1, 0 from public.seen group by slot", "jaipur"
        )
        try:
            cluster.epochs()
            tests.check(False, "not found")
        except AssertionError as error:
            tests.check("epochs interleave" in str(error), f"{error}")


OUR_LEASE_ENDS = {  # in the server's statements, and the same by a clock that is 9 seconds ahead
    b"on s.owner = l.owner where l.until >= now() ": b"on s.owner=l.owner where l.until>=now()+'9' ",
    b"(until < now() or owner = any(": b"(until<now()+'9' or owner=any(",
    b"(until < now() or owner = $1)": b"(until<now()+'9' or owner=$1)",
}


async def another_clock(tests, binary, rng):
    """A server asks its own clock, instead of the database's, whether a lease has ended."""
    async with FaultyCluster(binary, LEASE, None, rng, standby=False) as cluster:
        hasty = changed(cluster, binary, OUR_LEASE_ENDS)
        await cluster.add("first")
        await cluster.settles("first")
        cluster.record_epochs()
        second = await cluster.add("second", start=False)
        second.choose = lambda: hasty
        await second.start()
        await eventually(cluster.taken_early, "not found")
        try:
            cluster.epochs()
            tests.check(False, "not reported")
        except AssertionError as error:
            tests.check("taken from their owners" in str(error), f"{error}")


CASES = [only_one_machine, former_epochs, another_clock]


if __name__ == "__main__":
    sys.exit(main(__doc__, CASES))
