"""What a disk may contain after a power cut, from a trace of everything that a process did to a directory.

Only synced data is certain: of a file, what was written before its last fsync or fdatasync began; of the directory, the names
that it had when it was itself synced; and the directory itself once its parent was synced. Of the rest, any part may be there:
nothing, everything, some writes, some sectors of 512 bytes. Reads the output of `strace -f -yy -xx -s MANY`.
"""

import re

SECTOR = 512
CALLS = (
    "write pwrite64 writev pwritev pwritev2 sendmsg sendto fsync fdatasync ftruncate fallocate unlink unlinkat rename"
    " renameat renameat2 open openat creat mkdir mkdirat link linkat msync"
)

# Answers that go through io_uring don't show in a trace, so the server must do without it.
NO_RINGS = "io_uring_setup"

BEGIN = re.compile(r"^(\d+)\s+(\w+)\((.*)$", re.DOTALL)
RESUMED = re.compile(r"^(\d+)\s+<\.\.\. (\w+) resumed>(.*)$", re.DOTALL)
LONGEST_RESULT = 8192  # what a call has written can be a thousand times as long
RESULT = re.compile(r"\)\s+= (-?\d+)(?:<([^>]*)>\S*)?[^=]*$")
FD = re.compile(r"^(\d+)<(.*?)>(\(deleted\))?(?:, |$)")
AT = re.compile(r"^(?:AT_FDCWD|\d+)<([^>]*)>, ")
TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
PEER = re.compile(r"TCP(?:v6)?:\[.*->.*?:(\d+)\]$")
OK = re.compile(rb'\{"type":"ok","re":(\d+)')


def recording(trace, *injects):
    """Goes before the server's command. The server stays our child (-D)."""
    command = ["strace", "-D", "-f", "-yy", "-xx", "-s", "1000000", "-o", str(trace)]
    command += ["-e", "trace=" + ",".join("?" + call for call in (*CALLS.split(), NO_RINGS))]
    for inject in (f"{NO_RINGS}:error=ENOSYS", *injects):
        command += ["-e", f"inject={inject}"]
    return command


def recorded(text):
    """Drops the calls that `recording` makes fail."""
    return "".join(line for line in text.splitlines(keepends=True) if NO_RINGS not in line)


def unhex(text):
    return bytes.fromhex(text.replace("\\x", ""))


def path_text(text):
    """Removes what strace adds to the name of a device."""
    return unhex(re.match(r"(?:\\x[0-9a-f]{2})*", text).group()).decode() if text.startswith("\\x") else text


def events(trace):
    """(kind, what) in effective order: a write or sync when the call returned, an ok when its sending began."""
    begun = {}
    position = 0
    for line in trace.splitlines():
        position += 1
        found = RESUMED.match(line)
        if found:
            thread, call, rest = found.groups()
            text, since = begun.pop((thread, call), (None, None))
            if text is not None:
                yield from event(call, text + rest, since, position)
            continue
        found = BEGIN.match(line)
        if not found:
            continue
        thread, call, rest = found.groups()
        unfinished = rest.endswith("<unfinished ...>")
        if call in ("sendmsg", "sendto", "write", "writev"):
            yield from answers(rest, position)
        if unfinished:
            begun[thread, call] = (rest[: -len("<unfinished ...>")], position)
        else:
            yield from event(call, rest, position, position)


def answers(arguments, position):
    target = FD.match(arguments)
    peer = PEER.match(target.group(2)) if target else None
    if peer:
        data = b"".join(unhex(text) for text in TEXT.findall(arguments))
        for found in OK.finditer(data):
            yield "ok", position, (int(peer.group(1)), int(found.group(1)))


def event(call, text, since, position):
    result = RESULT.search(text, max(0, len(text) - LONGEST_RESULT))
    if not result or int(result.group(1)) < 0:
        return
    status = int(result.group(1))
    arguments = text[: result.start()].rstrip()
    if call in ("open", "openat", "creat"):
        flags = TEXT.sub("", arguments)
        path = path_text(result.group(2) or "")
        yield "open", position, (path, "O_CREAT" in flags, "O_TRUNC" in flags)
    elif call in ("mkdir", "mkdirat"):
        yield "mkdir", position, named(arguments)[0]
    elif call in ("unlink", "unlinkat"):
        yield "unlink", position, named(arguments)[0]
    elif call.startswith("rename"):
        yield "rename", position, tuple(named(arguments))
    elif call.startswith("link"):
        raise NotImplementedError(call)
    else:
        yield from of_descriptor(call, arguments, status, since, position)


def named(arguments):
    """The paths in the arguments, absolute, using the directory that strace prints next to them."""
    paths = []
    at = AT.match(arguments)
    for text in TEXT.findall(arguments):
        path = unhex(text).decode()
        if not path.startswith("/") and at:
            path = path_text(at.group(1)) + "/" + path
        paths.append(path)
    return paths


