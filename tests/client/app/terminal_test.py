#!/usr/bin/python3
"""jaipur-client in a terminal, without a server: which mode it chooses, its colours, and how it ends.

With the script ./jaipur, also what a kill leaves behind.

usage: terminal_test.py CLIENT SCRIPT"""

import fcntl
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import time

ESCAPE = b"\x1b["
ALTERNATE, GIVEN_BACK = ESCAPE + b"?1049h", ESCAPE + b"?1049l"
MOUSE_ON, MOUSE_OFF = ESCAPE + b"?1006;1000h", ESCAPE + b"?1006;1000l"
BACKGROUND_QUESTION = b"\x1b]11;?"
BACKGROUNDS = {"dark": b"48;5;234", "light": b"48;5;231", "dark, 24 bits": b"48;2;29;21;15"}


class Terminal:
    """The client in a terminal of this size, which answers questions for its background with `answer`."""

    def __init__(self, size=(80, 24), answer=None, command=None, **variables):
        self.answer = answer
        self.shown = b""
        self.master, slave = pty.openpty()
        self.resize(size)
        environment = {
            "PATH": "/usr/bin:/bin",
            "HOME": HOME,
            "LC_ALL": "C.UTF-8",
            "TERM": "xterm-256color",
            **variables,
        }
        self.process = subprocess.Popen(
            command or [CLIENT, "--server", SERVER],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={name: value for name, value in environment.items() if value is not None},
            preexec_fn=lambda: (os.setsid(), fcntl.ioctl(0, termios.TIOCSCTTY, 0)),
        )
        os.close(slave)

    def resize(self, size):
        columns, lines = size
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def type(self, keys):
        os.write(self.master, keys)

    def until(self, done, what):
        end = time.monotonic() + 20
        while not done():
            assert time.monotonic() < end, f"{what}: {self.shown[-2000:]!r}"
            if not select.select([self.master], [], [], 0.1)[0]:
                continue
            try:
                self.shown += os.read(self.master, 65536)
            except OSError:  # the client is ending
                time.sleep(0.01)
            if self.answer and BACKGROUND_QUESTION in self.shown:
                self.type(self.answer)
                self.answer = None

    def sees(self, *texts):
        for text in texts:
            self.until(lambda: text in self.shown, f"not shown: {text!r}")

    def ended(self, code=0):
        self.until(lambda: self.process.poll() is not None, "still running")
        self.until(lambda: GIVEN_BACK in self.shown, "not given back")
        assert self.process.returncode == code, self.process.returncode
        os.close(self.master)


def quits(terminal):
    terminal.sees(ALTERNATE, b"Play against the bot")
    terminal.type(b"q")
    terminal.ended()


def plain_instead(reason, **how):
    terminal = Terminal(**how)
    terminal.sees(b"This is plain mode: " + reason, b"Can't reach")
    assert ALTERNATE not in terminal.shown
    terminal.process.send_signal(signal.SIGTERM)
    terminal.process.wait(20)
    os.close(terminal.master)


def test_plain_mode_if_the_terminal_cannot_show_a_screen():
    plain_instead(b'the terminal "dumb" (TERM) can\'t show', TERM="dumb")
    plain_instead(b'this system doesn\'t know the terminal "no-such-terminal"', TERM="no-such-terminal")
    plain_instead("this window is 59 × 24, and the full\r\nscreen needs 60 × 20.".encode(), size=(59, 24))
    plain_instead(b"this window is 80", size=(80, 19))


def test_the_full_screen_from_60_by_20():
    for size in ((60, 20), (80, 23), (80, 24), (120, 40)):
        quits(Terminal(size))


def test_a_locale_that_is_not_installed():
    for variable in ("LC_ALL", "LC_CTYPE", "LANG"):
        for encoding, letter in (("UTF-8", "Ö"), ("utf8", "Ö"), ("ISO-8859-1", "O")):
            locale = {"LC_ALL": None, variable: f"de_XX.{encoding}", "JAIPUR_LANGUAGE": "de"}
            terminal = Terminal(**locale)
            terminal.sees(ALTERNATE)
            # Curses may put the cursor anew after such a letter.
            terminal.until(lambda: re.search(letter.encode() + rb"(\x1b\[[0-9;]*H)?ffentliche", terminal.shown), letter)
            terminal.type(b"q")
            terminal.ended()


def theme_is(name, **how):
    terminal = Terminal(**how)
    quits(terminal)
    for other, colour in BACKGROUNDS.items():
        assert (colour in terminal.shown) == (other == name), (name, other)


