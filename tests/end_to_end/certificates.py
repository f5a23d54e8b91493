"""A certificate authority for one test program, by the `openssl` command. Its certificates live a day or two."""

import os
import pathlib
import subprocess
import tempfile

NAME = "jaipur.test"


def openssl(*arguments, text=""):
    """Its output; fails if it fails."""
    done = subprocess.run(["openssl", *arguments], input=text, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, f"openssl {arguments}: {done.stderr[-500:]}"
    return done.stdout


class Authority:
    """Signs certificates for 127.0.0.1, localhost and NAME. While it exists, this process trusts it."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="jaipur-tls-")
        self.path = pathlib.Path(self.folder.name)
        self.ca, self.key = self.path / "ca.pem", self.path / "ca.key"
        new_key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        openssl("req", "-x509", *new_key, "-days", "2", "-subj", "/CN=A test", "-keyout", self.key, "-out", self.ca)
        os.environ["SSL_CERT_FILE"] = str(self.ca)  # of every default context

    def certificate(self, name, *, kind="ec", days=1, host=NAME):
        """(certificate, key): files in a folder of this name. `days` may be negative."""
        folder = self.path / name
        folder.mkdir()
        certificate, key = folder / "fullchain.pem", folder / "privkey.pem"
        if kind == "ec":
            openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key)
        else:
            openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", key)
        extension = f"subjectAltName=DNS:{host},DNS:localhost,IP:127.0.0.1"
        request = ["req", "-new", "-key", key, "-subj", f"/CN={host}", "-x509", "-CA", self.ca, "-CAkey", self.key]
        if days < 0:  # `req` can't date back
            request = ["req", "-new", "-key", key, "-subj", f"/CN={host}"]
            signing = folder / "request.pem"
            openssl(*request, "-out", signing)
            openssl(
                "x509",
                "-req",
                "-in",
                signing,
                "-CA",
                self.ca,
                "-CAkey",
                self.key,
                "-days",
                str(days),
                "-out",
                certificate,
            )
        else:
            openssl(*request, "-addext", extension, "-days", str(days), "-out", certificate)
        return certificate, key

    def options(self, name):
        """Those of a server that has a certificate of this name."""
        certificate, key = self.certificate(name)
        return [f"--tls-cert={certificate}", f"--tls-key={key}"]
