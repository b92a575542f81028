import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Uuid } from '../uuid.ts';
import { ApiError } from './errors.ts';

/** Who asks: set on every request that came with a good key. */
export interface Caller {
  organizationId: Uuid;
  apiKeyId: Uuid;
  /** In which times without an offset are read. */
  timeZone: string;
}

declare module 'fastify' {
  interface FastifyRequest extends Caller {}
}

/** How long a key found good is trusted without asking again: a revoked key works at most this much longer. */
const TRUST_MS = 5_000;
/** Bounds the memory of a flood of keys; only good ones are kept, so a real installation never gets near. */
const MAX_REMEMBERED = 10_000;

const BEARER = /^Bearer +(\S+)$/i;

const refused = () =>
  new ApiError(401, 'Missing or invalid API key: send Authorization: Bearer <API key>', {
    'www-authenticate': 'Bearer',
  });

/**
 * Only the SHA-256 of a key is stored and compared: the look-up by hash leaks nothing about the key by its timing, and 190
 * random bits need no slow hash. @returns makes the caller of a good key known on the request @throws ApiError 401
 */
export function apiKeyAuth(findCaller: (keyHash: Buffer) => Promise<Caller | undefined>, nowMs: () => number) {
  const trusted = new Map<string, { caller: Caller; untilMs: number }>();

  async function ask(keyHash: string, request: FastifyRequest) {
    const caller = await findCaller(Buffer.from(keyHash, 'base64url'));
    if (!caller) {
      trusted.delete(keyHash);
      throw refused();
    }
    if (trusted.size >= MAX_REMEMBERED) trusted.clear();
    trusted.set(keyHash, { caller, untilMs: nowMs() + TRUST_MS });
    adopt(request, caller);
  }

  return function authenticate(request: FastifyRequest): void | Promise<void> {
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (!key) throw refused();
    const keyHash = hash('sha256', key, 'base64url');
    const known = trusted.get(keyHash);
    if (known && known.untilMs > nowMs()) return adopt(request, known.caller);
    return ask(keyHash, request);
  };
}

function adopt(request: FastifyRequest, { organizationId, apiKeyId, timeZone }: Caller) {
  request.organizationId = organizationId;
  request.apiKeyId = apiKeyId;
  request.timeZone = timeZone;
}
