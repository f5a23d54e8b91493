"""Secrets in the wrong places: malformed messages, targets, headers and payloads. The server may neither echo nor log them."""

import asyncio
import json

from raw_socket import BINARY, CLOSE, CONTINUATION, PING, TEXT, RawSocket, frame_bytes
from server_process import within
from watched_match import CHATS, GUESS, NAMES, PASSWORD


def texts(token, nonce):
    """Messages that are refused, each with a secret in it."""
    yield "{" + token
    yield f'{{"type":"{token}","id":1}}'
    yield f'{{"type":"ping","id":"{token}"}}'
    yield json.dumps({"type": "ping", "id": 1, token: 1})
    yield json.dumps({"type": "ping", "id": 1, "x": PASSWORD})
    yield json.dumps({"type": "resume", "id": 1, "room": token, "token": token})
    yield json.dumps({"type": "resume", "id": 1, "room": "222222", "token": token + "x"})
    yield json.dumps({"type": "join_room", "id": 1, "room": "222222", "name": NAMES[0], "password": PASSWORD})
    yield json.dumps({"type": "create_room", "id": 1, "name": NAMES[0] + "\u0007", "options": {"password": PASSWORD}})
    yield json.dumps({"type": "create_room", "id": 1, "name": NAMES[1], "options": {"password": PASSWORD * 4}})
    yield json.dumps({"type": "chat", "id": 1, "text": CHATS[0]})
    yield json.dumps({"type": "chat", "id": 1, "text": CHATS[1] + "\u202e"})
    yield json.dumps({"type": "reveal", "id": 1, "nonce": nonce.hex()})
    yield json.dumps({"type": "ready", "id": 1, "commit": nonce.hex() + "00"})
    yield json.dumps({"type": "list_rooms", "id": 1, "after": PASSWORD})
    yield json.dumps(json.dumps({"token": token}))


def frames(token):
    """Frames that end a connection, with a secret in each."""
    secret = token.encode()
    yield [frame_bytes(BINARY, secret)]
    yield [frame_bytes(TEXT, secret + b"\xff")]
    yield [frame_bytes(TEXT, secret * 100)]
    yield [frame_bytes(3, secret)]
    yield [frame_bytes(TEXT, secret, reserved=4)]
    yield [frame_bytes(CONTINUATION, secret)]
    yield [frame_bytes(PING, secret * 3)]
    yield [frame_bytes(CLOSE, b"\x03\xe8" + secret)]
    yield [frame_bytes(CLOSE, b"\x00\x01" + secret)]
    yield [frame_bytes(TEXT, secret, masked=False)]
    yield [frame_bytes(PING, secret), frame_bytes(TEXT, secret, fin=False), frame_bytes(TEXT, secret)]


def requests(token, match):
    """HTTP of every kind, with secrets in targets and headers."""
    for target in (
        f"/{token}",
        f"/ws?token={token}",
        f"/replays/{token}",
        f"/replays/{match}",
        f"/replays/{match}?{token}",
        f"/healthz/{token}",
        f"http://{token}/",
        f"/{token * 60}",
        "/%2e%2e/" + token,
    ):
        yield f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    for header in (
        f"Authorization: Bearer {token}",
        f"Cookie: token={token}",
        f"X-Forwarded-For: {token}",
        f"Forwarded: for={token}",
        f"User-Agent: {token}",
        f"{token}: 1",
        f"Broken {token}",
        "X: " + token * 300,
    ):
        yield f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n{header}\r\n\r\n"
    for header in (
        f"Sec-WebSocket-Protocol: {token}",
        f"Origin: https://{token}",
        f"Sec-WebSocket-Key: {token}",
        f"Sec-WebSocket-Extensions: {token}",
    ):
        yield (
            "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection:"
            f" Upgrade\r\nSec-WebSocket-Version: 13\r\n{header}\r\n\r\n"
        )
    yield f"{token} / HTTP/1.1\r\nHost: x\r\n\r\n"
    yield f"GET / HTTP/{token}\r\n\r\n"
    yield f"POST /healthz HTTP/1.1\r\nHost: {token}\r\nContent-Length: {len(token)}\r\nConnection: close\r\n\r\n{token}"
    yield token + GUESS + "\r\n\r\n"


async def send_all(port, token, nonce, match):
    """Returns the bytes of every reply."""
    answers = []
    raw = await RawSocket.connect(port)
    for text in texts(token, nonce):
        raw.text(text)
        answers.append(json.dumps(await raw.reply()).encode())
    raw.abort()

    async def over_frames(pieces):
        raw = await RawSocket.connect(port)
        for piece in pieces:
            raw.write(piece)
        await raw.closed_with()
        raw.abort()

    async def over_http(request):
        raw = await RawSocket.open(port)
        raw.write(request.encode())
        try:
            answers.append(await within(raw.ended()))
        finally:
            raw.abort()

    await asyncio.gather(
        *(over_frames(pieces) for pieces in frames(token)), *(over_http(request) for request in requests(token, match))
    )
    return answers
