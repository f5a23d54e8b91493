"""jaipur-fair-1, written only from protocol/README.md.

The server's secret and the nonces of the contributing players determine each round's deck; everything that
is published before the deal binds them, and everything published after the match lets anyone deal it again.
"""

import hashlib
import hmac
import secrets
import struct

VERSION = "jaipur-fair-1"
V = VERSION.encode("ascii")
PARAMS = "jaipur-2p/1;deck=DGSCPLM;6,6,6,8,8,10,8;b3=1,1,2,2,2,3,3;b4=4,4,5,5,6,6;b5=8,8,9,10,10"

LETTER_TO_CARD = {
    "D": "diamond",
    "G": "gold",
    "S": "silver",
    "C": "cloth",
    "P": "spice",
    "L": "leather",
    "M": "camel",
}
FRESH_DECK = "D" * 6 + "G" * 6 + "S" * 6 + "C" * 8 + "P" * 8 + "L" * 10 + "M" * 8
FRESH_BONUS = {3: [1, 1, 2, 2, 2, 3, 3], 4: [4, 4, 5, 5, 6, 6], 5: [8, 8, 9, 10, 10]}


def length_prefixed(part):
    return struct.pack(">H", len(part)) + part


def tagged_hash(tag, *parts):
    digest = hashlib.sha256(length_prefixed(V + b"/" + tag))
    for part in parts:
        digest.update(length_prefixed(part))
    return digest.digest()


def server_commit(match, params, seed):
    return tagged_hash(b"server", match, params, seed)


def seat_commit(match, commit_of_server, seat, nonce):
    return tagged_hash(b"seat", match, commit_of_server, bytes([seat]), nonce)


def table_hash(match, params, commit_of_server, seat_commits, nonces):
    return tagged_hash(b"table", match, params, commit_of_server, *seat_commits, *nonces)


def round_key(seed, table, number):
    message = length_prefixed(V + b"/round") + length_prefixed(table) + length_prefixed(bytes([number]))
    return hmac.new(seed, message, hashlib.sha256).digest()


class Words:
    """draw() from any source of u32 words: a keyed stream, or a test's list."""

    def __init__(self, words):
        self._words = iter(words)

    @classmethod
    def of_stream(cls, key, label):
        return cls(cls._stream(key, label))

    @staticmethod
    def _stream(key, label):
        block = 0
        while True:
            yield from struct.unpack(
                ">8I", hmac.new(key, length_prefixed(label) + struct.pack(">I", block), hashlib.sha256).digest()
            )
            block += 1

    def draw(self, n):
        limit = 2**32 - (2**32 % n)
        while True:
            word = next(self._words)
            if word < limit:
                return word % n

    def shuffle(self, items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            j = self.draw(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


class RoundDeal:
    """The deck (top first, as card names), the bonus piles (top first) and the drawn starter of one round."""

    def __init__(self, key):
        self.key = key
        self.letters = "".join(Words.of_stream(key, b"deck").shuffle(FRESH_DECK))
        self.deck = [LETTER_TO_CARD[letter] for letter in self.letters]
        self.bonus = {
            tier: Words.of_stream(key, b"bonus%d" % tier).shuffle(values) for tier, values in FRESH_BONUS.items()
        }
        self.start = Words.of_stream(key, b"start").draw(2)

    @property
    def market(self):
        return ["camel"] * 3 + self.deck[10:12]

    def dealt_to(self, seat):
        return self.deck[5 * seat : 5 * seat + 5]

    @property
    def stock(self):
        return self.deck[12:]


class Contribution:
    """One seat's secret: drawn when `fair` is published, revealed after the table."""

    def __init__(self, seat, fair):
        self.seat = seat
        self.match = fair["match"]
        self.nonce = secrets.token_bytes(32)
        self.commit = seat_commit(bytes.fromhex(fair["match"]), bytes.fromhex(fair["server_commit"]), seat, self.nonce)


def faults_of_proof(proof):
    """Why this proof is invalid, as a list of sentences; empty for a valid one."""
    fields = {"v", "match", "params", "server_commit", "seat_commits", "nonces", "table", "server_seed"}
    if set(proof) != fields:
        return [f"fields {sorted(proof)}"]
    try:
        match = bytes.fromhex(proof["match"])
        commit = bytes.fromhex(proof["server_commit"])
        commits = [bytes.fromhex(text) for text in proof["seat_commits"]]
        nonces = [bytes.fromhex(text) for text in proof["nonces"]]
        table = bytes.fromhex(proof["table"])
        seed = bytes.fromhex(proof["server_seed"])
    except (TypeError, ValueError) as error:
        return [f"not hexadecimal: {error}"]
    params = proof["params"].encode("ascii")
    faults = []
    if proof["v"] != VERSION:
        faults.append("version")
    if proof["params"] != PARAMS:
        faults.append("params")
    if len(match) != 16 or len(seed) != 32 or len(commits) != 2 or len(nonces) != 2:
        return faults + ["lengths"]
    if server_commit(match, params, seed) != commit:
        faults.append("the server's seed doesn't match its commitment")
    for seat in (0, 1):
        if not nonces[seat] and not commits[seat]:
            continue
        if len(nonces[seat]) != 32 or seat_commit(match, commit, seat, nonces[seat]) != commits[seat]:
            faults.append(f"the nonce of seat {seat} doesn't match its commitment")
    if table_hash(match, params, commit, commits, nonces) != table:
        faults.append("table hash")
    for text in [proof["match"], *proof["seat_commits"], *proof["nonces"], proof["table"], proof["server_seed"]]:
        if text != text.lower():
            faults.append("uppercase hexadecimal")
    return faults


def deal_round(proof, number):
    return RoundDeal(round_key(bytes.fromhex(proof["server_seed"]), bytes.fromhex(proof["table"]), number))
