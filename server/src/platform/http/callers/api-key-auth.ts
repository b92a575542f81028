import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { requestRefusals } from '../../refusals/request-refusals.ts';
import { adopt } from './caller.ts';
import type { KeyCaller, TrustedKeys } from './trusted-keys.ts';

const BEARER = /^Bearer +(\S+)$/i;

/**
 * Only the SHA-256 of a key is stored and compared: the look-up by hash leaks nothing about the key by its timing, and 190
 * random bits need no slow hash. A key found good is known by its text for as long as it is trusted, since hashing it anew
 * was a thirtieth of a checkout: the map hashes with a secret of this process, so its timing tells nothing either.
 * @returns makes the caller of a good key known on the request @throws Refusal invalid_api_key
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
    if (!(caller instanceof Promise)) return adopt(request, caller);
    return caller.then((found) => {
      if (!found) throw requestRefusals.invalid_api_key();
      adopt(request, found);
    });
  };
}
