"""GET over a plain connection, or TLS if the server's port has it, so that no library hides anything."""

import asyncio

from server_process import PATIENCE, tls_of, within


async def http_get(port, path, *, headers=(), timeout=PATIENCE, method="GET"):
    """Returns (status, {header: value} with lower-case names, body)."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=tls_of(port))
    try:
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", *headers, "", ""]
        writer.write("\r\n".join(lines).encode())
        head, _, body = (await within(reader.read(), timeout)).partition(b"\r\n\r\n")
    finally:
        writer.close()
    if not head.startswith(b"HTTP/1.1 "):
        raise ConnectionError(f"no answer to {method} {path[:80]}: {head[:80]!r}")
    first, *rest = head.decode("latin-1").split("\r\n")
    fields = dict((name.lower(), value.strip()) for name, _, value in (line.partition(":") for line in rest))
    if fields.get("transfer-encoding") == "chunked":
        body = unchunked(body)
    return int(first.split()[1]), fields, body


def unchunked(body):
    whole = b""
    while body:
        size, _, body = body.partition(b"\r\n")
        count = int(size, 16)
        if count == 0:
            break
        whole += body[:count]
        body = body[count + 2 :]
    return whole


async def metrics_of(server):
    """The text of a server that was started with --metrics."""
    _, _, body = await http_get(await server.says("metrics on"), "/metrics")
    return body.decode()
