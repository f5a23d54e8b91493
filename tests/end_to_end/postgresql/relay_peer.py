"""Another server of a cluster, or somebody who pretends to be one: speaks the servers' protocol (server/relay), with a separate
implementation."""

import asyncio
import base64
import contextlib
import hashlib
import hmac
import os

from server_process import eventually, within


def text64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def frame(kind, payload=b"", length=None):
    """`length` replaces the true one."""
    return kind + (len(payload) if length is None else length).to_bytes(3, "big") + payload


def proof(secret, *parts):
    said = b"".join(str(len(part)).encode() + b" " + part for part in parts)
    return text64(hmac.new(secret.encode(), said, hashlib.sha256).digest())


def introduction(challenge, secret, to="first", version=1, about="client v4 3405803783", more=""):
    text = f"version {version}\nnonce {text64(os.urandom(32))}\nfrom stranger\nto {to}\n{about}\n{more}".encode()
    return text + f"proof {proof(secret, b'introduction', challenge, text)}\n".encode()


class Peer:
    """A connection to the port for other servers."""

    @classmethod
    async def connect(cls, port):
        self = cls()
        self.reader, self.writer = await within(asyncio.open_connection("127.0.0.1", port))
        return self

    async def frame(self):
        """Kind and payload of the next one; None after the end."""
        try:
            head = await within(self.reader.readexactly(4))
            return head[:1], await within(self.reader.readexactly(int.from_bytes(head[1:], "big")))
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    async def challenge(self):
        kind, text = await self.frame()
        assert kind == b"h" and text.startswith(b"jaipur-relay "), (kind, text)
        return text

    def send(self, *frames):
        self.writer.write(b"".join(frames))

    async def introduced(self, secret, **more):
        """Whether the server welcomes it, and proves that it knows the secret as well."""
        challenge = await self.challenge()
        said = introduction(challenge, secret, **more)
        self.send(frame(b"h", said))
        welcome = await self.frame()
        if welcome is None:
            return False
        text, _, proved = welcome[1].rpartition(b"proof ")
        assert proved.strip().decode() == proof(secret, b"welcome", challenge, said, text), welcome
        return True

    async def ended(self):
        """Returns once the server has hung up."""
        while await self.frame() is not None:
            pass

    async def close(self):
        self.writer.close()


class SilentServer:
    """Another server that says at once that it has no seat, and keeps every relay waiting: `async with SilentServer(secret) as it`."""

    def __init__(self, secret):
        self.secret, self.relays = secret, 0

    async def __aenter__(self):
        self.listener = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.port = self.listener.sockets[0].getsockname()[1]
        return self

    async def serve(self, reader, writer):
        challenge = f"jaipur-relay 1 1\nnonce {text64(os.urandom(32))}\n".encode()
        writer.write(frame(b"h", challenge))
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            head = await reader.readexactly(4)
            said = await reader.readexactly(int.from_bytes(head[1:], "big"))
            if b"\nclient " in said:
                self.relays += 1
                await reader.read()
            else:
                text = b"found no\n"
                proved = proof(self.secret, b"welcome", challenge, said, text).encode()
                writer.write(frame(b"h", text + b"proof " + proved + b"\n"))
        writer.close()

    async def has_relays(self, count):
        await eventually(lambda: self.relays >= count, lambda: f"{self.relays} relays instead of {count}")

    async def __aexit__(self, *_):
        self.listener.close()
        await self.listener.wait_closed()
