"""A push service and its browsers, written from RFC 8030, 8291, 8188 and 8292: TLS with its own authority, one POST
per message. It verifies who sends, decrypts what it gets, and can misbehave.
"""

import asyncio
import base64
import datetime
import json
import os
import ssl
import time

from cryptography import x509
from cryptography.hazmat.primitives import hashes, hmac, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand

from server_process import PATIENCE, within

SUBJECT = "mailto:operator@jaipur.example"
DAY = 24 * 3600


def to_base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key):
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def authority_and_certificate(directory, name):
    """Writes ca.pem and service.pem (a certificate for `name`, signed by it, and its key); returns both paths."""
    now = datetime.datetime.utcnow()

    def certificate(subject, issuer, key, signer, extension, is_authority):
        return (
            x509.CertificateBuilder()
            .subject_name(x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, subject)]))
            .issuer_name(x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, issuer)]))
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=2))
            .add_extension(x509.BasicConstraints(is_authority, None), critical=True)
            .add_extension(extension, critical=False)
            .sign(signer, hashes.SHA256())
        )

    authority, service = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    identifier = x509.SubjectKeyIdentifier.from_public_key(authority.public_key())
    names = x509.SubjectAlternativeName([x509.DNSName(name)])
    ca = certificate("A test's authority", "A test's authority", authority, authority, identifier, True)
    leaf = certificate(name, "A test's authority", service, authority, names, False)
    encoding = serialization.Encoding.PEM
    plain = service.private_bytes(encoding, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    ca_file, service_file = directory / "ca.pem", directory / "service.pem"
    ca_file.write_bytes(ca.public_bytes(encoding))
    service_file.write_bytes(leaf.public_bytes(encoding) + plain)
    return ca_file, service_file


class Browser:
    """One subscription: what its user agent keeps, and what it shows."""

    def __init__(self, service):
        self.service = service
        self.path = "/push/" + to_base64url(os.urandom(24))
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.shown = []  # (message, headers)

    @property
    def endpoint(self):
        return self.service.origin + self.path

    def subscription(self):
        return {
            "endpoint": self.endpoint,
            "p256dh": to_base64url(point(self.key.public_key())),
            "auth": to_base64url(self.auth),
        }

    def decrypt(self, body):
        """RFC 8291; raises if anything is wrong."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size, "more than one record"
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        info = b"WebPush: info\0" + point(self.key.public_key()) + sender
        secret = HKDF(hashes.SHA256(), 32, self.auth, info).derive(shared)
        extract = hmac.HMAC(salt, hashes.SHA256())
        extract.update(secret)
        pseudorandom = extract.finalize()
        key = HKDFExpand(hashes.SHA256(), 16, b"Content-Encoding: aes128gcm\0").derive(pseudorandom)
        nonce = HKDFExpand(hashes.SHA256(), 12, b"Content-Encoding: nonce\0").derive(pseudorandom)
        text = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0")
        assert text.endswith(b"\2"), "not the last record"
        return text[:-1]


class PushService:
    """`async with PushService(directory) as service`. `answers` has the status of each next request, otherwise 201; an
    answer can also be a function that gets the connection's writer."""

    def __init__(self, directory, *, certified_for="localhost", listen="127.0.0.1"):
        self.ca, self.certificate = authority_and_certificate(directory, certified_for)
        self.listen = listen
        self.browsers = {}
        self.answers = []
        self.connections = 0  # TCP, before the handshake
        self.requests = 0
        self.bodies = []
        self.senders = set()  # keys
        self.faults = []
        self.open = set()
        self.news = asyncio.Event()

    async def __aenter__(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate)
        # In front of TLS, so that it counts connections whose handshake fails.
        self.inner = await asyncio.start_server(self.serve, "127.0.0.1", 0, ssl=context)
        self.outer = await asyncio.start_server(self.forward, self.listen, 0)
        self.port = self.outer.sockets[0].getsockname()[1]
        self.origin = f"https://localhost:{self.port}"
        return self

    async def __aexit__(self, *_):
        self.outer.close()
        self.inner.close()
        for task in self.open:
            task.cancel()
        await asyncio.gather(*self.open, return_exceptions=True)
        assert not self.faults, self.faults

    def browser(self):
        browser = Browser(self)
        self.browsers[browser.path] = browser
        return browser

    async def forward(self, reader, writer):
        self.connections += 1
        self.news.set()
        there = self.inner.sockets[0].getsockname()[:2]
        inner_reader, inner_writer = await asyncio.open_connection(*there)

        async def pump(source, to):
            try:
                while (data := await source.read(65536)) and not to.transport.is_closing():
                    to.write(data)
                    await to.drain()
            except OSError:
                pass
            finally:
                to.close()

        tasks = [asyncio.create_task(pump(reader, inner_writer)), asyncio.create_task(pump(inner_reader, writer))]
        self.open.update(tasks)
        await asyncio.gather(*tasks, return_exceptions=True)
        self.open.difference_update(tasks)
        self.news.set()

    async def serve(self, reader, writer):
        task = asyncio.current_task()
        self.open.add(task)
        try:
            await self.answer(reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            pass
        except Exception as fault:
            self.faults.append(repr(fault))
        finally:
            writer.close()
            self.open.discard(task)
            self.news.set()

    async def answer(self, reader, writer):
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").rstrip().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        body = await reader.readexactly(int(headers["content-length"]))
        method, path, _ = first.split()
        self.requests += 1
        self.bodies.append(body)
        self.news.set()
        assert method == "POST" and path in self.browsers, first
        self.check(headers)
        answer = self.answers.pop(0) if self.answers else 201
        if callable(answer):
            await answer(writer)
            return
        status, more = answer if isinstance(answer, tuple) else (answer, "")
        if status == 201:
            browser = self.browsers[path]
            browser.shown.append((json.loads(browser.decrypt(body)), headers))
        writer.write(f"HTTP/1.1 {status} Whatever\r\nContent-Length: 0\r\n{more}\r\n".encode())
        await writer.drain()

    def check(self, headers):
        """Who sends it, and how."""
        assert headers["host"] == f"localhost:{self.port}", headers
        assert headers["content-encoding"] == "aes128gcm" and int(headers["ttl"]) > 0, headers
        assert headers["urgency"] in ("very-low", "low", "normal", "high"), headers
        assert 0 < len(headers["topic"]) <= 32 and headers["topic"].replace("-", "").replace("_", "").isalnum(), headers
        scheme, _, fields = headers["authorization"].partition(" ")
        fields = dict(field.strip().split("=", 1) for field in fields.split(","))
        assert scheme == "vapid" and set(fields) == {"t", "k"}, headers
        signed, _, signature = fields["t"].rpartition(".")
        header, claims = (json.loads(from_base64url(part)) for part in signed.split("."))
        raw = from_base64url(signature)
        assert header == {"typ": "JWT", "alg": "ES256"} and len(raw) == 64, header
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64url(fields["k"]))
        halves = (int.from_bytes(half, "big") for half in (raw[:32], raw[32:]))
        key.verify(encode_dss_signature(*halves), signed.encode(), ec.ECDSA(hashes.SHA256()))
        assert claims["aud"] == self.origin and claims["sub"] == SUBJECT, claims
        assert 0 < claims["exp"] - time.time() <= DAY, claims
        self.senders.add(fields["k"])

    async def until(self, condition, seconds=PATIENCE):
        """Waits until `condition()`."""

        async def wait():
            while not condition():
                self.news.clear()
                await self.news.wait()

        await within(wait(), seconds)
