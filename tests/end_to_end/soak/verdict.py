"""Judges the samples of a soak: a table of slopes, and what must return to its initial state when everybody is gone."""

import sqlite3

from levels import Level, per
from samples import lines_beside_matches

MIB = 2**20
MEMORY_PER_ACTIONS = MIB / 400_000
MOST_RESIDENT = 64 * MIB
SANITIZED = 2**40  # address space of this size is a sanitizer's
MOST_WAL = 24 * MIB
MOST_LOG_LINES = 20
# Values that vary with the load may rise by this share of their mean; files by a MiB more, because they grow in steps.
SHARE = 0.25
NUMBERS = ("sessions", "rooms", "matches", "descriptors", "records")
FILES = {"wal": "write-ahead log", "free": "free in the database"}


def levels(samples, till):
    """[(name, unit, divisor, Level)] of everything that must stay level."""
    actions = samples.series("actions", till)
    span = actions[-1][1] - actions[len(actions) // 2][1]
    found = [("resident memory", "MiB", MIB, Level(samples.series("resident", till), span * MEMORY_PER_ACTIONS))]
    for name in (*NUMBERS, *FILES):
        points = samples.series(name, till)
        mean = sum(y for _, y in points) / len(points)
        title, unit, divisor, step = (FILES[name], "MiB", MIB, MIB) if name in FILES else (name, "", 1, 0)
        found.append((title, unit, divisor, Level(points, SHARE * mean + step)))
    found.append(("log", "bytes", 1, Level(samples.series("log_bytes", till), 4096)))
    requests, finished = samples.series("requests", till), samples.series("finished", till)
    cpu = per(samples.series("cpu", till), requests, (requests[-1][1] - requests[0][1]) / 60)
    found.append(("processor a request", "µs", 1e-6, Level(cpu, 0.25 * cpu[-1][1])))
    bytes_each = per(samples.series("used", till), finished, (finished[-1][1] - finished[0][1]) / 30)
    found.append(("database a match", "KiB", 1024, Level(bytes_each, 0.2 * bytes_each[-1][1])))
    return found


def print_table(found):
    print(f"{'second half of the load':24} {'mean':>10} {'slope an hour':>14} {'rise':>10} {'allowed':>10}")
    for name, unit, divisor, level in found:
        hourly = 3600 * level.slope / divisor
        numbers = (level.mean / divisor, hourly, level.rise / divisor, level.allowed / divisor)
        print(
            f"{name:24} {numbers[0]:10.2f} {numbers[1]:+14.3f} {numbers[2]:+10.3f} {numbers[3]:10.3f} {unit:6} {'' if level.holds else '<<<'}"
        )


def judge_levels(tests, samples, till, judge_from):
    """Returns the levels; none if the run was too short."""
    if till < judge_from:
        print(f"{till:.0f} s of load: too short for slopes, which are judged from {judge_from:.0f} s on")
        return []
    found = [
        each for each in levels(samples, till) if each[0] != "resident memory" or samples.all[0]["vm_size"] <= SANITIZED
    ]
    print_table(found)
    for name, unit, divisor, level in found:
        tests.check(
            level.holds,
            (
                f"{name} rises: {level.rise / divisor:+.3f} {unit} in {level.span:.0f} s,"
                f" {level.allowed / divisor:.3f} is allowed"
            ),
        )
    return found


def judge_bounds(tests, samples, server):
    resident = [row["resident"] for row in samples.all]
    print(f"resident: {resident[0] / MIB:.1f} MiB at first, {max(resident) / MIB:.1f} at most")
    if samples.all[0]["vm_size"] > SANITIZED:
        print("built with a sanitizer, which keeps what is freed: resident memory is not judged")
    else:
        tests.check(max(resident) <= MOST_RESIDENT, f"resident: {max(resident) / MIB:.1f} MiB")
    wal = max(row["wal"] for row in samples.all)
    tests.check(wal <= MOST_WAL, f"the write-ahead log had {wal / MIB:.1f} MiB")
    threads = {row["threads"] for row in samples.all}
    tests.check(len(threads) == 1, f"threads: {threads}")
    lines = [line for line in lines_beside_matches(server) if line.startswith("{")]
    tests.check(lines and len(lines) <= MOST_LOG_LINES, f"{len(lines)} lines were logged, such as {lines[-1:]}")
    bad = [line for line in lines if '"level":"error"' in line]
    tests.check(not bad, f"logged: {bad[:3]}")
    return len(lines)


def left_over(before, row):
    """What differs from before the first visitor; empty if nothing."""
    found = {name: row[name] for name in ("sessions", "rooms", "matches", "records") if row[name] != 0}
    for name in ("fds", "descriptors", "threads"):
        if row[name] != before[name]:
            found[name] = f"{row[name]}, {before[name]} before"
    return found


def judge_database(tests, data, finished):
    """Checks a stopped server's data: no room records, one replay per match. Returns the bytes per replay, and of the file."""
    connection = sqlite3.connect(data / "jaipur.db")
    try:

        def ask(text):
            return connection.execute(text).fetchone()[0]

        tests.check(ask("PRAGMA integrity_check") == "ok", "integrity_check")
        records, replays = ask("SELECT count(*) FROM records"), ask("SELECT count(*) FROM replays")
        tests.check(records == 0, f"{records} records are left of rooms that are dead")
        tests.check(replays == finished, f"{replays} replays of {finished} matches that came to their end")
        text = ask("SELECT coalesce(sum(length(replay)), 0) FROM replays")
        pages, free, page = ask("PRAGMA page_count"), ask("PRAGMA freelist_count"), ask("PRAGMA page_size")
    finally:
        connection.close()
    each = max(1, replays)
    print(
        f"database: {pages * page / MIB:.1f} MiB, of it {free * page / MIB:.1f} free; {replays} replays with"
        f" {text / each:.0f} bytes each, {(pages - free) * page / each:.0f} of the file"
    )
