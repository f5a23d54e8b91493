"""One connection of an attacker: plain sockets and prepared bytes, so that it is as fast as the machine allows.

It records when it began, when the server first refused it something, and when and how it ended.
"""

import json
import re
import socket
import struct
import time
from collections import Counter

from raw_socket import CLOSE, PING, PONG, TEXT, frame_bytes, handshake_bytes
from server_process import PATIENCE

PIECE = 2**16


def request(kind, **fields):
    return frame_bytes(TEXT, json.dumps({"type": kind, "id": 1, **fields}, ensure_ascii=False).encode())


class Connection:
    def __init__(self, port, address, *, receive_buffer=None):
        self.address = address
        self.begun = time.monotonic()
        self.refused_at = None
        self.ended_at = None
        self.refusals = Counter()
        self.oks = Counter()
        self.answers = []
        self.sent = 0
        self.unsent = memoryview(b"")
        self.came = bytearray()
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", port))

    def shake(self):
        """Whether the server accepted it; counts an HTTP refusal."""
        try:
            self.socket.sendall(handshake_bytes(X_Forwarded_For=self.address))
            while b"\r\n\r\n" not in self.came:
                more = self.socket.recv(PIECE)
                if not more:
                    self.refuse("hung up")
                    return self.end()
                self.came += more
        except OSError:
            self.refuse("hung up")
            return self.end()
        head, _, rest = bytes(self.came).partition(b"\r\n\r\n")
        self.came = bytearray(rest)
        status = int(head.split()[1])
        if status != 101:
            self.refuse(f"http {status}")
            return self.end()
        self.socket.setblocking(False)
        return True

    def speak_http(self):
        """Switches to plain HTTP: every response counts, 429 as a refusal."""
        self.socket.setblocking(False)
        self.take_frames = self.take_responses

    def take_responses(self):
        for status in re.findall(rb"HTTP/1\.1 (\d+) ", self.came):
            self.oks[f"http {int(status)}"] += 1
            if status in (b"429", b"503"):
                self.refuse(f"http {int(status)}")
        del self.came[: max(0, self.came.rfind(b"HTTP/1.1 ") + 9)]

    @property
    def open(self):
        return self.ended_at is None

    def refuse(self, how):
        self.refusals[how] += 1
        self.refused_at = self.refused_at or time.monotonic()

    def end(self):
        if self.open:
            self.ended_at = time.monotonic()
            self.socket.close()
        return False

    def unrefused(self):
        """Seconds until the server refused it something."""
        return (self.refused_at or self.ended_at or time.monotonic()) - self.begun

    def write(self, data):
        """Sends what it can of `data` now, and the rest before anything later. Returns whether it sent everything."""
        try:
            for piece in (self.unsent, memoryview(data)):
                while piece and self.open:
                    count = self.socket.send(piece[:PIECE])
                    self.sent += count
                    piece = piece[count:]
            self.unsent = memoryview(b"")
        except BlockingIOError:
            if not self.unsent:
                self.unsent = piece
            return False
        except OSError:
            self.refuse("hung up")
            self.end()
        return True

    def read(self):
        """Reads what has arrived."""
        try:
            while self.open:
                data = self.socket.recv(PIECE)
                if not data:
                    self.refuse("hung up")
                    self.end()
                self.came += data
                self.take_frames()
                if len(data) < PIECE:
                    return
        except BlockingIOError:
            pass
        except OSError:
            self.refuse("hung up")
            self.end()

    def take_frames(self):
        data, at = self.came, 0
        while len(data) - at >= 2:
            length, start = data[at + 1] & 0x7F, at + 2
            if length == 126:
                if len(data) < start + 2:
                    break
                length, start = struct.unpack_from(">H", data, start)[0], start + 2
            if len(data) < start + length:
                break
            self.take(data[at] & 0x0F, bytes(data[start : start + length]))
            at = start + length
        del data[:at]

    def take(self, opcode, payload):
        if opcode == CLOSE:
            code = struct.unpack(">H", payload[:2])[0] if payload else 1005
            self.refuse(f"closed {code}")
            self.end()
        elif opcode == PING:
            self.write(frame_bytes(PONG, payload))
        elif payload.startswith(b'{"type":"error"'):
            code = json.loads(payload)["code"]
            self.oks[code] += 1
            if code in ("rate_limited", "server_full", "room_full"):
                self.refuse(code)
        elif payload.startswith(b'{"type":"ok"'):
            self.oks["ok"] += 1
            if b'"token"' in payload:
                self.answers.append(json.loads(payload))

    def ask(self, kind, **fields):
        """Sends a request that yields a token, and waits for the reply; None if it was refused."""
        self.write(request(kind, **fields))
        until = time.monotonic() + PATIENCE
        while not self.answers and self.open and not self.refusals and time.monotonic() < until:
            time.sleep(0.002)
            self.read()
        return self.answers.pop() if self.answers else None
