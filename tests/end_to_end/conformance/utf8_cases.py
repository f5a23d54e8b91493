"""Group 6: valid and invalid UTF-8, whole and in pieces."""

from case import CONT, TEXT, Case, Fails, RefusedByNow, frame

BAD = Fails((1007,))
GREEK = "κόσμε".encode()
SIGNS = "Hello-µ@ßöäüàá-UTF-8!!".encode()


def octets(payload):
    """Each octet as a fragment, and an empty one at the end."""
    pieces = [payload[i : i + 1] for i in range(len(payload))]
    return [frame(CONT if i else TEXT, piece, fin=False) for i, piece in enumerate(pieces)] + [frame(CONT)]


def fragmented():
    yield Case("6.1.1", "empty text", [frame(TEXT)], [("text", b"")])
    empty = [frame(TEXT, fin=False), frame(CONT, fin=False), frame(CONT)]
    yield Case("6.1.2", "three empty fragments", empty, [("text", b"")])
    middle = [frame(TEXT, fin=False), frame(CONT, b"middle frame payload", fin=False), frame(CONT)]
    yield Case("6.1.3", "three fragments, first and last empty", middle, [("text", b"middle frame payload")])
    yield Case("6.2.1", "characters in one frame", [frame(TEXT, SIGNS)], [("text", SIGNS)])
    cut = SIGNS.index("ß".encode())
    yield Case(
        "6.2.2",
        "characters in two fragments, cut between two",
        [frame(TEXT, SIGNS[:cut], fin=False), frame(CONT, SIGNS[cut:])],
        [("text", SIGNS)],
    )
    yield Case("6.2.3", "characters, each octet a fragment", octets(SIGNS), [("text", SIGNS)])
    yield Case("6.2.4", "Greek, each octet a fragment", octets(GREEK), [("text", GREEK)])
    spoilt = GREEK + b"\xed\xa0\x80" + b"edited"
    yield Case("6.3.1", "a surrogate in the middle", [frame(TEXT, spoilt)], end=BAD)
    yield Case("6.3.2", "a surrogate in the middle, each octet a fragment", octets(spoilt), end=BAD)


def failing_early():
    """Refused as soon as no continuation could be valid."""
    above, edited = b"\xf4\x90\x80\x80", b"edited"
    steps = [frame(TEXT, GREEK, fin=False), frame(CONT, above, fin=False), RefusedByNow(), frame(CONT, edited)]
    yield Case("6.4.1", "above U+10FFFF, in the second of three fragments", steps, end=BAD)
    steps = [
        frame(TEXT, GREEK + above[:1], fin=False),
        frame(CONT, above[1:2], fin=False),
        RefusedByNow(),
        frame(CONT, above[2:] + edited),
    ]
    yield Case("6.4.2", "above U+10FFFF, known by its second octet", steps, end=BAD)
    whole = frame(TEXT, GREEK + above + edited)
    yield Case("6.4.3", "like 6.4.1, one frame in three pieces", [whole.cut_at(len(GREEK), len(GREEK) + 4)], end=BAD)
    yield Case(
        "6.4.4",
        "like 6.4.2, one frame in three pieces",
        [whole.cut_at(len(GREEK) + 1, len(GREEK) + 2)],
        end=BAD,
    )


def numbered(section, what, sound, payloads):
    for number, payload in enumerate(payloads, 1):
        due, end = ([("text", payload)], {}) if sound else ([], {"end": BAD})
        yield Case(f"6.{section}.{number}", f"{what}: {payload.hex(' ')}"[:100], [frame(TEXT, payload)], due, **end)


def hexes(text):
    return [bytes.fromhex(part) for part in text.split()]


def lonely():
    for first, last in ((0xC0, 0xDF), (0xE0, 0xEF), (0xF0, 0xF7), (0xF8, 0xFB), (0xFC, 0xFD)):
        yield b"".join(bytes([octet, 0x20]) for octet in range(first, last + 1))


MISSING = hexes("c0 e080 f08080 f8808080 fc80808080 df efbf f7bfbf fbbfbfbf fdbfbfbfbf")
SURROGATES = hexes("eda080 edadbf edae80 edafbf edb080 edbe80 edbfbf")
PAIRS = hexes("eda080edb080 eda080edbfbf edadbfedb080 edadbfedbfbf edae80edb080 edae80edbfbf edafbfedb080 edafbfedbfbf")
NONCHARACTERS = [chr((plane << 16) | low).encode() for plane in range(17) for low in (0xFFFE, 0xFFFF)]


def cases():
    yield from fragmented()
    yield from failing_early()
    some = [word.encode() for word in ("hello$world", "hello¢world", "hello€world", "hello𤭢world", "κόσμε")]
    yield from numbered(5, "valid", True, some)
    for length in range(1, len(GREEK) + 1):
        prefix = GREEK[:length]
        sound = prefix.decode(errors="ignore").encode() == prefix
        [case] = numbered(6, "prefix of Greek", sound, [prefix])
        case.number = f"6.6.{length}"
        yield case
    yield from numbered(7, "first of its length", True, hexes("00 c280 e0a080 f0908080"))
    yield from numbered(8, "first of five and six octets", False, hexes("f888808080 fc8480808080"))
    yield from numbered(9, "last of its length", True, hexes("7f dfbf efbfbf f48fbfbf"))
    yield from numbered(10, "last of four to six octets", False, hexes("f7bfbfbf fbbfbfbfbf fdbfbfbfbfbf"))
    yield from numbered(11, "at a boundary", True, hexes("ed9fbf ee8080 efbfbd f48fbfbf"))
    [case] = numbered(11, "beyond a boundary", False, hexes("f4908080"))
    case.number = "6.11.5"
    yield case
    unexpected = hexes("80 bf") + [(b"\x80\xbf" * 3 + b"\x80")[:length] for length in range(2, 8)]
    unexpected[-1] = bytes(range(0x80, 0xC0))
    yield from numbered(12, "unexpected continuation", False, unexpected)
    yield from numbered(13, "lone first octets", False, lonely())
    yield from numbered(14, "last octet missing", False, MISSING)
    yield from numbered(15, "incomplete sequences in a row", False, [b"".join(MISSING)])
    yield from numbered(16, "impossible octets", False, hexes("fe ff fefeffff"))
    yield from numbered(17, "overlong slash", False, hexes("c0af e080af f08080af f8808080af fc80808080af"))
    yield from numbered(18, "highest overlong", False, hexes("c1bf e09fbf f08fbfbf f887bfbfbf fc83bfbfbfbf"))
    yield from numbered(19, "overlong NUL", False, hexes("c080 e08080 f0808080 f880808080 fc8080808080"))
    yield from numbered(20, "a surrogate", False, SURROGATES)
    yield from numbered(21, "paired surrogates", False, PAIRS)
    yield from numbered(22, "noncharacter", True, NONCHARACTERS)
    yield from numbered(23, "special", True, hexes("efbfb9 efbfba efbfbb efbfbc efbfbd efbfbe efbfbf"))
