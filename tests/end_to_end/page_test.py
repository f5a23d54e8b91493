#!/usr/bin/python3
"""The page: everything that a browser would load from the server, requested as a browser does."""

import asyncio
import gzip
import html.parser
import json
import posixpath
import re
import shutil
import subprocess
import sys

from cases import Skipped, Suite, arguments_of, finish
from http_get import http_get
from raw_socket import RawSocket
from server_process import Server

suite = Suite("page")
BUDGET = 80_000  # bytes, gzipped, of the whole first load
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
}
LATER = (
    "apple-touch-icon",
    "license",
)  # links that a browser follows when someone clicks them, or adds the page to a home screen
VISITOR = "203.0.113.7"


class References(html.parser.HTMLParser):
    """What the tags of a page make a browser load."""

    def __init__(self, text):
        super().__init__()
        self.paths = []
        self.later = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        assert not any(
            name.startswith("on") or name == "style" for name in attributes
        ), f"the policy forbids this <{tag}>: {attributes}"
        if tag in ("script", "img"):
            self.paths.append(attributes["src"])
        elif tag == "link":
            (self.later if attributes["rel"] in LATER else self.paths).append(attributes["href"])
        assert tag != "style", "the policy forbids <style>"


def imports(path, text, *, lazy):
    """The files that a script imports at once, or (`lazy`) on demand."""
    pattern = (
        r"""\bimport\s*\(\s*["'](\.{0,2}/[^"']+)["']""" if lazy else r"""\b(?:import|from)\s*["'](\.{0,2}/[^"']+)["']"""
    )
    return {posixpath.normpath(posixpath.join(posixpath.dirname(path), found)) for found in re.findall(pattern, text)}


class Site:
    """The page's files, found by following its references."""

    def __init__(self, port, binary=None):
        self.port = port
        self.binary = binary
        self.first = {}  # {path: (headers, gzipped or plain bytes, plain bytes)} of the first load
        self.later = {}

    async def get(self, path, accepted="gzip", *more, method="GET"):
        headers = [f"Accept-Encoding: {accepted}"] if accepted is not None else []
        return await http_get(self.port, path, headers=[*headers, *more], method=method)

    async def load(self, path):
        status, headers, body = await self.get(path)
        assert status == 200, f"the page refers to {path}: {status}"
        return headers, body, gzip.decompress(body) if headers.get("content-encoding") == "gzip" else body

    async def follow(self):
        self.first["/"] = await self.load("/")
        named = References(self.first["/"][2].decode())
        due, later = named.paths, {"/sw.js", *named.later}  # only a script refers to the worker
        while due:
            path = due.pop()
            assert re.fullmatch(r"/[\w./-]+", path), f"the page loads something foreign: {path}"
            if path in self.first:
                continue
            self.first[path] = await self.load(path)
            text = self.first[path][2].decode("utf-8", "replace")
            if path.endswith(".js"):
                due += imports(path, text, lazy=False)
                later |= imports(path, text, lazy=True)
            if path.endswith(".webmanifest"):
                later |= {icon["src"] for icon in json.loads(text)["icons"]}
        while later:
            path = later.pop()
            if path not in self.first and path not in self.later:
                self.later[path] = await self.load(path)
                text = self.later[path][2].decode("utf-8", "replace")
                if path.endswith(".js"):
                    later |= imports(path, text, lazy=False) | imports(path, text, lazy=True)

    @property
    def files(self):
        return self.first | self.later


@suite.case("the first load: every file is there, with its type, and the total is small enough")
async def first_load(site):
    scripts = [path for path in site.first if path.endswith(".js")]
    assert scripts and any(path.endswith(".css") for path in site.first), f"no page: {list(site.first)}"
    for path, (headers, _, _) in site.files.items():
        due = TYPES.get(posixpath.splitext(path)[1]) if path != "/" else "text/html; charset=utf-8"
        assert headers["content-type"] == due, f"{path}: {headers}"
    total = sum(len(sent) for _, sent, _ in site.first.values())
    assert (
        total <= BUDGET
    ), f"the first load takes {total} bytes: { {path: len(sent) for path, (_, sent, _) in site.first.items()} }"
    print(
        f"first load: {len(site.first)} files, {total} bytes gzipped of {BUDGET}; {len(site.later)} more files are"
        " loaded on demand"
    )


