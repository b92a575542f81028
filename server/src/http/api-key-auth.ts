import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { adopt, type Caller } from './caller.ts';
import { ApiError } from './errors.ts';

/** The caller of a good key, and until when it is one at the most. */
export type KeyCaller = Caller & { expiresAt: Date | null };

/** How long a key found good is trusted without asking again: a revoked key works at most this much longer. */
const TRUST_MS = 5_000;
/** Bounds the memory of a flood of keys; only good ones are kept, so a real installation never gets near. */
const MAX_REMEMBERED = 10_000;

const BEARER = /^Bearer +(\S+)$/i;

export const missingKey = () =>
  new ApiError(401, 'Missing or invalid API key: send Authorization: Bearer <API key>', {
    'www-authenticate': 'Bearer',
  });

/**
 * Only the SHA-256 of a key is stored and compared: the look-up by hash leaks nothing about the key by its timing, and 190
 * random bits need no slow hash. A key found good is known by its text for as long as it is trusted, since hashing it anew
 * was a thirtieth of a checkout: the map hashes with a secret of this process, so its timing tells nothing either.
 * @returns makes the caller of a good key known on the request @throws ApiError 401
 */
export function apiKeyAuth(
  findCaller: (key: string, keyHash: Buffer) => Promise<KeyCaller | undefined>,
  nowMs: () => number,
) {
  const trusted = new Map<string, { caller: Caller; untilMs: number }>();

  async function ask(key: string, request: FastifyRequest) {
    const caller = await findCaller(key, hash('sha256', key, 'buffer'));
    if (!caller) {
      trusted.delete(key);
      throw missingKey();
    }
    if (trusted.size >= MAX_REMEMBERED) trusted.clear();
    const expiresMs = caller.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
    trusted.set(key, { caller, untilMs: Math.min(nowMs() + TRUST_MS, expiresMs) });
    // Nobody's key stays in memory because it was used once.
    setTimeout(() => trusted.delete(key), TRUST_MS).unref();
    adopt(request, caller);
  }

  return function authenticate(request: FastifyRequest): void | Promise<void> {
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (!key) throw missingKey();
    const known = trusted.get(key);
    if (known && known.untilMs > nowMs()) return adopt(request, known.caller);
    return ask(key, request);
  };
}
