#!/usr/bin/python3
"""What a server with its limits does about each threat, from outside. ../README.md says which case covers which."""

import asyncio
import sys

import administration
import bombs
import crowds
import forwarded
import guessing
import intruders
import logs
import rooms_floods
import silence
import strangers
from cases import arguments_of, finish
from proof import not_shown, proved
from threats import Threats

SUITES = [
    module.suite
    for module in (
        silence, crowds, forwarded, guessing, intruders, rooms_floods, strangers, logs, administration, bombs,
    )  # fmt: skip
]


async def main():
    arguments = arguments_of(__doc__, ("--long", {"action": "store_true", "help": "larger crowds"}))
    context = Threats(arguments.server, arguments.long)
    results = await asyncio.gather(*(suite.run(context, arguments.only) for suite in SUITES))
    passed = sum(good for good, _ in results)
    failed = sum(len(failures) for _, failures in results)
    for note in context.notes:
        print(note)
    did = ", ".join(f"{count:,} {what}" for what, count in sorted(context.did.items()))
    print(f"in all {did}")
    skipped = [why for suite in SUITES for why in suite.skipped]
    if failed or arguments.only:
        pass  # a partial run proves nothing
    elif skipped:
        not_shown("threats", "hostile clients", "; ".join(f"{title}: {why}" for title, why in skipped))
    else:
        proved("threats", "hostile clients", f"{passed} cases: {did}")
    finish(passed, failed)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
