#!/usr/bin/python3
"""The searcher finds every planted secret, in every form, anywhere, and nothing in data without secrets."""

import base64
import json
import random
import sys
import urllib.parse

from canaries import Searcher

TOKEN = "mHnm5dGJcM2lZQ0S8mZ0b9gI1vUu0kqJk2mZ5nq3x1Y"
TEXT = 'Ünder "the" café table: Ωμ/+?'
SEED = random.Random(5).randbytes(32)
DECK = "".join(random.Random(6).choices("DGSCPLM", k=40))


def plants():
    """(name of the secret, data that contains it)."""
    octets = base64.urlsafe_b64decode(TOKEN + "=")
    yield "token", TOKEN.encode()
    yield "token", json.dumps({"token": TOKEN}).encode()
    yield "token", f"/ws?token={TOKEN}&x=1".encode()
    yield "token", TOKEN[:16].encode()
    yield "token", b"..." + TOKEN[-16:].encode()
    yield "token", octets
    yield "token", octets.hex().encode()
    yield "token", octets.hex().upper().encode()
    yield "token", base64.b64encode(octets)
    yield "token", base64.b64encode(TOKEN.encode())
    for shift in range(7):
        yield "token", base64.b64encode(b"x" * shift + TOKEN.encode() + b"and so on")
        yield "seed", base64.urlsafe_b64encode(b"\xff" * shift + SEED + b"\xff")
        yield "text", base64.b64encode(b"y" * shift + TEXT.encode())
    yield "token", "".join(f"%{ord(sign):02X}" for sign in TOKEN).encode()
    yield "token", "".join(f"\\u{ord(sign):04x}" for sign in TOKEN).encode()
    yield "text", TEXT.encode()
    yield "text", json.dumps(TEXT).encode()
    yield "text", json.dumps(TEXT, ensure_ascii=False).encode()
    yield "text", urllib.parse.quote(TEXT).encode()
    yield "text", urllib.parse.quote_plus(TEXT).encode()
    yield "text", urllib.parse.quote(TEXT, safe="").encode()
    yield "text", TEXT.encode().hex().encode()
    yield "text", TEXT.encode("utf-16-le")
    yield "seed", SEED
    yield "seed", repr(list(SEED)).encode()
    yield "seed", SEED.hex(" ").encode()
    yield "seed", SEED.hex(":").encode()
    yield "seed", ", ".join(f"0x{octet:02x}" for octet in SEED).encode()
    yield "seed", SEED.hex()[:16].encode()
    yield "seed", SEED.hex()[-16:].encode()
    yield "seed", b"\0" * 500 + SEED[:16]
    cards = dict(zip("DGSCPLM", ("diamond", "gold", "silver", "cloth", "spice", "leather", "camel")))
    yield "deck", DECK.encode()
    yield "deck", json.dumps([cards[letter] for letter in DECK]).encode()
    yield "deck", " ".join(cards[letter] for letter in DECK[10:30]).encode()
    yield "deck", bytes("DGSCPLM".index(letter) for letter in DECK)


def main():
    searcher = Searcher()
    searcher.token("token", TOKEN)
    searcher.text("text", TEXT)
    searcher.octets("seed", SEED)
    searcher.deck("deck", DECK)
    passed = failed = 0
    for number, (name, written) in enumerate(plants()):
        for data in (written, b'{"event":"' + written + b'"}\n' * 3, random.Random(number).randbytes(4000) + written):
            if any(secret == name for secret, _ in searcher.found(data)):
                passed += 1
            else:
                failed += 1
                print(f"MISSED {name} in {written[:80]!r}")
    for data in (
        random.Random(9).randbytes(200_000),
        b'{"event":"listening","address":"127.0.0.1:7777"}' * 1000,
        TOKEN[:12].encode(),
        b"",
        SEED[::2],
    ):
        found = searcher.found(data)
        failed += bool(found)
        passed += not found
        if found:
            print(f"FAILED found {found[:3]} in data without secrets")
    assert searcher.found(TOKEN.encode(), but=("token",)) == [], "reported an allowed secret"
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
