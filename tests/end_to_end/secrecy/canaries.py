"""Finds known secrets in anything sent or written: as they are, encoded, escaped, cut in half."""

import base64
import json
import os
import urllib.parse

HALF = 16
LETTERS = "DGSCPLM"
CARDS = ("diamond", "gold", "silver", "cloth", "spice", "leather", "camel")


def aligned_base64(data, encode):
    """Base64 of these bytes at any offset within others: the characters that depend on nothing else."""
    for before in range(3):
        text = encode(bytes(before) + data)
        skipped = {0: 0, 1: 2, 2: 3}[before]
        whole = (before + len(data)) // 3 * 4  # up to here, later bytes have no influence
        yield text[skipped:whole]


def of_bytes(data):
    """(form, pattern) for each encoding of the bytes."""
    yield "raw", data
    digits = data.hex()
    yield "hex", digits.encode()
    yield "HEX", digits.upper().encode()
    for mark in (b" ", b":", b", ", b",", b"\\x", b", 0x", b" 0x"):
        yield f"hex with {mark.decode()!r}", mark.join(b"%02x" % octet for octet in data)
    for mark in (b",", b", ", b" "):
        yield f"decimal with {mark.decode()!r}", mark.join(b"%d" % octet for octet in data)
    for name, encode in (("base64", base64.b64encode), ("base64url", base64.urlsafe_b64encode)):
        for text in aligned_base64(data, encode):
            yield name, text
    yield "percent", b"".join(b"%%%02X" % octet for octet in data)
    yield "percent, small", b"".join(b"%%%02x" % octet for octet in data)
    yield "log", b"".join(b"\\u00%02x" % octet for octet in data)


def of_text(text):
    """(form, bytes) of a text: as it is, as a program might quote it, and as bytes."""
    yield from of_bytes(text.encode())
    yield "URL", urllib.parse.quote(text).encode()
    yield "form", urllib.parse.quote_plus(text).encode()
    yield "JSON", json.dumps(text)[1:-1].encode()
    yield "JSON, all escaped", "".join(
        f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else json.dumps(sign)[1:-1] for sign in text
    ).encode()
    yield "log", "".join(chr(o) if 0x20 <= o <= 0x7E else f"\\u00{o:02x}" for o in text.encode()).encode()
    yield "UTF-16", text.encode("utf-16-le")
    yield "reversed", text[::-1].encode()


def with_halves(forms):
    """Each form whole, and its first and last characters if they are long enough to be unique."""
    for name, pattern in forms:
        yield name, pattern
        if len(pattern) >= HALF + 4:
            yield f"first half of {name}", pattern[:HALF]
            yield f"last half of {name}", pattern[-HALF:]


def deck_forms(letters):
    """A run of cards, in the ways in which a program may write it."""
    names = [CARDS[LETTERS.index(letter)] for letter in letters]
    numbers = [LETTERS.index(letter) for letter in letters]
    yield "letters", letters.encode()
    yield "small letters", letters.lower().encode()
    for mark in (" ", ",", ", ", '","', '", "', "\n"):
        yield "names", mark.join(names).encode()
        yield "letters apart", mark.join(letters).encode()
        yield "numbers", mark.join(map(str, numbers)).encode()
    yield "octets", bytes(numbers)
    yield "digits", "".join(map(str, numbers)).encode()


class Searcher:
    """`found(data)` returns (secret, form) for each secret in the data."""

    PREFIX = 8

    def __init__(self):
        self.patterns = {}  # pattern -> (secret, form)
        self.prefixes = {}  # prefix of a pattern -> [(pattern, (secret, form))]

    def text(self, name, text):
        self._add(name, with_halves(of_text(text)))

    def octets(self, name, data):
        self._add(name, with_halves(of_bytes(data)))

    def token(self, name, token):
        """Adds both: 43 characters, and the 32 bytes that they encode."""
        self.text(name, token)
        self.octets(name, base64.urlsafe_b64decode(token + "="))

    def deck(self, name, letters):
        """Twelve cards in a row are unique: one in 10**9 or so."""
        for begin in range(0, len(letters) - 11, 6):
            self._add(name, deck_forms(letters[begin : begin + 12]))

    def _add(self, name, forms):
        for form, pattern in forms:
            if len(pattern) >= self.PREFIX:
                self.patterns.setdefault(pattern, (name, form))
        self.prefixes = {}

    def only(self, names):
        """A searcher for only these secrets."""
        few = Searcher()
        few.patterns = {pattern: what for pattern, what in self.patterns.items() if what[0] in names}
        return few

    def found(self, data, but=()):
        """`but`: secrets that are allowed there."""
        if not self.prefixes:
            for pattern, what in self.patterns.items():
                self.prefixes.setdefault(pattern[: self.PREFIX], []).append((pattern, what))
        data, hits, size = bytes(data), set(), self.PREFIX
        for place in range(len(data) - size + 1):
            if (prefix := data[place : place + size]) in self.prefixes:
                hits |= {what for pattern, what in self.prefixes[prefix] if data.startswith(pattern, place)}
        return sorted(hit for hit in hits if hit[0] not in but)


def files_below(directory):
    for folder, _, names in os.walk(directory):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                yield path
