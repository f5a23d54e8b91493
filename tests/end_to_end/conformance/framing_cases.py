"""Groups 1 (framing), 2 (pings and pongs), 3 (reserved bits), 4 (opcodes), 5 (fragmentation)."""

from case import BINARY, CLOSE, CONT, PING, PONG, TEXT, Case, Fails, Wait, fragments, frame

HELLO = b"Hello, world!"
BROKEN = Fails((1002,))
EVERY_CHOP = (None, "frames", "octets")


def framing():
    sizes = (0, 125, 126, 127, 128, 65535, 65536)
    for major, opcode, kind in ((1, TEXT, "text"), (2, BINARY, "binary")):
        for number, (size, chop) in enumerate([(size, None) for size in sizes] + [(65536, 997)], 1):
            payload = (b"*" if opcode == TEXT else b"\xfe") * size
            title = f"{kind} message of {size} octets" + (f" in chops of {chop}" if chop else "")
            yield Case(f"1.{major}.{number}", title, [frame(opcode, payload)], [(kind, payload)], chop=chop)


def pings():
    binary = bytes.fromhex("00fffefdfcfb00ff")
    long = b"\xfe" * 125
    for number, title, payload, chop in [
        (1, "ping without payload", b"", None),
        (2, "ping with text payload", HELLO, None),
        (3, "ping with binary payload", binary, None),
        (4, "ping with 125 octets", long, None),
        (6, "ping with 125 octets, octet by octet", long, "octets"),
    ]:
        yield Case(f"2.{number}", title, [frame(PING, payload)], [("pong", payload)], chop=chop)
    yield Case("2.5", "ping with 126 octets", [frame(PING, b"\xfe" * 126)], end=BROKEN)
    yield Case("2.7", "unsolicited pong without payload", [frame(PONG)])
    yield Case("2.8", "unsolicited pong with payload", [frame(PONG, b"unsolicited pong payload")])
    steps = [frame(PONG, b"unsolicited pong payload"), frame(PING, b"ping payload")]
    yield Case("2.9", "unsolicited pong, then a ping", steps, [("pong", b"ping payload")])
    ten = [b"payload-%d" % i for i in range(10)]
    for number, chop in ((10, None), (11, "octets")):
        steps, due = [frame(PING, payload) for payload in ten], [("pong", payload) for payload in ten]
        yield Case(f"2.{number}", "ten pings", steps, due, chop=chop)


def reserved_bits():
    yield Case("3.1", "text with RSV = 1", [frame(TEXT, HELLO, rsv=1)], end=BROKEN)
    for number, rsv, chop in ((2, 2, None), (3, 3, "frames"), (4, 4, "octets")):
        steps = [frame(TEXT, HELLO), frame(TEXT, HELLO, rsv=rsv), frame(PING)]
        yield Case(f"3.{number}", f"text, text with RSV = {rsv}, ping", steps, [("text", HELLO)], BROKEN, chop)
    yield Case("3.5", "binary with RSV = 5", [frame(BINARY, b"\x00\xff\xfe\xfd\xfc\xfb\x00\xff", rsv=5)], end=BROKEN)
    yield Case("3.6", "ping with RSV = 6", [frame(PING, HELLO, rsv=6)], end=BROKEN)
    yield Case("3.7", "close with RSV = 7", [frame(CLOSE, rsv=7)], end=BROKEN)


def opcodes():
    for major, first in ((1, 3), (2, 11)):
        yield Case(f"4.{major}.1", f"reserved opcode {first}", [frame(first)], end=BROKEN)
        yield Case(
            f"4.{major}.2",
            f"reserved opcode {first + 1} with payload",
            [frame(first + 1, b"reserved opcode payload")],
            end=BROKEN,
        )
        for number, payload, chop in (
            (3, b"", None),
            (4, b"reserved opcode payload", None),
            (5, b"reserved opcode payload", "octets"),
        ):
            opcode = first + number - 1
            steps = [frame(TEXT, HELLO), frame(opcode, payload), frame(PING)]
            yield Case(
                f"4.{major}.{number}", f"text, reserved opcode {opcode}, ping", steps, [("text", HELLO)], BROKEN, chop
            )


