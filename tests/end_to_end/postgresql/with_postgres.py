#!/usr/bin/python3
"""Runs a program of these tests with a PostgreSQL in which every server stores that it starts (storage.py).

usage: with_postgres.py PROGRAM.py ARGUMENT…
"""

import asyncio
import os
import sys

from postgres import Postgres
from storage import PG_CLUSTER


async def main(words):
    async with Postgres() as postgres:
        environment = {**os.environ, PG_CLUSTER: postgres.address}
        program = await asyncio.create_subprocess_exec(sys.executable, *words, env=environment)
        status = await program.wait()
        count = int(postgres.sql("select count(*) from pg_database where datname ~ '^d[0-9a-f]{20}$'"))
        if count == 0:
            print("FAILED: no server stored in PostgreSQL")
        return status or int(count == 0)


if len(sys.argv) < 2:
    sys.exit(__doc__)
sys.exit(asyncio.run(main(sys.argv[1:])))
