#!/usr/bin/python3
"""The configuration of docker/monitoring with Debian's Prometheus, a private process that watches a real server under load.

Every query of the dashboard must return data, and every alert must be evaluated. promtool checks the format of the
metrics, the configuration and the alerts, and runs alerts_test.yml. It needs `./jaipur setup monitoring`. What is about several
servers is checked only with a server on PostgreSQL (postgresql/with_postgres.py).
"""

import asyncio
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "postgresql")]

import storage  # noqa: E402
from bot_match import SeenBySeat0  # noqa: E402
from cases import Suite, arguments_of, finish  # noqa: E402
from certificates import Authority  # noqa: E402
from client import Client  # noqa: E402
from http_get import http_get  # noqa: E402
from postgres import write_secret  # noqa: E402
from random_play import legal_action  # noqa: E402
from server_process import PATIENCE, ROOT, Server, free_port, within  # noqa: E402

SHIPPED = ROOT / "docker" / "monitoring"
LEVELS = ("beginner", "easy", "medium", "hard", "master")
METRIC = re.compile(r"\b(?:jaipur|process)_\w+|\bup\b")
SEVERAL = re.compile(r"\bjaipur_(?:slots?|cluster|database)_?\w*")  # what only one of several servers has
NEEDED = ("prometheus", "promtool", "openssl")

suite = Suite("monitoring")


class Prometheus:
    """With the shipped configuration, but the server's port, and scrapes and evaluations every second."""

    def __init__(self, folder, target):
        self.folder = folder
        self.port = free_port()
        text = (SHIPPED / "prometheus.yml").read_text()
        for old, new, times in (('"127.0.0.1:9100"', f'"127.0.0.1:{target}"', 1), ("15s", "1s", 2)):
            assert text.count(old) == times, f"prometheus.yml has {text.count(old)} times {old}"
            text = text.replace(old, new)
        (folder / "prometheus.yml").write_text(text)
        shutil.copy(SHIPPED / "alerts.yml", folder)

    async def __aenter__(self):
        self.log = open(self.folder / "prometheus.log", "wb")
        self.process = await asyncio.create_subprocess_exec(
            "prometheus",
            f"--config.file={self.folder}/prometheus.yml",
            f"--storage.tsdb.path={self.folder}/data",
            f"--web.listen-address=127.0.0.1:{self.port}",
            stdin=asyncio.subprocess.DEVNULL,
            stdout=self.log,
            stderr=self.log,
        )
        return self

    async def __aexit__(self, *_):
        if self.process.returncode is None:
            self.process.terminate()
            await within(self.process.wait())
        self.log.close()

    async def ask(self, path, **parameters):
        """The data of an answer of its API, or None while it starts."""
        try:
            status, _, body = await http_get(self.port, f"/api/v1/{path}?{urllib.parse.urlencode(parameters)}")
        except OSError:
            assert self.process.returncode is None, (self.folder / "prometheus.log").read_text()[-2000:]
            return None
        answer = json.loads(body) if status in (200, 400, 422) else {"status": status}
        assert answer["status"] == "success" or status == 503, f"{path} {parameters}: {answer}"
        return answer.get("data")

    async def values(self, expression):
        data = await self.ask("query", query=expression)
        return [float(sample["value"][1]) for sample in (data or {"result": []})["result"]]


class Context:
    def __init__(self, server, prometheus, metrics):
        self.server = server
        self.prometheus = prometheus
        self.metrics = metrics

    @staticmethod
    def has(query):
        """Whether this server has the metrics of the query."""
        return storage.PG_CLUSTER in os.environ or not SEVERAL.search(query)


async def eventually(attempt, what):
    """Waits until `attempt` returns something; Prometheus needs some scrapes."""
    for _ in range(PATIENCE * 2):
        if found := await attempt():
            return found
        await asyncio.sleep(0.5)
    raise AssertionError(f"never: {what}")


async def ready(server):
    return (await http_get(server.port, "/readyz"))[0] == 200


async def play_for_ever(server, level):
    """Matches against a bot, a refused request and an illegal action, again and again."""
    rng = random.Random(level)
    client = await Client.connect(server.ws, label=level)
    while True:
        await client.ok("create_room", name="Asha", options={"opponent": {"bot": level}, "seals": 1})
        await client.ok("ready")
        view = {"phase": ""}
        while view["phase"] != "match_over":
            view = await client.wait_view()
            if view["phase"] == "round_over":
                await client.ok("ready")
            elif view["phase"] == "playing" and view["turn"] == 0:
                action = legal_action(rng, SeenBySeat0(view), 0, "trader")
                await client.ok("act", ply=view["ply"], action=action, match=view["match"])
        await client.ok("leave_room")
        await client.refused("join_room", "no_such_room", room="ZZZZZZ", name="Asha")


