#!/usr/bin/python3
"""Shows that the conformance test can fail: a server that checks nothing, or does one thing wrong, must fail the cases listed here."""

import asyncio
import base64
import hashlib
import struct
import sys

import tester
from case import CLOSE, CONT, PING, PONG, TEXT
from conformance_test import all_cases, run_case
from raw_socket import frame_bytes
from server_process import within
from targets import Echo

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

# fault -> (cases that must fail, cases that must not)
PLANTED = {
    "none": (
        "2.5 3.1 3.7 4.1.1 4.2.2 5.1 5.9 5.18 6.3.1 6.4.1 6.12.1 6.20.1 7.3.2 7.5.1 7.9.1 0.1".split(),
        "1.1.2 2.2 5.6 6.2.3 7.3.4 7.7.5".split(),
    ),
    "twice": (["1.1.2", "5.3", "6.5.1"], []),
    "short": (["1.1.2", "5.5", "6.2.4"], []),
    "spoilt": (["1.1.5", "6.6.2"], []),
    "swapped pongs": (["2.10", "5.19"], []),
    "silent": (["1.1.2", "2.2"], []),
    "masked": (["1.1.2", "2.2"], []),
    "no close frame": (["1.1.2", "7.1.1", "7.7.1"], []),
    "wrong code": (["7.7.3", "1.1.2"], []),
    "compresses": (["12.1.1", "13.3.2"], []),
    "talks on": (["1.1.2", "7.3.3"], []),
}


class NaiveServer:
    def __init__(self, fault):
        self.fault = fault

    async def serve(self, reader, writer):
        try:
            await self.shake(reader, writer)
            await self.converse(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError, struct.error):
            pass
        finally:
            writer.close()

    async def shake(self, reader, writer):
        head = await reader.readuntil(b"\r\n\r\n")
        key = head.lower().index(b"sec-websocket-key: ") + 19
        accept = base64.b64encode(hashlib.sha1(head[key:].split(b"\r\n")[0] + GUID).digest())
        more = b"Sec-WebSocket-Extensions: permessage-deflate\r\n" if self.fault == "compresses" else b""
        head = (
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Protocol:"
            b" jaipur.v1\r\n"
        )
        writer.write(head + more + b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")

    async def read_frame(self, reader):
        first, second = await reader.readexactly(2)
        length = second & 127
        if length > 125:
            length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8), "big")
        mask = await reader.readexactly(4) if second & 128 else bytes(4)
        payload = await reader.readexactly(length)
        return first & 15, bool(first & 128), bytes(octet ^ mask[i % 4] for i, octet in enumerate(payload))

    async def converse(self, reader, writer):
        def say(opcode, payload):
            if self.fault != "silent":
                writer.write(frame_bytes(opcode, payload, masked=self.fault == "masked"))

        message = b""
        while True:
            opcode, fin, payload = await self.read_frame(reader)
            if opcode == PING:
                say(PONG, payload[::-1] if self.fault == "swapped pongs" else payload)
            elif opcode == CLOSE:
                if self.fault != "no close frame":
                    say(CLOSE, struct.pack(">H", 1001) if self.fault == "wrong code" else payload)
                if self.fault == "talks on":
                    say(TEXT, b"and another thing")
                return
            elif opcode in (TEXT, CONT):
                message += payload
                if fin:
                    self.echo(say, message)
                    message = b""

    def echo(self, say, message):
        message = {"short": message[:-1], "spoilt": message[:-1] + b"~"}.get(self.fault, message)
        for _ in range(2 if self.fault == "twice" else 1):
            say(TEXT, message)


async def found(fault, cases):
    must_fail, must_not = PLANTED[fault]
    server = await asyncio.start_server(NaiveServer(fault).serve, "127.0.0.1", 0)
    target = Echo(server.sockets[0].getsockname()[1], 2**24)

    async def verdict(number):
        try:
            return (await within(run_case(target, cases[number]), 60))[0]
        except AssertionError:
            return "FAILED"

    verdicts = await asyncio.gather(*(verdict(number) for number in must_fail + must_not))
    server.close()
    missed = [number for number, said in zip(must_fail, verdicts) if said != "FAILED"]
    wrong = [number for number, said in zip(must_not, verdicts[len(must_fail) :]) if said == "FAILED"]
    if missed or wrong:
        print(f"MISSED {fault}: {missed} did not fail, {wrong} did")
    return not missed and not wrong


async def main():
    tester.PATIENCE = 3
    cases = {case.number: case for case in all_cases({"most": 2**16, "count": 2})}
    results = await asyncio.gather(*(found(fault, cases) for fault in PLANTED))
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
