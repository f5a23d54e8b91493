"""Which operations fail, how, and what may happen then.

At startup the server may exit, with a status that `--help` lists and a line on stderr that says why (127, from the system's loader,
if its libraries are unavailable). Afterwards only the disk can end it.
"""

import dataclasses
import re

# Network errors. They may cost one connection, nothing else.
NETWORK = {
    "accept": "EMFILE ENFILE ECONNABORTED EINTR ENOBUFS ENOMEM",
    "recvmsg": "ECONNRESET EINTR ETIMEDOUT EAGAIN",
    "recvfrom": "ECONNRESET EINTR EAGAIN",
    "sendto": "EPIPE ECONNRESET ENOBUFS EINTR EAGAIN",
    "io_uring_enter": "EINTR EAGAIN ENOMEM",
    "io_uring_register": "EINVAL",
    "io_uring_setup": "EPERM ENOSYS ENOMEM",
    "shutdown": "ENOTCONN",
    "close": "EIO EINTR",
    "ioctl": "ENOMEM",
    "setsockopt": "ENOBUFS",
    "getsockname": "ENOBUFS",
    "epoll_wait": "EINTR",
    "epoll_ctl": "ENOMEM ENOSPC",
    "timerfd_settime": "ENOMEM",
    "socket": "EMFILE EACCES",
    "bind": "EADDRINUSE EACCES",
    "listen": "EADDRINUSE",
    "epoll_create1": "EMFILE",
    "timerfd_create": "EMFILE",
    "eventfd2": "EMFILE",
    "pipe2": "EMFILE",
}
# Disk errors.
DISK = {
    "openat": "EMFILE ENOSPC EACCES",
    "read": "EIO EINTR",
    "pread64": "EIO EINTR",
    "pwrite64": "EIO ENOSPC EINTR",
    "fdatasync": "EIO",
    "fsync": "EIO",
    "ftruncate": "EIO ENOSPC",
    "fallocate": "ENOSPC EIO",
    "unlink": "EIO EACCES",
    "mkdir": "EACCES ENOSPC",
    "flock": "ENOLCK",
    "fcntl": "ENOLCK",  # on data files; on a pipe it can't fail
    "newfstatat": "EIO ENOMEM",
    "fchown": "EPERM",
    "lseek": "EIO",
}
# Exhausted resources.
SYSTEM = {
    "mmap": "ENOMEM",
    "brk": "ENOMEM",  # the kernel reports it by leaving the break unchanged
    "mprotect": "ENOMEM",
    "munmap": "ENOMEM",
    "getrandom": "EINTR ENOSYS",
    "clone3": "EAGAIN",
    "prlimit64": "EPERM",
    "write": "EINTR EPIPE ENOSPC",
}
CALLS = NETWORK | DISK | SYSTEM
# A sanitizer's own thread makes these during play, too, in varying numbers.
SANITIZERS_OWN = ("openat", "read", "newfstatat")


# Failures to set up or deliver a signal: SIGTERM must be sent again.
UNHEARD = ("read", "write", "epoll_ctl", "epoll_wait")

# Bugs that this test once found: in every run.
FOUND = [
    ("start", "epoll_ctl", "ENOMEM", 2),  # timers never came
    ("start", "epoll_ctl", "ENOMEM", 3),  # signals never came
    ("start", "pread64", "EIO", 4),  # "damaged", 65
    ("start", "newfstatat", "EIO", 15),  # internal error, 70
    ("start", "clone3", "EAGAIN", 1),  # "can't listen", 69
    ("start", "clone3", "EAGAIN", 3),  # waited forever for the first thread that thinks for bots
    ("play", "getrandom", "ENOSYS", 6),  # abort
    ("play", "accept", "ECONNABORTED", 9),  # queued connections had to wait for one more
]


@dataclasses.dataclass(frozen=True)
class Point:
    phase: str  # "start" or "play"
    call: str
    error: str
    number: int
    first: int = 1  # of this call in this phase

    def __str__(self):
        return f"{self.phase}:{self.call}:{self.error}:{self.number}"

    @property
    def inject(self):
        how = "retval=0" if self.call == "brk" else f"error={self.error}"
        return f"{self.call}:{how}:when={self.number}"


def points_of(counts, most):
    """`counts`: {call: (at startup, in total)} of one thread. `most` points for each call and error in each phase."""
    for call, errors in CALLS.items():
        begun, ended = counts.get(call, (0, 0))
        for error in errors.split():
            for phase, first, last in (("start", 1, begun), ("play", begun + 1, ended)):
                for number in range(first, min(last, first + most - 1) + 1):
                    yield Point(phase, call, error, number, first)


def sampled(points, wanted, rng):
    """`wanted` points, spread over phases and calls."""
    heaps = {}
    for point in points:
        heaps.setdefault((point.phase, point.call), []).append(point)
    keys = rng.sample(sorted(heaps), len(heaps))
    return [rng.choice(heaps[key]) for key in (keys * (wanted // len(keys) + 1))[:wanted]]


def statuses(point):
    """The statuses with which the server may exit on its own."""
    start = point.phase == "start"
    if point.call in DISK:
        pipe = {70} if point.call == "read" else set()  # the signal pipe, read before the server serves
        return {73, 74, 127} | pipe if start else {74}
    if point.call in NETWORK:
        return ({69, 70, 127} if point.call == "close" else {69, 70}) if start else set()
    if point.call == "getrandom":
        return {70} if point.error == "ENOSYS" else set()
    if point.call == "write":
        return {70, 73, 74} if start else set()  # to that pipe, and a file
    if point.call == "prlimit64":
        return set()
    if point.call == "mmap" and start and point.number == 1:
        return {127, -11}  # the loader's very first call, which it doesn't check
    return {70, 73, 74, 127} if start else {70, 74}


CLEAR = re.compile(
    r"^jaipur-server: \S.{8,}|\"event\":\"(the store failed|getrandom failed)\"|error while loading shared libraries: ",
    re.MULTILINE,
)


def fault_of_end(point, status, text):
    """What is wrong with this exit of the server; None if it is as documented."""
    if status not in statuses(point):
        return f"it ended with {status}, which is not among {sorted(statuses(point))}: {text[-400:]}"
    if status != -11 and not CLEAR.search(text):
        return f"it ended with {status} without a reason: {text[-400:]}"
    return None
