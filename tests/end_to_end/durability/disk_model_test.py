#!/usr/bin/python3
"""Tests the disk model: a small program that says ok after each commit loses nothing if SQLite syncs, and is caught if not."""

import pathlib
import random
import socket
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from disk_model import CALLS, Disk, apply, events

PROGRAM = """
import os, socket, sqlite3, sys
data, port, mode, sync_names = sys.argv[1:]
os.mkdir(data)
if sync_names == "1":
    parent = os.open(os.path.dirname(data), os.O_RDONLY | os.O_DIRECTORY)
    os.fsync(parent)
line = socket.create_connection(("127.0.0.1", int(port)))
base = sqlite3.connect(data + "/jaipur.db", isolation_level=None)
base.execute("PRAGMA journal_mode = WAL")
base.execute("PRAGMA synchronous = " + mode)
base.execute("PRAGMA wal_autocheckpoint = 20")
base.execute("CREATE TABLE acts (number INTEGER PRIMARY KEY, text)")
if sync_names == "1":
    os.fsync(os.open(data, os.O_RDONLY | os.O_DIRECTORY))
for number in range(60):
    base.execute("INSERT INTO acts VALUES (?, ?)", (number, "x" * (number * 37 % 3000)))
    line.sendmsg([b'{"type":"ok","re":%d}' % number])
"""


def record(folder, mode, sync_names):
    """Runs the program; returns (trace, directory)."""
    listener = socket.create_server(("127.0.0.1", 0))
    data, trace = folder / "data", folder / "trace"
    subprocess.run(
        [
            "strace",
            "-f",
            "-yy",
            "-xx",
            "-s",
            "100000",
            "-o",
            trace,
            "-e",
            "trace=" + ",".join("?" + c for c in CALLS.split()),
            "/usr/bin/python3",
            "-c",
            PROGRAM,
            data,
            str(listener.getsockname()[1]),
            mode,
            sync_names,
        ],
        check=True,
    )
    listener.close()
    return trace.read_text(), data


def lost(folder, trace, data, rng, moments=120):
    """How many of the cuts lost something acknowledged, or damaged the database."""
    all_events = list(events(trace))
    at = sorted(rng.choices(range(len(all_events)), k=moments))
    disk, bad = Disk(data), 0
    for index, event in enumerate(all_events):
        disk.take(*event)
        for number in range(at.count(index)):
            image = disk.image(rng.choice(["none", "torn", "some", "all"]), rng)
            there = numbers_in(folder / f"cut-{index}-{number}", image)
            bad += not {number for _, number in disk.answered} <= there
    return bad


def numbers_in(target, image):
    target.mkdir()
    for name, content in (image or {}).items():
        (target / name).write_bytes(content)
    try:
        base = sqlite3.connect(target / "jaipur.db")
        assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        found = {number for (number,) in base.execute("SELECT number FROM acts")}
        base.close()
        return found
    except (sqlite3.Error, AssertionError):
        return set()


class Model(unittest.TestCase):
    def cuts(self, mode, sync_names="1"):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            trace, data = record(folder, mode, sync_names)
            self.assertGreater(sum(kind == "ok" for kind, _, _ in events(trace)), 50)
            return lost(folder, trace, data, random.Random(1))

    def test_synced_data_is_never_lost(self):
        self.assertEqual(self.cuts("FULL"), 0)

    def test_the_loss_of_unsynced_data_is_found(self):
        self.assertGreater(self.cuts("OFF"), 20)
        self.assertGreater(self.cuts("NORMAL"), 5)

    def test_a_directory_with_an_unsynced_parent_is_lost(self):
        self.assertGreater(self.cuts("FULL", "0"), 20)

    def test_sectors_tear(self):
        content = bytearray(b"a" * 1536)
        kept = iter([True, False, True])
        apply(content, (0, 0, b"b" * 1536), lambda: next(kept))
        self.assertEqual(bytes(content), b"b" * 512 + b"a" * 512 + b"b" * 512)


if __name__ == "__main__":
    result = unittest.main(argv=sys.argv[:1], exit=False).result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
