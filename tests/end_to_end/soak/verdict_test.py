#!/usr/bin/python3
"""That whatever grows in a soak is found: hours that are made up, level in all, then with one thing that grows."""

import contextlib
import io
import random
import sys
import unittest

import verdict
from report import Tests
from samples import COLUMNS

MIB = 2**20
HOUR, EVERY = 3600, 5


class Hour:
    """The samples of a level hour, of which `grow` may make something else."""

    def __init__(self, seed, grow=lambda row: None):
        rng = random.Random(seed)
        self.all = [self.row(rng, number * EVERY) for number in range(HOUR // EVERY)]
        for row in self.all:
            grow(row)

    @staticmethod
    def row(rng, seconds):
        finished = 3.5 * seconds
        level = {"sessions": 150, "rooms": 140, "matches": 90, "descriptors": 165, "records": 6500}
        row = dict.fromkeys(COLUMNS, 0) | {name: mean * rng.uniform(0.8, 1.2) for name, mean in level.items()}
        row |= {"seconds": seconds, "actions": 600 * seconds, "requests": 900 * seconds, "finished": finished}
        row |= {"resident": 24 * MIB + rng.gauss(0, MIB / 8), "cpu": 900 * seconds * 130e-6}
        row |= {
            "used": 7000 * finished + 200 * row["records"],
            "free": rng.uniform(0, MIB),
            "wal": 5 * MIB,
            "log_bytes": 350,
        }
        return row

    def series(self, name, till, by="seconds"):
        return [(row[by], row[name]) for row in self.all if row["seconds"] <= till]


def grows(name, by_the_end, squared=False):
    def grow(row):
        part = row["seconds"] / HOUR
        row[name] += by_the_end * (part * part if squared else part)

    return grow


# Each with the only thing that is to be said of it.
LEAKS = {
    "resident memory": grows("resident", 8 * MIB),
    "sessions": grows("sessions", 150),
    "rooms": grows("rooms", 140),
    "matches": grows("matches", 90),
    "descriptors": grows("descriptors", 165),
    "records": grows("records", 6500),
    "write-ahead log": grows("wal", 8 * MIB),
    "free in the database": grows("free", 8 * MIB),
    "log": grows("log_bytes", 20_000),
    "processor a request": grows("cpu", 900 * HOUR * 130e-6, squared=True),
    "database a match": grows("used", 7000 * 3.5 * HOUR, squared=True),
}


class Verdicts(unittest.TestCase):
    @staticmethod
    def rising(hour):
        return [name for name, _, _, level in verdict.levels(hour, HOUR) if not level.holds]

    def test_a_level_hour_is_level(self):
        for seed in range(30):
            self.assertEqual(self.rising(Hour(seed)), [], f"seed {seed}")

    def test_each_leak_is_found_and_nothing_else(self):
        for name, leak in LEAKS.items():
            for seed in range(5):
                self.assertEqual(self.rising(Hour(seed, leak)), [name], f"seed {seed}")

    def test_a_leak_fails_the_test(self):
        for leak, failed in ((lambda row: None, 0), (LEAKS["resident memory"], 1)):
            tests = Tests()
            with contextlib.redirect_stdout(io.StringIO()) as said:
                verdict.judge_levels(tests, Hour(1, leak), HOUR, 600)
            self.assertEqual(tests.failed, failed, said.getvalue())

    def test_what_is_left_over_is_named(self):
        before = {"sessions": 0, "rooms": 0, "matches": 0, "records": 0, "fds": 15, "descriptors": 15, "threads": 3}
        self.assertEqual(verdict.left_over(before, dict(before)), {})
        for name in before:
            self.assertEqual(list(verdict.left_over(before, before | {name: before[name] + 1})), [name])


if __name__ == "__main__":
    program = unittest.main(exit=False, verbosity=0)
    count = len(program.result.failures) + len(program.result.errors)
    print(f"{program.result.testsRun - count} passed, {count} failed")
    sys.exit(1 if count else 0)
