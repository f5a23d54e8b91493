"""Group 7: the closing handshake, its codes, reasons and payloads."""

import struct

from case import CLOSE, CONT, PING, TEXT, Answers, Case, Fails, Wait, fragments, frame

HELLO = b"Hello World!"
BROKEN = Fails((1002,))
VALID = (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999)
INVALID = (0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999)
UNDEFINED = (5000, 65535)  # the suite accepts any answer; these codes don't exist, so we don't


def close(code=1000, reason=b""):
    return frame(CLOSE, struct.pack(">H", code) + reason)


def cases():
    yield Case("7.1.1", "text, then close", [frame(TEXT, HELLO), Wait(), close()], [("text", HELLO)], Answers((1000,)))
    yield Case("7.1.2", "two closes", [close(), close()], end=Answers((1000,)))
    yield Case("7.1.3", "ping after close", [close(), frame(PING)], end=Answers((1000,)))
    yield Case("7.1.4", "text after close", [close(), frame(TEXT, HELLO)], end=Answers((1000,)))
    steps = [frame(TEXT, b"fragment1", fin=False), close(), frame(CONT, b"fragment2")]
    yield Case("7.1.5", "close within a text", steps, end=Answers((1000,)))
    long = b"Hello World!" * 21846
    steps = [*fragments(TEXT, long, 0), close(), frame(PING)]
    yield Case("7.1.6", "256 KiB, close and ping in a row", steps, [("text", long)], Answers((1000,)), optional=True)
    yield Case("7.3.1", "close without payload", [frame(CLOSE)], end=Answers((1000, 1005)))
    yield Case("7.3.2", "close with one octet", [frame(CLOSE, b"a")], end=BROKEN)
    yield Case("7.3.3", "close with a code", [close()], end=Answers((1000,)))
    yield Case("7.3.4", "close with a code and a reason", [close(1000, b"Hello World!")], end=Answers((1000,)))
    yield Case("7.3.5", "close with a reason of 123 octets", [close(1000, b"*" * 123)], end=Answers((1000,)))
    yield Case("7.3.6", "close with a reason of 124 octets", [close(1000, b"*" * 124)], end=BROKEN)
    spoilt = "κόσμε".encode() + b"\xed\xa0\x80" + b"edited"
    yield Case("7.5.1", "close with a reason that isn't UTF-8", [close(1000, spoilt)], end=Fails((1002, 1007)))
    for number, code in enumerate(VALID, 1):
        yield Case(f"7.7.{number}", f"close with the valid code {code}", [close(code)], end=Answers((code,)))
    for number, code in enumerate(INVALID, 1):
        yield Case(f"7.9.{number}", f"close with the invalid code {code}", [close(code)], end=BROKEN)
    for number, code in enumerate(UNDEFINED, 1):
        yield Case(f"7.13.{number}", f"close with the undefined code {code}", [close(code)], end=BROKEN)
    # Beyond the suite: a close right after a message doesn't lose the message.
    yield Case(
        "0.20", "text and close in one piece", [frame(TEXT, HELLO), close()], [("text", HELLO)], Answers((1000,))
    )
