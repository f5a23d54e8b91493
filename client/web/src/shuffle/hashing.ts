// SHA-256 and HMAC-SHA256 by the browser. Over plain http from another machine (not a secure context) the browser offers
// no hashing; then this loads a library that does.
const own = (): SubtleCrypto | undefined => globalThis.crypto?.subtle;

// WebCrypto's types exclude shared memory.
type Bytes = Uint8Array<ArrayBuffer>;
const plain = (bytes: Uint8Array): Bytes => bytes as Bytes;

export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  const subtle = own();
  if (subtle) return new Uint8Array(await subtle.digest('SHA-256', plain(bytes)));
  return (await import('@noble/hashes/sha2')).sha256(bytes);
}

export async function hmacSha256(key: Uint8Array, bytes: Uint8Array): Promise<Uint8Array> {
  const subtle = own();
  if (subtle) {
    const imported = await subtle.importKey('raw', plain(key), {name: 'HMAC', hash: 'SHA-256'}, false, ['sign']);
    return new Uint8Array(await subtle.sign('HMAC', imported, plain(bytes)));
  }
  const [{hmac}, {sha256: hash}] = await Promise.all([import('@noble/hashes/hmac'), import('@noble/hashes/sha2')]);
  return hmac(hash, key, bytes);
}

// If this browser needs the library, loads it beforehand.
export async function prepareHashing(): Promise<void> {
  if (!own()) await Promise.all([import('@noble/hashes/hmac'), import('@noble/hashes/sha2')]);
}