def promtool(*arguments, **how):
    done = subprocess.run(["promtool", *map(str, arguments)], capture_output=True, text=True, **how)
    assert done.returncode == 0, f"promtool {arguments}: {done.stdout}{done.stderr}"
    return done.stdout + done.stderr


@suite.case("promtool accepts the metrics")
async def check_metrics(context):
    status, headers, body = await http_get(context.metrics, "/metrics")
    assert status == 200 and headers["content-type"].startswith("text/plain; version=0.0.4"), headers
    assert promtool("check", "metrics", input=body.decode()) == ""


@suite.case("promtool accepts the configuration and the alerts, and each alert passes its tests")
async def check_files(_):
    promtool("check", "config", SHIPPED / "prometheus.yml")
    promtool("test", "rules", "alerts_test.yml", cwd=HERE)
    alerts = set(re.findall(r"alert: (\w+)", (SHIPPED / "alerts.yml").read_text()))
    tested = set(re.findall(r'alertname="(\w+)"', (HERE / "alerts_test.yml").read_text()))
    assert alerts == tested, f"alerts without a test, or the reverse: {alerts ^ tested}"


@suite.case("every query of the dashboard returns data")
async def dashboard(context):
    board = json.loads((SHIPPED / "dashboard.json").read_text())
    queries = [target["expr"] for panel in board["panels"] for target in panel.get("targets", ())]
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"]) and len(queries) > 20
    for query in filter(context.has, queries):
        expression = query.replace("$__rate_interval", "10s")

        async def numbers(expression=expression):
            return [value for value in await context.prometheus.values(expression) if value == value]

        await eventually(numbers, query)


@suite.case("every alert is evaluated, uses metrics that exist, and says what to do; none fires")
async def alerts(context):
    async def evaluated():
        data = await context.prometheus.ask("rules", type="alert")
        rules = [rule for group in (data or {"groups": []})["groups"] for rule in group["rules"]]
        return rules if rules and all(rule["health"] != "unknown" for rule in rules) else None

    rules = await eventually(evaluated, "all alerts evaluated")
    assert len(rules) == (SHIPPED / "alerts.yml").read_text().count("- alert:")
    for rule in rules:
        assert rule["health"] == "ok" and not rule.get("lastError"), rule
        assert len(rule["annotations"]["description"]) > 40 and rule["annotations"]["summary"], rule
        assert rule["state"] == "inactive", rule
        for metric in filter(context.has, METRIC.findall(rule["query"])):
            await eventually(lambda metric=metric: context.prometheus.values(f"count({metric})"), metric)


async def down(context):
    """The alert for a server that is gone begins to count."""
    await context.server.stop()
    pending = 'ALERTS{alertname="JaipurDown", alertstate="pending"}'
    await eventually(lambda: context.prometheus.values(pending), pending)


last = Suite("the end")
last.case("a server that has stopped is reported as down")(down)


async def main():
    arguments = arguments_of(__doc__)
    if missing := [program for program in NEEDED if not shutil.which(program)]:
        print(f"SKIPPED, so monitoring was not tested: {', '.join(missing)} not installed (./jaipur setup monitoring)")
        sys.exit(0)
    passed, failed = 0, 0
    with tempfile.TemporaryDirectory(prefix="jaipur-monitoring-") as folder:
        port = free_port()
        authority = Authority()
        certificate, key = authority.certificate("server", days=60)
        options = ("--no-limits", f"--metrics=127.0.0.1:{port}", f"--tls-cert={certificate}", f"--tls-key={key}")
        if storage.PG_CLUSTER in os.environ:
            secret = write_secret(pathlib.Path(folder) / "secret")
            options += (
                "--cluster-address=127.0.0.1:1",
                "--cluster-name=first",
                f"--cluster-secret={secret}",
                "--cluster-listen=127.0.0.1:0",
            )
        async with Server(arguments.server, *options) as server, Prometheus(pathlib.Path(folder), port) as prometheus:
            await eventually(lambda: ready(server), "a server that is ready")
            load = [asyncio.create_task(play_for_ever(server, level)) for level in LEVELS]
            for each in (suite, last):
                good, failures = await each.run(Context(server, prometheus, port), arguments.only)
                passed, failed = passed + good, failed + len(failures)
                ended = [task.exception() for task in load if task.done()]
                assert not ended or each is last, ended
            for task in load:
                task.cancel()
            await asyncio.gather(*load, return_exceptions=True)
            server.failed = failed > 0
    finish(passed, failed)


if __name__ == "__main__":
    asyncio.run(main())
