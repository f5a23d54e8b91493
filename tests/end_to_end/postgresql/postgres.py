"""A real PostgreSQL for tests, on a Unix socket in a temporary folder, that can be killed and frozen."""

import asyncio
import glob
import os
import pathlib
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile

from server_process import PATIENCE, eventually, free_port, within

USER = "jaipur"


def programs():
    """The folder of the newest PostgreSQL; None without one."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
    return pathlib.Path(found[-1]) if found else None


def knows_postgresql(binary):
    """Whether this server was built with it."""
    command = [binary, "--check-config", "--store", "host=x dbname=x"]
    return subprocess.run(command, capture_output=True, check=False, env={}).returncode == 0


def somebody_else():
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise RuntimeError("no user to run PostgreSQL as")


def write_secret(file):
    """By which the servers that share a database know each other."""
    file.touch(mode=0o600)
    file.write_text(f"{secrets.token_urlsafe(32)}\n")
    return file


class Postgres:
    """`async with Postgres() as postgres`: a cluster without a standby. Others follow it with `standby`."""

    def __init__(self, *settings, tcp=False, folder=None):
        """`settings`: such as `synchronous_commit=on`. `tcp`: it also listens on `port` of the loopback address.
        `folder`: a new one, by default a temporary one."""
        self.settings = settings
        self.port = free_port() if tcp else None
        self.user = somebody_else()
        self.folder = folder
        self.process = None
        self.starts = 0
        self.databases = 0

    @property
    def data(self):
        return self.folder / "data"

    @property
    def address(self):
        return f"host={self.folder} user={USER}" + (f" port={self.port}" if self.port else "")

    def make_folder(self):
        if self.folder:
            self.folder.mkdir(mode=0o700)
        else:
            self.folder = pathlib.Path(tempfile.mkdtemp(prefix="jaipur-pg-"))
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)

    async def __aenter__(self):
        self.make_folder()
        words = ["-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--wal-segsize=1"]
        await self.run("initdb", "-D", self.data, *words)
        await self.start()
        return self

    async def standby(self, name, folder=None):
        """A synchronous standby of this one; close it."""
        other = type(self)(*self.settings, tcp=self.port is not None, folder=folder)
        other.make_folder()
        source = f"{self.address} application_name={name}"
        await self.run("pg_basebackup", "-d", source, "-D", other.data, "-R", "-X", "stream", "-c", "fast")
        os.chmod(other.data, 0o700)
        await other.start()
        self.sql(f"alter system set synchronous_standby_names = '{name}'")
        self.sql("select pg_reload_conf()")
        await eventually(
            lambda: self.sql("select sync_state from pg_stat_replication") == "sync", "no synchronous standby"
        )
        return other

    def become(self):
        if self.user:
            os.setgroups([])
            os.setgid(self.user.pw_gid)
            os.setuid(self.user.pw_uid)

    async def run(self, program, *arguments):
        process = await asyncio.create_subprocess_exec(
            str(programs() / program),
            *map(str, arguments),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            cwd="/",
            preexec_fn=self.become,
        )
        try:
            text, _ = await within(process.communicate(), 5 * PATIENCE)
        except BaseException:
            if process.returncode is None:
                process.kill()
                await process.wait()
            raise
        if process.returncode != 0:
            raise RuntimeError(f"{program}: {text.decode(errors='replace')}")
        return text.decode()

    async def start(self):
        self.starts += 1
        listen = ["listen_addresses=127.0.0.1", f"port={self.port}"] if self.port else ["listen_addresses="]
        settings = [*listen, f"unix_socket_directories={self.folder}", *self.settings]
        log = open(self.folder / "log", "ab")
        self.process = await asyncio.create_subprocess_exec(
            str(programs() / "postgres"),
            *["-D", str(self.data)],
            *(word for setting in settings for word in ("-c", setting)),
            stdout=log,
            stderr=log,
            cwd="/",
            preexec_fn=self.become,
        )
        log.close()
        await eventually(self.answers, lambda: f"PostgreSQL did not start: {self.log_text()[-2000:]}")

    def log_text(self):
        return (self.folder / "log").read_text(errors="replace")

    def answers(self):
        try:
            return self.sql("select 1") == "1"
        except RuntimeError:
            return False

    def sql(self, statement, database="postgres"):
        """The rows, one a line."""
        done = subprocess.run(
            [programs() / "psql", "-XAtq", "-d", f"{self.address} dbname={database}", "-c", statement],
            capture_output=True,
            check=False,
            timeout=PATIENCE,
            cwd="/",
        )
        if done.returncode != 0:
            raise RuntimeError(done.stderr.decode(errors="replace"))
        return done.stdout.decode().strip()

    def create_database(self, name):
        self.sql(f"create database {name}")
        return f"{self.address} dbname={name}"

    def processes(self):
        """The postmaster first."""
        found = [self.process.pid]
        for stat in glob.glob("/proc/[0-9]*/stat"):
            try:
                fields = pathlib.Path(stat).read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == self.process.pid:
                found.append(int(stat.split("/")[2]))
        return found

    def signal_all(self, number):
        for pid in self.processes():
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass  # it has just ended

    def freeze(self):
        os.kill(self.process.pid, signal.SIGSTOP)  # first, so that it makes no more children
        self.signal_all(signal.SIGSTOP)

    def thaw(self):
        self.signal_all(signal.SIGCONT)

    async def kill(self):
        """As if its machine was switched off."""
        self.signal_all(signal.SIGKILL)
        assert await within(self.process.wait()) == -signal.SIGKILL, "PostgreSQL had already ended"

    async def promote(self):
        await self.run("pg_ctl", "-D", self.data, "-w", "promote")

    async def close(self):
        if self.process and self.process.returncode is None:
            self.thaw()
            self.process.send_signal(signal.SIGQUIT)
            await within(self.process.wait())
        shutil.rmtree(self.folder, ignore_errors=True)

    async def __aexit__(self, *_):
        await self.close()
