"""certbot and lego, as a host runs them, but with an ACME service on this machine."""

import asyncio
import subprocess

from authority import NAME
from server_process import PATIENCE, within


async def run(*command, **more):
    """Returns (exit code, what it said)."""
    process = await asyncio.create_subprocess_exec(
        *map(str, command), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more
    )
    try:
        out, _ = await within(process.communicate(), 2 * PATIENCE)
    except asyncio.TimeoutError:
        process.kill()
        raise
    return process.returncode, out.decode(errors="replace")


def certbot(pebble, folder, hook, http_port=None):
    """The commands that get a certificate and renew it, and their environment. Without `http_port`, another program
    serves the answers to challenges from `folder`."""
    folders = [word for what in ("config", "work", "logs") for word in (f"--{what}-dir", folder / what)]
    answers = ["--standalone", "--http-01-port", http_port] if http_port else ["--webroot", "-w", folder]
    quiet = ["certbot", "--non-interactive", *folders]
    got = [*quiet, "certonly", *answers, "--server", pebble.directory, "--agree-tos"]
    got += ["--register-unsafely-without-email", "--domain", NAME, "--deploy-hook", hook]
    renewed = [*quiet, "renew", "--force-renewal", "--no-random-sleep-on-renew"]
    return got, renewed, {"REQUESTS_CA_BUNDLE": str(pebble.certificate)}


def lego(pebble, folder, hook, http_port):
    common = ["lego", "--server", pebble.directory, "--accept-tos", "--email", f"me@{NAME}", "--domains", NAME]
    common += ["--path", folder / "lego", "--http", "--http.port", f":{http_port}"]
    renewed = [*common, "renew", "--days", "9999", "--no-random-sleep", "--renew-hook", hook]
    return [*common, "run", "--run-hook", hook], renewed, {"LEGO_CA_CERTIFICATES": str(pebble.certificate)}
