"""Groups 9 (limits and performance), 10 (fragments), 12 and 13 (compression, offered but not accepted)."""

import base64
import random

from case import BINARY, TEXT, Case, Fails, Rounds, fragments, frame

KIB, MIB = 1024, 1024 * 1024
SIZES = (64 * KIB, 256 * KIB, MIB, 4 * MIB, 8 * MIB, 16 * MIB)
FRAGMENTS = (64, 256, KIB, 4 * KIB, 16 * KIB, 64 * KIB, 256 * KIB, MIB, 4 * MIB)
CHOPS = (64, 128, 256, 512, KIB, 2 * KIB)
ROUND_SIZES = (0, 16, 64, 256, KIB, 4 * KIB)
# Payload and fragment sizes of 12.* and 13.*
COMPRESSED = [
    (16, 0),
    (64, 0),
    (256, 0),
    (KIB, 0),
    (4 * KIB, 0),
    (8 * KIB, 0),
    (16 * KIB, 0),
    (32 * KIB, 0),
    (64 * KIB, 0),
    (128 * KIB, 0),
]
COMPRESSED += [(8 * KIB, 256), (16 * KIB, 256), (32 * KIB, 256), (64 * KIB, 256), (128 * KIB, 256)]
COMPRESSED += [(128 * KIB, KIB), (128 * KIB, 4 * KIB), (128 * KIB, 32 * KIB)]
OFFERS = (  # of 13.1 to 13.7, as clients send them
    "permessage-deflate",
    "permessage-deflate; server_no_context_takeover; client_no_context_takeover",
    "permessage-deflate; server_max_window_bits=9; client_max_window_bits",
    "permessage-deflate; server_max_window_bits=15; client_max_window_bits",
    "permessage-deflate; server_no_context_takeover; server_max_window_bits=9; client_max_window_bits",
    "permessage-deflate; server_no_context_takeover; server_max_window_bits=15; client_max_window_bits=15",
    (
        "permessage-deflate; server_no_context_takeover; server_max_window_bits=9; client_max_window_bits, "
        "permessage-deflate; server_no_context_takeover, permessage-deflate"
    ),
)


# What 12.1 to 12.5 send: texts that compress well and badly.
WORDS = (
    "abcdefghij klmnop",
    '{"AutobahnPython": 17, "x": null}',
    "κόσμε € 𤭢 ßöä",
    "*",
    base64.b64encode(random.Random(1).randbytes(3000)).decode(),
)


def text_of(size, kind=0):
    word = WORDS[kind].encode()
    cut = (word * (size // len(word) + 1))[:size].decode(errors="ignore").encode()
    return cut + b"." * (size - len(cut))


def limits(most):
    for major, opcode, kind in ((1, TEXT, "text"), (2, BINARY, "binary")):
        for number, size in enumerate(SIZES, 1):
            if size <= most:
                payload = text_of(size)
                yield Case(
                    f"9.{major}.{number}",
                    f"{kind} message of {size} octets",
                    [frame(opcode, payload)],
                    [(kind, payload)],
                )
    for major, opcode, kind in ((3, TEXT, "text"), (4, BINARY, "binary")):
        payload = text_of(min(4 * MIB, most))
        for number, size in enumerate(FRAGMENTS, 1):
            if most // size <= 65536:  # small pieces take long here
                steps = fragments(opcode, payload, size)
                yield Case(
                    f"9.{major}.{number}",
                    f"{kind} of {len(payload)} octets in fragments of {size}",
                    steps,
                    [(kind, payload)],
                )
    for major, opcode, kind in ((5, TEXT, "text"), (6, BINARY, "binary")):
        payload = text_of(min(MIB, most))
        for number, chop in enumerate(CHOPS, 1):
            title = f"{kind} of {len(payload)} octets in chops of {chop}"
            yield Case(f"9.{major}.{number}", title, [frame(opcode, payload)], [(kind, payload)], chop=chop)


def rounds(count):
    for number, size in enumerate(ROUND_SIZES, 1):
        yield Case(f"9.7.{number}", f"{count} texts of {size} octets", [Rounds(count, text_of(size))])
    for number, size in enumerate(ROUND_SIZES, 1):
        steps, payload = [frame(BINARY, text_of(size))] * 2, text_of(size)
        yield Case(f"9.8.{number}", f"binary messages of {size} octets", steps, [("binary", payload)])


def compression(count):
    for major in range(1, 6):
        for number, (size, fragment) in enumerate(COMPRESSED, 1):
            title = f"compression offered, texts of {size} octets in fragments of {fragment or size}"
            yield Case(
                f"12.{major}.{number}", title, [Rounds(count, text_of(size, major - 1), fragment)], offer=OFFERS[0]
            )
    for major, offer in enumerate(OFFERS, 1):
        for number, (size, fragment) in enumerate(COMPRESSED, 1):
            title = f"{offer[:60]}, texts of {size} octets in fragments of {fragment or size}"
            yield Case(f"13.{major}.{number}", title, [Rounds(count, text_of(size), fragment)], offer=offer)
    # Beyond the suite: a client that compresses although the server refused.
    for number, offer in enumerate(OFFERS, 31):
        yield Case(
            f"0.{number}",
            "a compressed text after compression was refused",
            [frame(TEXT, b"\xf2H\xcd\xc9\xc9\x07\x00", rsv=4)],
            end=Fails((1002,)),
            offer=offer,
        )


def cases(most, count):
    """Messages of up to `most` octets, and `count` messages in a row."""
    yield from limits(most)
    yield from rounds(count)
    payload = text_of(65536)
    yield Case(
        "10.1.1", "text of 65536 octets in fragments of 1300", fragments(TEXT, payload, 1300), [("text", payload)]
    )
    yield from compression(count)