def unbrotli(packed):
    try:
        import brotli
    except ImportError:
        if not shutil.which("node"):
            raise Skipped("no brotli for Python and no node to decode it") from None
        script = "process.stdout.write(require('node:zlib').brotliDecompressSync(require('node:fs').readFileSync(0)))"
        return subprocess.run(["node", "-e", script], input=packed, capture_output=True, check=True, timeout=30).stdout
    return brotli.decompress(packed)


@suite.case("the page has the licences of the packages that it contains")
async def licences(site):
    assert "/licenses.txt" in site.later, "the page doesn't refer to its licences"
    text = site.later["/licenses.txt"][2].decode()
    for package in ("preact", "@preact/signals", "@noble/hashes", "uqr"):
        assert f"\n{package}\n" in text, f"no licence of {package}"
    assert text.count("Permission is hereby granted, free of charge") >= 4


@suite.case("every encoding of a file has the same content: plain, gzip, brotli")
async def forms(site):
    packed = 0
    for path, (_, _, plain) in site.files.items():
        for accepted, due, read in (
            (None, None, bytes),
            ("gzip;q=0, deflate", None, bytes),
            ("br, gzip", "br", unbrotli),
        ):
            status, headers, body = await site.get(path, accepted)
            coding = headers.get("content-encoding")
            assert status == 200 and coding in (due, None), f"{path} for {accepted}: {status} {coding}"
            assert int(headers["content-length"]) == len(body), f"{path} for {accepted}: {headers}"
            assert (read(body) if coding else body) == plain, f"{path} for {accepted} has different content"
            packed += coding == "br" and len(body) < len(plain)
            assert headers["vary"] == "Accept-Encoding", f"{path}: {headers}"
    assert packed >= 3, "hardly anything was compressed"


@suite.case("an unchanged file gets 304; each encoding has its own tag")
async def unchanged(site):
    for path in site.files:
        tags = {}
        for accepted in ("identity", "gzip", "br"):
            _, headers, _ = await site.get(path, accepted)
            tags[headers.get("content-encoding")] = headers["etag"]
            assert re.fullmatch(r'"[\w-]+"', headers["etag"]), f"no strong tag: {headers['etag']}"
            status, again, body = await site.get(path, accepted, f"If-None-Match: {headers['etag']}")
            assert (status, body, again["etag"]) == (304, b"", headers["etag"]), f"{path} for {accepted}: {status}"
            for kept in ("cache-control", "vary", "content-security-policy"):
                assert again[kept] == headers[kept], f"{path}: {kept} of a 304"
            status, _, body = await site.get(path, accepted, 'If-None-Match: "other"')
            assert status == 200 and body
        assert len(set(tags.values())) == len(tags), f"{path}: {tags}"


@suite.case("files with a hash in their names may be cached forever, the others are revalidated")
async def keeping(site):
    for path, (headers, _, _) in site.files.items():
        lasting = path.startswith("/assets/")
        assert not lasting or re.fullmatch(r"/assets/[\w.-]+-[A-Z0-9]{8}\.\w+", path), f"no hash in {path}"
        due = "public, max-age=31536000, immutable" if lasting else "no-cache"
        assert headers["cache-control"] == due, f"{path}: {headers['cache-control']}"
    assert site.later["/sw.js"][0]["cache-control"] == "no-cache", "a service worker must be revalidated"


