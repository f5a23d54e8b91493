"""A case of the suite: a client's steps, what an echo server must send, and how the connection must end.

Numbers, steps and expectations are those of the Autobahn test suite (0.8), so that you can look each one up there. Debian's `websockets`
builds the frames, without its checks if a case breaks the rules.
"""

import dataclasses

from websockets.frames import Frame

CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


class AnyFrame(Frame):
    """A frame that may break every rule."""

    def check(self):
        pass


def frame(opcode, payload=b"", *, fin=True, rsv=0, masked=True):
    payload = payload.encode() if isinstance(payload, str) else payload
    built = AnyFrame(opcode, payload, fin, bool(rsv & 4), bool(rsv & 2), bool(rsv & 1))
    return Send(opcode, payload, fin, built.serialize(mask=masked), bool(rsv) or not masked)


@dataclasses.dataclass
class Send:
    """One frame, sent as `pieces` if given, with a check after each whether the server has refused it."""

    opcode: int
    payload: bytes
    fin: bool
    bytes: bytes
    broken: bool = False
    cuts: tuple = ()

    def cut_at(self, *offsets):
        """Cuts the frame at these offsets of the payload."""
        head = len(self.bytes) - len(self.payload)
        return dataclasses.replace(self, cuts=tuple(head + offset for offset in offsets))


@dataclasses.dataclass
class Wait:
    """Waits for what is expected so far; at most this long."""

    seconds: float = 0.05


@dataclasses.dataclass
class RefusedByNow:
    """Strictly, the connection must fail here. If it doesn't within a second, the case is NON-STRICT and continues."""


@dataclasses.dataclass
class Rounds:
    """This many messages, cut into fragments; sends each one after the reply to the previous one."""

    count: int
    payload: bytes
    fragment: int = 0


# How a connection must end.
@dataclasses.dataclass(frozen=True)
class WeClose:
    """It has not failed: the tester closes with 1000 after receiving everything expected, and the server answers 1000."""


@dataclasses.dataclass(frozen=True)
class Fails:
    """The server fails it with a close frame with one of these codes."""

    codes: tuple


@dataclasses.dataclass(frozen=True)
class Answers:
    """The client's steps close it; the server answers with one of these codes (1005: no code)."""

    codes: tuple


@dataclasses.dataclass
class Case:
    number: str
    title: str
    steps: list
    due: list = dataclasses.field(default_factory=list)
    end: object = WeClose()
    chop: object = None  # None: all at once; "frames"; "octets"; or this many octets
    optional: bool = False  # the expected messages may be missing: the RFC leaves it open
    offer: str = None  # extensions offered in the handshake

    @property
    def group(self):
        return int(self.number.split(".")[0])


def texts(*frames):
    return [("text", b"".join(f.payload for f in frames))]


def fragments(opcode, payload, size):
    """The frames of one message, cut into fragments of `size`; 0: one frame."""
    if not size or size >= len(payload):
        return [frame(opcode, payload)]
    pieces = [payload[at : at + size] for at in range(0, len(payload), size)]
    return [frame(opcode if i == 0 else CONT, piece, fin=i == len(pieces) - 1) for i, piece in enumerate(pieces)]
