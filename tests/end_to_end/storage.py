"""Where a test's server stores: in a data directory, or in a database of PostgreSQL if the environment says so (postgres.py)."""

import hashlib
import os
import pathlib
import subprocess

PG_CLUSTER = "JAIPUR_TEST_POSTGRESQL"  # a connection string without a database
LEASE = 5  # seconds


def database_of(data):
    """The connection string of the database that stands for this directory. Creates it if there is none."""
    name = "d" + hashlib.sha256(os.path.abspath(data).encode()).hexdigest()[:20]
    cluster = os.environ[PG_CLUSTER]
    create = ["psql", "-XAtq", "-d", f"{cluster} dbname=postgres", "-c", f"create database {name}"]
    done = subprocess.run(create, capture_output=True, check=False)
    if done.returncode != 0 and b"already exists" not in done.stderr:
        raise RuntimeError(done.stderr.decode(errors="replace"))
    return f"{cluster} dbname={name}"


def where(data):
    """The words that make `backup` and `restore` use it."""
    return ["--store", database_of(data)] if PG_CLUSTER in os.environ else ["--data", str(data)]


def stored_in(data):
    """The options of a server that uses it. Either way, its admin socket is in the directory."""
    if PG_CLUSTER not in os.environ:
        return ["--data", str(data)]
    pathlib.Path(data).mkdir(mode=0o700, parents=True, exist_ok=True)
    socket = f"--admin-socket={data}/admin.sock"
    return [*where(data), "--store-single-database", f"--store-lease={LEASE}", socket]
