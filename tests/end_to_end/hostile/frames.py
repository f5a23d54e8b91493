"""Test cases for input_test: broken frames, fragments, sizes."""

import asyncio
import json
import struct

from cases import Suite
from raw_socket import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, RawSocket, frame_bytes

suite = Suite("frames")


def padded_ping(size):
    """A well-formed text of exactly `size` bytes, refused only for its fields."""
    head = '{"type":"ping","id":1,"x":"'
    return head + "x" * (size - len(head) - 2) + '"}'


async def closes(context, code, *frames):
    raw = await RawSocket.connect(context.port)
    for frame in frames:
        raw.write(frame)
    got = await raw.closed_with()
    assert got == code, f"{[frame[:12] for frame in frames]}: closed with {got}, expected {code}"
    raw.frame(CLOSE, struct.pack(">H", code))
    await raw.ended()
    raw.abort()


@suite.case("binary frames: 1003")
async def binary(context):
    await closes(context, 1003, frame_bytes(BINARY, b'{"type":"ping","id":1}'))
    await closes(context, 1003, frame_bytes(BINARY))
    await closes(context, 1003, frame_bytes(BINARY, b"x" * 100, fin=False), frame_bytes(CONTINUATION, b"y"))


@suite.case("invalid UTF-8: 1007")
async def invalid_utf8(context):
    bad = [
        b"\xff",
        b"\xc0\xaf",
        b"\xc1\x81",
        b"\x80",
        b"\xe0\x80\x80",
        b"\xed\xa0\x80",
        b"\xf0\x80\x80\x80",
        b"\xf4\x90\x80\x80",
        b"\xf8\x88\x80\x80\x80",
        b"\xc3",
    ]
    for piece in bad:
        await closes(context, 1007, frame_bytes(TEXT, b'{"type":"ping","id":1,"x":"' + piece + b'"}'))
    await closes(context, 1007, frame_bytes(TEXT, b'"\xe2\x82'))
    await closes(context, 1007, frame_bytes(TEXT, b'{"x":"\xc3', fin=False), frame_bytes(CONTINUATION, b'"}'))


@suite.case("UTF-8 split between two frames is valid")
async def split_utf8(context):
    raw = await RawSocket.connect(context.port)
    data = '{"type":"ping","id":1,"x":"€😀"}'.encode()
    for cut in range(len(data) - 12, len(data)):
        raw.frame(TEXT, data[:cut], fin=False)
        raw.frame(CONTINUATION, data[cut:])
        answer = await raw.reply()
        assert answer["code"] == "bad_request", answer
    raw.abort()


@suite.case("4096 bytes are accepted, 4097 are too large: 1009")
async def sizes(context):
    raw = await RawSocket.connect(context.port)
    raw.text(padded_ping(4096))
    answer = await raw.reply()
    assert (answer["code"], answer["re"]) == ("bad_request", 1), answer
    raw.text('{"type":"ping","id":2}' + " " * (4096 - 22))
    assert (await raw.reply())["re"] == 2
    whole = padded_ping(4096).encode()
    for start in range(0, 4096, 512):
        raw.frame(TEXT if start == 0 else CONTINUATION, whole[start : start + 512], fin=start == 3584)
    assert (await raw.reply())["code"] == "bad_request"
    raw.abort()
    await closes(context, 1009, frame_bytes(TEXT, padded_ping(4097).encode()))
    await closes(context, 1009, frame_bytes(TEXT, b"x" * 4096, fin=False), frame_bytes(CONTINUATION, b"x"))
    await closes(context, 1009, frame_bytes(TEXT, b"x", length=70_000))
    await closes(context, 1009, frame_bytes(TEXT, b"x", length=2**31))


@suite.case("broken frames: 1002")
async def broken(context):
    ping = b'{"type":"ping","id":1}'
    for frames in [
        [frame_bytes(TEXT, ping, masked=False)],
        [frame_bytes(TEXT, ping, reserved=4)],
        [frame_bytes(TEXT, ping, reserved=2)],
        [frame_bytes(TEXT, ping, reserved=1)],
        [frame_bytes(3, ping)],
        [frame_bytes(7, ping)],
        [frame_bytes(11, b"")],
        [frame_bytes(15, b"")],
        [frame_bytes(CONTINUATION, ping)],
        [frame_bytes(CONTINUATION, ping, fin=False)],
        [frame_bytes(TEXT, ping, fin=False), frame_bytes(TEXT, ping)],
        [frame_bytes(PING, b"", fin=False)],
        [frame_bytes(PING, b"x" * 126)],
        [frame_bytes(CLOSE, b"x")],
        [frame_bytes(CLOSE, struct.pack(">H", 999))],
        [frame_bytes(CLOSE, struct.pack(">H", 1005))],
        [frame_bytes(CLOSE, struct.pack(">H", 1006))],
        [frame_bytes(CLOSE, struct.pack(">H", 1016))],
        [frame_bytes(CLOSE, struct.pack(">H", 2999))],
        [frame_bytes(PING, b"", masked=False)],
    ]:
        await closes(context, 1002, *frames)


@suite.case("a length with its highest bit set is refused")
async def absurd_length(context):
    raw = await RawSocket.connect(context.port)
    raw.write(bytes([0x81, 0xFF]) + struct.pack(">Q", 2**63 + 5) + b"\0\0\0\0x")
    assert await raw.closed_with() in (1002, 1009)
    raw.abort()


@suite.case("a close is answered with a close")
async def polite_close(context):
    for payload in (b"", struct.pack(">H", 1000), struct.pack(">H", 1001) + b"bye", struct.pack(">H", 4999)):
        raw = await RawSocket.connect(context.port)
        raw.frame(CLOSE, payload)
        got = await raw.closed_with()
        assert got is not None, f"{payload!r}"
        await raw.ended()
        raw.abort()


@suite.case("fragments, pings between them, empty fragments, one byte at a time")
async def fragments(context):
    raw = await RawSocket.connect(context.port)
    data = b'{"type":"ping","id":9}'
    for index, byte in enumerate(data):
        raw.frame(TEXT if index == 0 else CONTINUATION, bytes([byte]), fin=False)
        if index == 5:
            raw.frame(PING, b"between")
    raw.frame(CONTINUATION, b"")
    seen = [await raw.read_frame(), await raw.read_frame()]
    assert (PONG, b"between") in seen, seen
    assert any(json.loads(payload)["re"] == 9 for opcode, payload in seen if opcode == TEXT), seen
    for byte in frame_bytes(TEXT, b'{"type":"ping","id":10}'):
        raw.write(bytes([byte]))
        await asyncio.sleep(0.002)
    assert (await raw.reply())["re"] == 10
    raw.write(b"".join(frame_bytes(TEXT, b'{"type":"ping","id":%d}' % i) for i in range(11, 31)))
    for number in range(11, 31):
        assert (await raw.reply())["re"] == number
    raw.abort()