def of_descriptor(call, arguments, status, since, position):
    target = FD.match(arguments)
    if not target or target.group(2).startswith(("TCP", "pipe", "anon", "socket", "UNIX")):
        return
    path, rest = path_text(target.group(2)), arguments[target.end() :]
    if call in ("fsync", "fdatasync"):
        yield "sync", position, (path, since)
    elif call == "pwrite64":
        data = unhex(TEXT.search(rest).group(1))
        yield "write", position, (path, int(rest.rsplit(",", 1)[1]), data[:status])
    elif call == "ftruncate":
        yield "truncate", position, (path, int(rest))
    elif call == "write":
        yield "append", position, (path, unhex(TEXT.search(rest).group(1))[:status])
    elif call in ("writev", "pwritev", "pwritev2", "msync"):
        yield "other", position, (path, call)


class File:
    def __init__(self):
        self.durable = bytearray()
        self.pending = []  # (position, offset, data) or (position, length, None) for a truncation

    def sync(self, since):
        while self.pending and self.pending[0][0] < since:
            apply(self.durable, self.pending.pop(0))


def apply(content, change, keep=None):
    """`keep(sector)`: whether this sector of a write arrived; None: all did."""
    _, offset, data = change
    if data is None:
        del content[offset:]
        content.extend(bytes(offset - len(content)))
        return
    start = 0
    while start < len(data):
        at = offset + start
        length = min(SECTOR - at % SECTOR, len(data) - start)
        if keep is None or keep():
            content.extend(bytes(max(0, at + length - len(content))))
            content[at : at + length] = data[start : start + length]
        start += length


class Disk:
    """One directory: `take` events; `image` works at any time."""

    def __init__(self, directory):
        self.directory = str(directory)
        self.there = False  # whether the directory is durable in its parent
        self.made = False
        self.names = {}  # as processes see them
        self.durable_names = {}
        self.name_changes = []  # (position, name, file or None)
        self.written = {}  # the write position of each open file, for calls without an offset
        self.answered = set()
        self.counts = {}

    def local(self, path):
        prefix = self.directory + "/"
        return path[len(prefix) :] if path.startswith(prefix) else None

    def take(self, kind, position, what):
        self.counts[kind] = self.counts.get(kind, 0) + 1
        getattr(self, "_" + kind)(position, what)

    def _ok(self, _position, answer):
        self.answered.add(answer)

    def _mkdir(self, _position, path):
        if path == self.directory:
            self.made = True

    def set_name(self, position, name, file):
        if file is None:
            self.names.pop(name, None)
        else:
            self.names[name] = file
        self.name_changes.append((position, name, file))

    def _open(self, position, what):
        path, create, truncate = what
        name = self.local(path)
        if name is None:
            return
        if name not in self.names:
            if not create:
                return
            self.set_name(position, name, File())
        self.written[name] = 0
        if truncate:
            self.names[name].pending.append((position, 0, None))

    def _unlink(self, position, path):
        if self.local(path) in self.names:
            self.set_name(position, self.local(path), None)

    def _rename(self, position, paths):
        old, new = map(self.local, paths)
        if old in self.names:
            file = self.names[old]
            self.set_name(position, old, None)
            self.set_name(position, new, file)

    def _write(self, position, what):
        path, offset, data = what
        if self.local(path) in self.names:
            self.names[self.local(path)].pending.append((position, offset, data))

    def _append(self, position, what):
        path, data = what
        name = self.local(path)
        if name in self.names:
            self.names[name].pending.append((position, self.written[name], data))
            self.written[name] += len(data)

    def _truncate(self, position, what):
        path, length = what
        if self.local(path) in self.names:
            self.names[self.local(path)].pending.append((position, length, None))

    def _other(self, _position, what):
        path, call = what
        if self.local(path) in self.names:
            raise NotImplementedError(f"{call} on {path}: not modelled yet")

    def _sync(self, _position, what):
        path, since = what
        if path == self.directory:
            while self.name_changes and self.name_changes[0][0] < since:
                self.keep_name(self.durable_names, self.name_changes.pop(0))
        elif self.made and self.directory.rpartition("/")[0] == path:
            self.there = True
        elif self.local(path) in self.names:
            self.names[self.local(path)].sync(since)

    @staticmethod
    def keep_name(names, change):
        _, name, file = change
        if file is None:
            names.pop(name, None)
        else:
            names[name] = file

    def image(self, how, rng):
        """{name: content} as it could be after a power cut now, or None if the directory itself is gone.

        `how`: which unsynced data is there: "none", "all", "some" writes, or "torn" ones.
        """
        if not self.there and (how == "none" or (how != "all" and rng.random() < 0.5)):
            return None
        names = dict(self.durable_names)
        changes = {"none": 0, "all": len(self.name_changes)}.get(how, rng.randint(0, len(self.name_changes)))
        for change in self.name_changes[:changes]:
            self.keep_name(names, change)
        return {name: bytes(self.content(file, how, rng)) for name, file in names.items()}

    @staticmethod
    def content(file, how, rng):
        content = bytearray(file.durable)
        for change in file.pending:
            if how == "all" or (how == "some" and rng.random() < 0.5):
                apply(content, change)
            elif how == "torn":
                if change[2] is None:
                    rng.random() < 0.5 and apply(content, change)
                else:
                    apply(content, change, lambda: rng.random() < 0.5)
        return content

    def unsynced(self):
        return len(self.name_changes) + sum(len(file.pending) for file in self.names.values())
