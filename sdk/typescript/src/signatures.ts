/** HMAC-SHA256 by WebCrypto, which browsers, Node, Deno and Bun have. */
export async function hmac(key: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key as Uint8Array<ArrayBuffer>, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message as Uint8Array<ArrayBuffer>));
}

/** The key of Standard Webhooks: the bytes that the base64 after `whsec_` stands for. */
export const secretKey = (secret: string): Uint8Array =>
  Uint8Array.from(atob(secret.replace('whsec_', '')), (character) => character.charCodeAt(0));

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Reads all of both, so that the time does not tell how much of a guess is right. Only the length may show. */
export function equalInConstantTime(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let different = 0;
  for (let at = 0; at < one.length; at++) different |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return different === 0;
}
