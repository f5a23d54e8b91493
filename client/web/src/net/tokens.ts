// Secrets that this page draws: 32 random bytes in base64url.
const tokenSize = 32;

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

export const newToken = (random: (count: number) => Uint8Array): string => base64url(random(tokenSize));

export const isToken = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{43}$/.test(value);