def test_themes():
    theme_is("dark")  # the terminal doesn't answer
    theme_is("dark", answer=b"\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\")
    theme_is("light", answer=b"\x1b]11;rgb:ffff/ffff/dddd\x07")
    theme_is("light", COLORFGBG="0;15")
    theme_is("light", JAIPUR_THEME="light", answer=b"\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\")
    theme_is("dark", COLORFGBG="0;15", answer=b"\x1b]11;rgb:00/00/00\x1b\\")
    theme_is("dark, 24 bits", COLORTERM="truecolor")
    theme_is("dark", COLORTERM="truecolor", STY="1.tty")  # GNU screen doesn't know 24 bits
    theme_is("none", NO_COLOR="1")


def test_a_late_answer_changes_the_theme_and_types_nothing():
    terminal = Terminal()
    terminal.sees(b"Play against the bot")
    terminal.type(b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\")
    terminal.sees(BACKGROUNDS["light"])
    terminal.type(b"b")
    terminal.sees(b"Your name")
    terminal.type(b"\x1b")
    terminal.sees(b"How to play")
    terminal.type(b"q")
    terminal.ended()


def test_a_window_that_becomes_too_small():
    terminal = Terminal()
    terminal.sees(b"Play against the bot")
    for ending in (b"q", b"\x03"):
        terminal.resize((50, 24))
        terminal.sees(b"This window is 50")
        terminal.shown = b""
        terminal.resize((80, 24))
        terminal.sees(b"Play against the bot")
        terminal.resize((50, 24))
        terminal.sees(b"This window is 50")
        terminal.type(ending)
        terminal.ended()
        terminal = Terminal()
        terminal.sees(b"Play against the bot")
    terminal.type(b"q")
    terminal.ended()


def test_the_mouse_can_be_switched_off():
    terminal = Terminal(JAIPUR_MOUSE="off")
    quits(terminal)
    assert MOUSE_ON not in terminal.shown


def test_the_mouse_clicks_and_is_given_back():
    terminal = Terminal()
    terminal.sees(MOUSE_ON, b"Play against the bot")
    terminal.type(b"\x1b[<0;30;8M\x1b[<0;30;8m")
    terminal.sees(b"Seals to win")
    terminal.type(b"\x1b")
    terminal.sees(b"How to play")
    terminal.type(b"q")
    terminal.ended()
    assert MOUSE_OFF in terminal.shown


def checkout(folder):
    """A folder in which the script finds everything built. Returns the script."""
    folder = pathlib.Path(folder)
    for name in ("build/release/bin", "cmake", "stubs"):
        (folder / name).mkdir(parents=True)
    for name in ("CMakePresets.json", "cmake/packages.txt", "build/release/build.ninja"):
        (folder / name).touch()
    (folder / "build/release/bin/jaipur-client").symlink_to(os.path.abspath(CLIENT))
    (folder / "stubs/cmake").write_text("#!/bin/sh\n")
    (folder / "stubs/cmake").chmod(0o755)
    shutil.copytree(pathlib.Path(SCRIPT).parent / "commands", folder / "commands")
    return shutil.copy(SCRIPT, folder)


def child_of(pid):
    return int(open(f"/proc/{pid}/task/{pid}/children").read().split()[0])


def is_usable(terminal):
    local = termios.tcgetattr(terminal.master)[3]
    return local & termios.ICANON and local & termios.ECHO


def test_a_kill_leaves_a_usable_terminal():
    for victim in ("client", "script"):
        with tempfile.TemporaryDirectory() as folder:
            script = checkout(folder)
            path = f"{folder}/stubs:/usr/bin:/bin"
            terminal = Terminal(command=["bash", script, "join", "K7QX2M", SERVER], PATH=path)
            terminal.sees(ALTERNATE, MOUSE_ON, b"Code or link")
            assert not is_usable(terminal)
            client = child_of(terminal.process.pid)
            os.kill(client if victim == "client" else terminal.process.pid, signal.SIGKILL)
            terminal.sees(GIVEN_BACK, MOUSE_OFF, b"\x1b[?25h")
            terminal.until(lambda: is_usable(terminal), f"the terminal isn't usable after a kill of the {victim}")
            if victim == "client":
                terminal.sees(b"the game was killed")
            terminal.until(lambda: terminal.process.poll() is not None, "still running")
            assert terminal.process.returncode == (137 if victim == "client" else -9)
            os.close(terminal.master)


def test_stopping_and_continuing():
    terminal = Terminal()
    terminal.sees(b"Play against the bot")
    terminal.type(b"\x1a")
    terminal.sees(GIVEN_BACK)
    while b"T" not in open(f"/proc/{terminal.process.pid}/stat", "rb").read().split()[2]:
        time.sleep(0.01)
    terminal.shown = b""
    terminal.process.send_signal(signal.SIGCONT)
    quits(terminal)


if __name__ == "__main__":
    CLIENT, SCRIPT = sys.argv[1:]
    # Bound, but nobody listens: connections are refused.
    with socket.socket() as silent, tempfile.TemporaryDirectory() as HOME:
        silent.bind(("127.0.0.1", 0))
        SERVER = f"127.0.0.1:{silent.getsockname()[1]}"
        for name, test in list(globals().items()):
            if name.startswith("test_"):
                test()
    print("the client chooses its mode and colours, and gives the terminal back")
