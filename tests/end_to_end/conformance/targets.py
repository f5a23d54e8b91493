"""What to expect from each server in the same case.

The echo server is only our transport: it returns texts. By its protocol, the game server sends exactly one reply to each text, `bad_json`
if it isn't JSON; so there, each case runs twice: as it is, and wrapped into a chat message, which comes back unchanged if the protocol allows it.
Both refuse binary messages (1003) and messages over their limit (1009): there our contract is stricter than the RFC, and the rest of the case doesn't apply.
"""

import dataclasses
import json
import unicodedata

from case import BINARY, CONT, PING, TEXT, Case, Fails, Rounds, Send, WeClose, frame

BAD_JSON = ("error", None, "bad_json")


@dataclasses.dataclass
class Due:
    steps: list
    spoken: list
    end: object
    optional: bool
    in_order: bool = True  # pongs among texts


def first_refusal(steps, most):
    """The codes for the first message that the RFC allows and our contract refuses, and how many were complete before: (codes, texts, pongs)."""
    texts = pongs = size = 0
    for step in steps:
        if isinstance(step, Rounds):
            if len(step.payload) > most:
                return (1009,), texts, pongs
            continue
        if not isinstance(step, Send):
            continue
        if step.broken:
            return None
        pongs += step.opcode == PING
        if step.opcode == BINARY:
            return (1003, 1009) if len(step.payload) > most else (1003,), texts, pongs
        if step.opcode in (TEXT, CONT):
            size = len(step.payload) + (0 if step.opcode == TEXT else size)
            if size > most:
                return (1009,), texts, pongs
            texts += step.fin
    return None


class Echo:
    """Returns texts."""

    name = "echo"

    def __init__(self, port, most):
        self.port = port
        self.most = most

    async def prepare(self, tester):
        pass

    def answer_to(self, payload):
        return payload

    def due(self, case: Case):
        due = []
        for step in case.steps:
            due += [("text", step.payload)] * step.count if isinstance(step, Rounds) else []
        due = [(kind, self.answer_to(value) if kind == "text" else value) for kind, value in case.due + due]
        refusal = first_refusal(case.steps, self.most)
        if refusal is None:
            return Due(case.steps, due, case.end, case.optional)
        codes, texts, pongs = refusal
        kept = []
        for event in due:
            left = texts if event[0] == "text" else pongs if event[0] == "pong" else 0
            if left > 0:
                kept.append(event)
            texts -= event[0] == "text"
            pongs -= event[0] == "pong"
        return Due(case.steps, kept, Fails(codes), case.optional)

    def said(self, spoken):
        """What is compared."""
        return spoken


class Game(Echo):
    """Replies `bad_json` to each text: no payload of the suite is a request."""

    name = "game"

    def answer_to(self, payload):
        return BAD_JSON

    def said(self, spoken):
        return [(kind, replied(value) if kind == "text" else value) for kind, value in spoken]


def replied(text):
    message = json.loads(text)
    if message["type"] == "chat":
        return ("chat", message["text"])
    return (message["type"], message["re"], message.get("code"))


def points(ranges):
    ends = (each.partition("-") for each in ranges.split())
    return {point for first, _, last in ends for point in range(int(first, 16), int(last or first, 16) + 1)}


# By protocol/README.md: characters forbidden in chat, and those that are invisible when alone.
HIDDEN = points(
    "AD 34F 61C 17B4-17B5 180E 200B-200F 202A-202E 2060-206F FEFF FFF0-FFFB 13430-1343F 1BCA0-1BCA3 1D173-1D17A"
    " E0000-E00FF E01F0-E0FFF"
)
BLANK = points(
    "600-605 6DD 70F 890-891 8E2 115F-1160 180B-180F 2800 3164 FE00-FE0F FFA0 110BD 110CD 13441-13442 16FE4 1D159"
    " E0100-E01EF"
)


def refused_in_chat(text):
    for sign in text:
        point, category = ord(sign), unicodedata.category(sign)
        noncharacter = point & 0xFFFE == 0xFFFE or 0xFDD0 <= point <= 0xFDEF
        if point in HIDDEN or noncharacter or category in ("Cc", "Zl", "Zp"):
            return True
    shows = any(ord(sign) not in BLANK and not sign.isspace() for sign in text)
    return not 1 <= len(text) <= 200 or not shows


class Chat(Game):
    """A case whose texts are wrapped into chat messages: the reply has the message's number, and the text comes back complete."""

    name = "chat"

    async def prepare(self, tester):
        request = {"type": "create_room", "id": 1, "name": "Asha"}
        await tester.send(frame(TEXT, json.dumps(request)).bytes)
        await tester.until_spoken(3)  # ok, room, view
        assert [json.loads(text)["type"] for _, text in tester.spoken] == ["ok", "room", "view"], tester.spoken
        tester.spoken.clear()

    def suits(self, case):
        return (
            isinstance(case.end, WeClose)
            and all(kind != "binary" for kind, _ in case.due)
            and any(kind == "text" for kind, _ in case.due)
        )

    def due(self, case):
        steps, texts = wrapped(case.steps)
        spoken = []
        for kind, value in case.due:
            spoken += [(kind, value)] if kind == "pong" else []
        for number, (payload, size) in enumerate(texts, 101):
            if size > self.most:
                return Due(steps, spoken, Fails((1009,)), case.optional, False)
            text = payload.decode()
            if any(sign < " " or sign in '"\\' for sign in text):
                spoken.append(("text", BAD_JSON))
            elif refused_in_chat(text):
                spoken.append(("text", ("error", number, "bad_text")))
            else:
                spoken += [("text", ("ok", number, None)), ("text", ("chat", text))]
        return Due(steps, spoken, case.end, case.optional, False)


def wrapped(steps):
    """The same frames, with JSON around each text; and their texts, with the total size."""
    result, texts, payload, size = [], [], b"", 0
    for step in steps:
        if not isinstance(step, Send) or step.opcode not in (TEXT, CONT):
            result.append(step)
            continue
        begin = b'{"type":"chat","id":%d,"text":"' % (101 + len(texts)) if step.opcode == TEXT else b""
        end = b'"}' if step.fin else b""
        payload = (b"" if step.opcode == TEXT else payload) + step.payload
        built = frame(step.opcode, begin + step.payload + end, fin=step.fin)
        size = len(built.payload) + (0 if step.opcode == TEXT else size)
        result.append(built)
        if step.fin:
            texts.append((payload, size))
    return result, texts
