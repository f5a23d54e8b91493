#!/usr/bin/python3
"""Real proxies with the configurations of docker/proxy: nginx, HAProxy and Caddy as Debian packages them.

Each runs in a separate network, in which clients have addresses that the server doesn't exempt from limits.
"""

import asyncio
import os
import pathlib
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "durability")]

from cases import Skipped, arguments_of, finish  # noqa: E402
from daemons import DAEMONS  # noqa: E402
from large_replay import play_large_replay  # noqa: E402
from proxy_cases import limited, rough, suite  # noqa: E402
from setting import Setting, set_up_network  # noqa: E402

LIMITS = (
    "--connections-per-address=5", "--new-connections-per-address=0", "--wrong-joins=3",
    "--address-request-burst=20", "--address-request-rate=1",
)  # fmt: skip


def browser():
    """Whether browsers can run here."""
    kit = HERE.parents[1] / "web" / "node_modules"
    return bool(shutil.which("node") and shutil.which(os.environ.get("JAIPUR_CHROMIUM", "chromium")) and kit.exists())


async def inside(arguments):
    """In its own network: all cases with one proxy. Returns (passed, failed)."""
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix=f"jaipur-{arguments.inside}-") as folder:
        set_up_network(pathlib.Path(folder))
        data = shutil.copytree(arguments.data, pathlib.Path(folder) / "data")
        async with DAEMONS[arguments.inside](pathlib.Path(folder)) as proxy:
            setting = Setting(proxy, arguments.server, arguments.client, data, browser())
            setting.large = arguments.large
            async with setting.server:
                for each, options, at_once in ((suite, (), 12), (limited, LIMITS, 1), (rough, (), 1)):
                    await setting.restart(*options)
                    good, failures = await each.run(setting, arguments.only, at_once)
                    passed, failed = passed + good, failed + len(failures)
                setting.server.failed = failed > 0
            if failed:
                print(proxy.said()[-3000:])
    return passed, failed


async def outside(arguments):
    """Starts this program once for each proxy that is installed."""
    if os.geteuid() != 0:  # the proxies begin as root, and change to users of their own
        raise Skipped("it needs root, for ports, users and a private network")
    with tempfile.TemporaryDirectory(prefix="jaipur-large-") as data:
        large = await play_large_replay(arguments.server, pathlib.Path(data) / "data")
        runs = {}
        for name, daemon in DAEMONS.items():
            if arguments.proxy not in ("", name):
                continue
            if why := daemon.missing():
                print(f"SKIPPED, so {name} was not tested: {why}")
                continue
            more = [
                "--client",
                arguments.client,
                "--inside",
                name,
                "--data",
                f"{data}/data",
                "--large",
                large,
                "--only",
                arguments.only,
            ]
            runs[name] = await asyncio.create_subprocess_exec(
                "unshare",
                "--net",
                "--mount",
                sys.executable,
                __file__,
                "--server",
                arguments.server,
                *more,
                stdout=asyncio.subprocess.PIPE,
            )
        outputs = await asyncio.gather(*(process.communicate() for process in runs.values()))
    for name, (out, _) in zip(runs, outputs):
        print(f"\n{name}\n{out.decode(errors='replace')}")
    return len(runs), sum(process.returncode != 0 for process in runs.values())


async def main():
    arguments = arguments_of(
        __doc__,
        ("--client", {"default": os.environ.get("JAIPUR_CLIENT"), "help": "default: next to the server"}),
        ("--proxy", {"default": "", "choices": list(DAEMONS), "help": "only this one"}),
        *((name, {"default": "", "help": "used by this program itself"}) for name in ("--inside", "--data", "--large")),
    )
    arguments.client = arguments.client or str(pathlib.Path(arguments.server).with_name("jaipur-client"))
    if arguments.inside:
        finish(*await inside(arguments))
    try:
        runs, failed = await outside(arguments)
    except Skipped as why:
        print(f"SKIPPED, so no proxy was tested: {why}")
        runs = failed = 0
    print(f"{runs - failed} proxies passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    asyncio.run(main())
