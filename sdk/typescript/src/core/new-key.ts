/** An Idempotency-Key, or a name that no other has. Not `randomUUID`, which browsers have on https only. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
