import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { requestRefusals } from '../../refusals/request-refusals.ts';
import { setCaller } from './caller.ts';
import type { KeyCaller, TrustedKeys } from './trusted-keys.ts';

const BEARER = /^Bearer +(\S+)$/i;

/**
 * Authenticates API keys. Only the SHA-256 of a key is stored and compared: the look-up by hash leaks nothing through
 * its timing, and 190 random bits need no slow hash. While a valid key is trusted, its plain text is the key of a map,
 * because hashing took a thirtieth of a checkout. The map hashes with a secret of this process, so its timing leaks
 * nothing either.
 * @returns a function that sets the request's caller @throws Refusal 401
 */
export function apiKeyAuth(
  findCaller: (key: string, keyHash: Buffer) => Promise<KeyCaller | undefined>,
  trusted: TrustedKeys,
  nowMs: () => number,
) {
  return function authenticate(request: FastifyRequest): void | Promise<void> {
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (!key) throw requestRefusals.invalid_api_key();
    const caller = trusted.callerOf(key, nowMs(), () => findCaller(key, hash('sha256', key, 'buffer')));
    if (!(caller instanceof Promise)) return setCaller(request, caller);
    return caller.then((found) => {
      if (!found) throw requestRefusals.invalid_api_key();
      setCaller(request, found);
    });
  };
}
