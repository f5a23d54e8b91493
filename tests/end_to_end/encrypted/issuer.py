"""Issues certificates, good and bad ones, as a certificate authority of the test's own."""

import datetime
import ipaddress

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

PEM = serialization.Encoding.PEM


def day(days):
    """So many days from now."""
    return datetime.datetime.utcnow() + datetime.timedelta(days=days)


def named(name):
    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])


def general(host):
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


class Issuer:
    """`ca` is the file that its users trust."""

    def __init__(self, folder, name="A test's issuer"):
        self.folder = folder
        self.name = name
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.files = 0
        certificate = self._sign(name, self.key, (), -30, 30, x509.BasicConstraints(True, None))
        self.ca = folder / f"ca-{id(self)}.pem"
        self.ca.write_bytes(certificate.public_bytes(PEM))

    def _sign(self, subject, key, hosts, begin, end, constraints, own=None):
        builder = (
            x509.CertificateBuilder()
            .subject_name(named(subject))
            .issuer_name(named(subject if own else self.name))
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(day(begin))
            .not_valid_after(day(end))
            .add_extension(constraints, critical=True)
        )
        if hosts:
            builder = builder.add_extension(x509.SubjectAlternativeName(map(general, hosts)), critical=False)
        return builder.sign(own or self.key, hashes.SHA256())

    def certificate(self, *hosts, begin=-2, end=2, self_signed=False, subject="A test's server"):
        """A file with a certificate for these hosts and its key. `begin`, `end`: in days from now."""
        key = ec.generate_private_key(ec.SECP256R1())
        constraints = x509.BasicConstraints(False, None)
        own = key if self_signed else None
        certificate = self._sign(subject, key, hosts, begin, end, constraints, own)
        secret = key.private_bytes(PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        self.files += 1
        path = self.folder / f"server-{id(self)}-{self.files}.pem"
        path.write_bytes(certificate.public_bytes(PEM) + secret)
        return path
