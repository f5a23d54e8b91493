"""What a case of the suite is: steps of a client, what is due from a server that echoes, and how the connection is to end.

Numbers, steps and expectations are those of the Autobahn test suite (0.8), so that each can be found there by its number. The frames are
built by Debian's `websockets`, whose checks are taken out where a case wants them broken.
"""

import dataclasses

from websockets.frames import Frame

CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


class AnyFrame(Frame):
    """A frame that may be wrong in every way."""

    def check(self):
        pass


def frame(opcode, payload=b"", *, fin=True, rsv=0, masked=True):
    payload = payload.encode() if isinstance(payload, str) else payload
    built = AnyFrame(opcode, payload, fin, bool(rsv & 4), bool(rsv & 2), bool(rsv & 1))
    return Send(opcode, payload, fin, built.serialize(mask=masked), bool(rsv) or not masked)


@dataclasses.dataclass
class Send:
    """One frame; its bytes go out in `pieces` of their own where these are given, with a look in between whether it was refused."""

    opcode: int
    payload: bytes
    fin: bool
    bytes: bytes
    broken: bool = False
    cuts: tuple = ()

    def cut_at(self, *offsets):
        """At these offsets of the payload."""
        head = len(self.bytes) - len(self.payload)
        return dataclasses.replace(self, cuts=tuple(head + offset for offset in offsets))


@dataclasses.dataclass
class Wait:
    """For what is due so far; at most so long."""

    seconds: float = 0.05


@dataclasses.dataclass
class RefusedByNow:
    """Strictly, the connection has failed here. If not within a second: NON-STRICT, and on it goes."""


@dataclasses.dataclass
class Rounds:
    """So many messages, each sent when the one before was answered, cut into fragments of a size."""

    count: int
    payload: bytes
    fragment: int = 0


# How a connection is to end.
@dataclasses.dataclass(frozen=True)
class WeClose:
    """Nobody has failed it: the tester says 1000 when all that is due has come, and is answered 1000."""


@dataclasses.dataclass(frozen=True)
class Fails:
    """The server fails it with one of these codes, saying so."""

    codes: tuple


@dataclasses.dataclass(frozen=True)
class Answers:
    """The client has closed it in its steps; the server answers with one of these codes (1005: none)."""

    codes: tuple


@dataclasses.dataclass
class Case:
    number: str
    title: str
    steps: list
    due: list = dataclasses.field(default_factory=list)
    end: object = WeClose()
    chop: object = None  # None: all at once; "frames"; "octets"; or so many octets
    optional: bool = False  # what is due may also not come: undefined by the RFC
    offer: str = None  # extensions offered in the handshake

    @property
    def group(self):
        return int(self.number.split(".")[0])


def texts(*frames):
    return [("text", b"".join(f.payload for f in frames))]


def fragments(opcode, payload, size):
    """The frames of one message, cut into fragments of a size; 0: one frame."""
    if not size or size >= len(payload):
        return [frame(opcode, payload)]
    pieces = [payload[at : at + size] for at in range(0, len(payload), size)]
    return [frame(opcode if i == 0 else CONT, piece, fin=i == len(pieces) - 1) for i, piece in enumerate(pieces)]
