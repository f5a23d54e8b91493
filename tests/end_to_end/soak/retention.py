"""Replays grow by design, but operators can limit them: --retain deletes old ones, and their space is reused."""

import asyncio
import contextlib
import sqlite3
import time

from server_process import PATIENCE

DAY_MS = 24 * 3600 * 1000


FEWEST = 50  # with this many, half of the replays is most of the database


def pages(connection):
    """(total, free)"""
    return [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count")]


class Retention:
    def __init__(self, data):
        """On a stopped server's data: makes the older half of the matches two days of uptime old. The checksums no
        longer match, which doesn't matter for deleting: the server then takes its uptime from the newest replay."""
        self.data = data
        with contextlib.closing(sqlite3.connect(data / "jaipur.db")) as connection, connection:
            self.count, middle = connection.execute(
                "SELECT count(*), coalesce(min(rowid) + count(*) / 2, 0) FROM replays"
            ).fetchone()
            connection.execute("UPDATE meta SET value = value + ? WHERE name = 'uptime'", (2 * DAY_MS,))
            self.young = connection.execute(
                "UPDATE replays SET uptime = uptime + ? WHERE rowid >= ?", (2 * DAY_MS, middle)
            ).rowcount
            self.pages, self.free = pages(connection)

    def now(self):
        with contextlib.closing(
            sqlite3.connect(f"file:{self.data / 'jaipur.db'}?mode=ro", uri=True, timeout=PATIENCE)
        ) as connection:
            return connection.execute("SELECT count(*) FROM replays").fetchone()[0], *pages(connection)

    async def judge(self, tests):
        """Runs a server with --retain=1: in the end only the young ones are left, and the others' space is free."""
        end = time.monotonic() + 60
        while (found := self.now())[0] != self.young and time.monotonic() < end:
            await asyncio.sleep(0.1)
        count, in_all, free = found
        part = (free - self.free) / (self.pages - self.free)
        tests.check(count == self.young, f"{count} replays are kept, {self.young} are younger than a day")
        tests.check(
            in_all <= self.pages, f"the database grew to {in_all} pages from {self.pages} while replays were removed"
        )
        tests.check(
            part > 0.35 or self.count < FEWEST, f"{part:.2f} of the database became free when half of its replays went"
        )
        print(
            f"--retain: of {self.count} replays {count} are left; {100 * part:.0f} % of what the database had in use is"
            " free again"
        )