def fragmentation():
    one, two = b"fragment1", b"fragment2"
    first, last = frame(TEXT, one, fin=False), frame(CONT, two)
    whole = ("text", one + two)
    yield Case("5.1", "ping in two fragments", [frame(PING, one, fin=False), last], end=BROKEN)
    yield Case("5.2", "pong in two fragments", [frame(PONG, one, fin=False), last], end=BROKEN)
    for number, chop in zip((3, 4, 5), EVERY_CHOP):
        yield Case(f"5.{number}", "text in two fragments", [first, last], [whole], chop=chop)
    for number, chop in zip((6, 7, 8), EVERY_CHOP):
        steps = [first, frame(PING, b"ping payload"), last]
        yield Case(
            f"5.{number}", "text in two fragments, a ping between", steps, [("pong", b"ping payload"), whole], chop=chop
        )
    for base, fin in ((9, True), (12, False)):
        for number, chop in zip(range(base, base + 3), EVERY_CHOP):
            steps = [frame(CONT, b"non-continuation payload", fin=fin), frame(TEXT, HELLO)]
            yield Case(
                f"5.{number}", f"continuation of nothing, FIN = {fin}, then a text", steps, end=BROKEN, chop=chop
            )
    steps = [first, last, frame(CONT, b"fragment3", fin=False), frame(TEXT, b"fragment4")]
    yield Case("5.15", "text in two fragments, a continuation of nothing, a text", steps, [whole], BROKEN)
    for number, fin in ((16, False), (17, True)):
        steps = [frame(CONT, one, fin=fin), frame(TEXT, two, fin=False), frame(CONT, b"fragment3")] * 2
        yield Case(
            f"5.{number}", f"twice: continuation of nothing, FIN = {fin}, then text in two fragments", steps, end=BROKEN
        )
    yield Case("5.18", "text in two fragments, both of opcode text", [first, frame(TEXT, two)], end=BROKEN)
    for number, chop in ((19, None), (20, "frames")):
        steps = [first, frame(CONT, two, fin=False), frame(PING, b"pongme 1!"), Wait(1.0)]
        steps += [frame(CONT, b"fragment3", fin=False), frame(CONT, b"fragment4", fin=False), frame(PING, b"pongme 2!")]
        steps += [frame(CONT, b"fragment5")]
        due = [
            ("pong", b"pongme 1!"),
            ("pong", b"pongme 2!"),
            ("text", b"".join(b"fragment%d" % i for i in range(1, 6))),
        ]
        yield Case(f"5.{number}", "text in five fragments, pings between, a pause", steps, due, chop=chop)


def of_our_own():
    """Beyond the suite: masks, and the server's limit on control frames."""
    yield Case("0.1", "text without a mask", [frame(TEXT, HELLO, masked=False)], end=BROKEN)
    yield Case("0.2", "ping without a mask", [frame(PING, HELLO, masked=False)], end=BROKEN)
    yield Case("0.3", "close without a mask", [frame(CLOSE, masked=False)], end=BROKEN)
    eleven = [frame(PING, b"%d" % i) for i in range(11)]
    due = [("pong", b"%d" % i) for i in range(11)]
    yield Case("0.4", "eleven pings: 1008", eleven, due, Fails((1008,)), optional=True)
    eleven = [frame(PONG, b"%d" % i) for i in range(11)]
    yield Case("0.5", "eleven unsolicited pongs: 1008", eleven, [], Fails((1008,)))
    for number, size in enumerate((4095, 4096), 6):
        yield Case(f"0.{number}", f"text of {size} octets", [frame(TEXT, b"x" * size)], [("text", b"x" * size)])
        steps = fragments(TEXT, b"x" * size, 1000)
        yield Case(f"0.{number + 2}", f"text of {size} octets in fragments", steps, [("text", b"x" * size)])
    for number, size in enumerate((4097, 5000), 10):
        yield Case(f"0.{number}", f"text of {size} octets", [frame(TEXT, b"x" * size)], [("text", b"x" * size)])
        steps = fragments(TEXT, b"x" * size, 1000)
        yield Case(f"0.{number + 2}", f"text of {size} octets in fragments", steps, [("text", b"x" * size)])


def cases():
    for group in (of_our_own, framing, pings, reserved_bits, opcodes, fragmentation):
        yield from group()