@suite.case("the page may load only its own files")
async def policy(site):
    for path, (headers, _, _) in site.files.items():
        rules = dict(rule.strip().partition(" ")[::2] for rule in headers["content-security-policy"].split(";"))
        assert (
            rules["default-src"] == "'none'"
            and rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
        ), rules
        assert rules["frame-ancestors"] == rules["base-uri"] == rules["form-action"] == "'none'", rules
        assert rules["require-trusted-types-for"] == "'script'" and rules["trusted-types"] == "jaipur", rules
        assert not re.search(r"unsafe|\*|https?:", headers["content-security-policy"]), rules
        for name, value in {
            "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer",
            "cross-origin-resource-policy": "same-origin",
        }.items():
            assert headers.get(name) == value, f"{path}: {name} is {headers.get(name)}"
        assert "camera=()" in headers["permissions-policy"] and "set-cookie" not in headers, f"{path}: {headers}"


@suite.case("HEAD agrees with GET; other methods are refused; a query changes nothing; missing files are 404")
async def methods(site):
    for path in site.files:
        _, get, _ = await site.get(path)
        status, head, body = await site.get(path, method="HEAD")
        assert (status, head, body) == (200, get, b""), f"{path}: {status} {head} {body[:50]}"
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            status, headers, _ = await site.get(path, method=method)
            assert status == 405 and headers["allow"] == "GET, HEAD", f"{method} {path}: {status}"
        status, headers, _ = await site.get(path + "?K7QX2M")
        assert status == 200 and headers["etag"] == get["etag"], f"{path} with a query: {status}"
        if path != "/":
            for other in (path[:-1], path + "/", path.upper(), "/x" + path):
                status, headers, _ = await site.get(other)
                assert status == 404 and headers["cache-control"] == "no-store", f"{other}: {status}"


async def visit(port, files):
    """One browser behind the proxy: a few connections that request one file after the other, then the game's."""

    async def take(paths):
        raw = await RawSocket.open(port)
        for path in paths:
            raw.write(
                f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\nX-Forwarded-For: {VISITOR}\r\n\r\n".encode()
            )
            yield path, (await raw.read_response())[0]
        raw.abort()

    async def all_of(paths):
        return [answer async for answer in take(paths)]

    answers = await asyncio.gather(*(all_of(files[number::6]) for number in range(6)))
    raw = await RawSocket.open(port)
    status, _, _ = await raw.shake(**{"X-Forwarded-For": VISITOR})
    raw.abort()
    return [*(answer for some in answers for answer in some), ("/ws", status)]


@suite.case("a whole class behind one address can open the page at the same moment")
async def school(site):
    async with Server(site.binary, "--trusted-proxy", "127.0.0.1", name="page-class") as server:
        visits = await asyncio.gather(*(visit(server.port, list(site.first)) for _ in range(30)))
        refused = [(path, status) for answers in visits for path, status in answers if status not in (200, 101)]
        assert not refused, f"{len(refused)} refused: {refused[:5]}"
        assert [len(answers) for answers in visits] == [len(site.first) + 1] * 30


async def without_page(server):
    """Checks the hint of a server that was built without the page; returns whether this is one."""
    status, headers, body = await http_get(server.port, "/")
    if status == 200:
        return False
    assert status == 404 and headers["content-type"] == "text/html; charset=utf-8", f"{status} {headers}"
    for wanted in (b"Node.js", b"npm", b"./jaipur setup page", b"./jaipur build", b"./jaipur play HOST:PORT"):
        assert wanted in body, f"the hint doesn't mention {wanted}: {body}"
    return True


async def main():
    arguments = arguments_of(__doc__)
    async with Server(arguments.server, "--no-limits", name="page") as server:
        left_out = await without_page(server)
        passed, failures = 1, []
        if not left_out:
            site = Site(server.port, arguments.server)
            await site.follow()
            passed, failures = await suite.run(site, arguments.only, at_once=1)
            server.failed = bool(failures)
    if left_out:
        print("SKIPPED, so the page was not tested: this server was built without it, and says how to get it")
    finish(passed, len(failures))


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
