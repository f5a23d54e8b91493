#!/usr/bin/python3
"""Speaks TLS like a server, and reads its certificate again on SIGHUP, but says nothing.

usage: stand_in.py PORT CERTIFICATE KEY
"""

import asyncio
import signal
import ssl
import sys


async def main(port, certificate, key):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)

    def read():
        context.load_cert_chain(certificate, key)

    read()
    asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, read)
    server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", int(port), ssl=context)
    await server.serve_forever()


asyncio.run(main(*sys.argv[1:]))
