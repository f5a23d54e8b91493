"""Runs the console client in a terminal, types keys and waits for words."""

import asyncio
import os
import pty
import re

from server_process import PATIENCE, within

GIVEN_BACK = b"\x1b[?1049l"


def environment(**more):
    """The client's environment, without this test's JAIPUR_ variables: to the client, JAIPUR_SERVER is an address."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("JAIPUR_")}
    return {**kept, "LC_ALL": "C.UTF-8", **more}


class Terminal:
    """The client in a terminal of 80 by 24."""

    async def start(self, context, *arguments, **more):
        """`more`: further variables of the environment."""
        self.master, slave = pty.openpty()
        os.system(f"stty rows 24 cols 80 < {os.ttyname(slave)}")
        self.process = await asyncio.create_subprocess_exec(
            context.binary,
            *arguments,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment(TERM="xterm-256color", **more),
        )
        os.close(slave)
        self.shown = bytearray()
        asyncio.get_running_loop().add_reader(self.master, self._take)
        return self

    def _take(self):
        try:
            self.shown.extend(os.read(self.master, 65536))
        except OSError:
            asyncio.get_running_loop().remove_reader(self.master)

    @property
    def text(self):
        """What it shows, with its escape sequences. A character may have come in part only."""
        return self.shown.decode(errors="replace")

    def type(self, keys):
        os.write(self.master, keys)

    async def until(self, words, again=b"\x0c"):
        """Redraws the screen until it shows these words."""
        for _ in range(10 * PATIENCE):
            await asyncio.sleep(0.1)
            if words in re.sub(r"\x1b(\[[0-9;?]*[A-Za-z]|\([A-Z0-9])", "", self.text):
                return
            if again:
                self.shown.clear()
                self.type(again)
        raise AssertionError(f"{words!r} was not shown: {bytes(self.shown[-3000:])!r}")

    async def ended(self):
        assert await within(self.process.wait()) == 0
        await asyncio.sleep(0.2)
        asyncio.get_running_loop().remove_reader(self.master)
        os.close(self.master)
