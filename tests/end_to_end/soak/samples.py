"""Samples the server's resources from its metrics, the kernel and its files; saves the samples as a table."""

import asyncio
import json
import os
import pathlib
import re
import sqlite3
import time
from collections import Counter

from http_get import http_get
from server_process import PATIENCE
from throughput_test import processor_seconds

GAUGES = {
    "sessions": "jaipur_sessions",
    "rooms": "jaipur_rooms",
    "matches": "jaipur_running_matches",
    "connections": "jaipur_connections_total",
    "requests": "jaipur_requests_total",
    "records_total": "jaipur_records_total",
    "finished": "jaipur_matches_finished_total",
    "resident": "process_resident_memory_bytes",
    "descriptors": "process_open_fds",
}
COLUMNS = [
    "seconds",
    *GAUGES,
    "errors",
    "threads",
    "vm_size",
    "vm_rss",
    "fds",
    "actions",
    "db",
    "wal",
    "used",
    "free",
    "records",
    "replays",
    "log_bytes",
    "cpu",
]


async def metrics_port(server):
    """The server's metrics port, which it chose and prints just after `listening on`."""
    for _ in range(200):
        for line in server.log_text().rpartition("--- start")[2].splitlines():
            if '"event":"metrics"' in line:
                return int(json.loads(line)["address"].rpartition(":")[2])
        await asyncio.sleep(0.05)
    raise AssertionError("the server doesn't print its metrics address")


def lines_beside_matches(server):
    """The log, without the lines that are as many as the matches that people play."""
    return [line for line in server.log_text().splitlines() if not re.search(r'"event":"match (began|ended)"', line)]


async def read_metrics(port):
    status, _, body = await http_get(port, "/metrics")
    assert status == 200, f"/metrics: {status}"
    found = Counter()
    for line in body.decode().splitlines():
        if not line.startswith("#"):
            name, _, value = line.rpartition(" ")
            found[name.partition("{")[0]] += float(value) if set(value) & set(".e") else int(value)
    return found


def size(path):
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


# A record whose text is its own number is a mark: it and its room's earlier records count as removed, and are deleted in bulk (server/store/schema.cpp).
LEFT_OVER = """
    SELECT count(*), coalesce(sum(length(record) + length(records.room) + 8), 0) FROM records
    JOIN (SELECT room, max(number) AS last FROM records WHERE record = CAST(number AS TEXT) GROUP BY room) AS removed ON removed.room = records.room AND number <= last
"""


def inside(data):
    """The database's contents, read while the server runs: bytes in use and free, rows of rooms and of replays. Removed rows that are not yet deleted don't count as in use."""
    connection = sqlite3.connect(f"file:{data / 'jaipur.db'}?mode=ro", uri=True, timeout=PATIENCE)
    try:
        connection.execute("BEGIN")
        pages, free, page, records = (
            connection.execute(text).fetchone()[0]
            for text in (
                "PRAGMA page_count",
                "PRAGMA freelist_count",
                "PRAGMA page_size",
                "SELECT count(*) FROM records",
            )
        )
        removed, removed_bytes = connection.execute(LEFT_OVER).fetchone()
        # The newest row ID equals the count: a run deletes none.
        replays = connection.execute("SELECT coalesce(max(rowid), 0) FROM replays").fetchone()[0]
        used = (pages - free) * page - removed_bytes
        return {"used": used, "free": free * page, "records": records - removed, "replays": replays}
    finally:
        connection.close()


class Samples:
    def __init__(self, server, file):
        self.server = server
        self.port = None
        self.file = open(file, "w", encoding="utf-8")
        self.file.write("\t".join(COLUMNS) + "\n")
        self.begin = time.monotonic()
        self.all = []

    async def start(self):
        """Call it at each start of the server."""
        self.port = await metrics_port(self.server)

    async def take(self, actions):
        """Adds a row; `actions`: how many have got replies so far."""
        told = await read_metrics(self.port)
        process = pathlib.Path(f"/proc/{self.server.process.pid}")
        status = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
        row = {name: told[metric] for name, metric in GAUGES.items()}
        row["seconds"] = round(time.monotonic() - self.begin, 2)
        row["errors"] = told["jaipur_errors_total"]
        row["threads"] = int(status["Threads"])
        row["vm_size"] = int(status["VmSize"].split()[0]) * 1024
        row["vm_rss"] = int(status["VmRSS"].split()[0]) * 1024
        row["fds"] = len(os.listdir(process / "fd"))
        row["actions"] = actions
        row["db"], row["wal"] = size(self.server.data / "jaipur.db"), size(self.server.data / "jaipur.db-wal")
        row |= inside(self.server.data)
        row["log_bytes"] = sum(map(len, lines_beside_matches(self.server)))
        row["cpu"] = processor_seconds(self.server.process.pid)
        self.all.append(row)
        self.file.write("\t".join(str(row[name]) for name in COLUMNS) + "\n")
        self.file.flush()
        return row

    def close(self):
        self.file.close()

    def series(self, name, till, by="seconds"):
        """[(seconds, value)] of the samples up to a moment."""
        return [(row[by], row[name]) for row in self.all if row["seconds"] <= till]
