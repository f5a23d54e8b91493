"""Runs the cases of a suite on one server, with the console client beside them."""

import os
import pathlib
import tempfile

from cases import arguments_of, finish
from server_process import Server


async def run_with_client(suite, description, name, make_context, *, at_once=4, before=None):
    """The client is --client, else $JAIPUR_CLIENT, else the one next to the server. The cases get
    `make_context(server, client, folder)`, after `before` has run on it; the folder is deleted at the end. Returns the
    exit code if it can't begin."""
    arguments = arguments_of(description, ("--client", {"default": os.environ.get("JAIPUR_CLIENT")}))
    client = arguments.client or str(pathlib.Path(arguments.server).with_name("jaipur-client"))
    if not os.access(client, os.X_OK):
        print(f"Error: no client at {client}; build it first")
        return 1
    with tempfile.TemporaryDirectory(prefix=f"jaipur-{name}-") as folder:
        async with Server(arguments.server, "--no-limits", name=name) as server:
            context = make_context(server, client, pathlib.Path(folder))
            if before:
                await before(context)
            passed, failures = await suite.run(context, arguments.only, at_once)
            server.failed = bool(failures)
    finish(passed, len(failures))
