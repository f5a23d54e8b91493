"""A certificate authority of this test, and the certificate of the host that everybody connects to."""

import base64
import hashlib
import ssl
import subprocess

NAME = "jaipur.example.org"


def openssl(*arguments, **more):
    return subprocess.run(["openssl", *arguments], check=True, capture_output=True, **more).stdout


class Authority:
    def __init__(self, folder):
        self.folder = folder
        self.certificate = folder / "authority.pem"
        self._key = folder / "authority.key"
        self._request = ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        to = ["-keyout", str(self._key), "-out", str(self.certificate)]
        openssl(*self._request, "-x509", "-days", "2", "-subj", "/CN=Test authority", *to)

    def issue(self, certificate, key, *names):
        """Writes a certificate for these names or addresses, followed by the authority's own, and its key."""
        named = ",".join(("IP:" if name[0].isdigit() else "DNS:") + name for name in names)
        asked = openssl(*self._request, "-subj", f"/CN={names[0]}", "-keyout", str(key))
        extensions = self.folder / "extensions"
        extensions.write_text(f"subjectAltName={named}\n")
        by = ["-CA", str(self.certificate), "-CAkey", str(self._key), "-CAcreateserial", "-extfile", str(extensions)]
        leaf = openssl("x509", "-req", "-days", "1", *by, input=asked)
        certificate.write_bytes(leaf + self.certificate.read_bytes())


def trusting(*authorities):
    """A client's context that trusts only these."""
    context = ssl.create_default_context(cafile=str(authorities[0]))
    for more in authorities[1:]:
        context.load_verify_locations(cafile=str(more))
    return context


def pin_of(certificate):
    """What Chromium calls the certificate in --ignore-certificate-errors-spki-list; takes PEM."""
    key = openssl("x509", "-pubkey", "-noout", input=certificate)
    der = openssl("pkey", "-pubin", "-outform", "der", input=key)
    return base64.b64encode(hashlib.sha256(der).digest()).decode()
