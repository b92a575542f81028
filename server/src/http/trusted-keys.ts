import { perDatabase } from '../lanes/per-database.ts';
import type { Uuid } from '../uuid.ts';
import type { Caller } from './caller.ts';

/** How long a key found good is trusted without asking again: what another instance revokes works at most this much longer. */
const TRUST_MS = 1_000;
/** Bounds the memory of a flood of keys; only good ones are kept, so a real installation never gets near. */
const MAX_REMEMBERED = 10_000;

/**
 * Callers whose key this process found good a moment ago. What it changes itself, a key that is revoked or an organization's
 * time zone, is true with the next request.
 */
export class TrustedKeys {
  readonly #trusted = new Map<string, { caller: Caller; untilMs: number }>();
  #changes = 0;

  find(key: string, nowMs: number): Caller | undefined {
    const known = this.#trusted.get(key);
    return known && known.untilMs > nowMs ? known.caller : undefined;
  }

  /** To be taken before the database is asked, and given to `trust`. */
  get changes(): number {
    return this.#changes;
  }

  /** Not when something changed since `changes` was taken: the caller may be older than the change. */
  trust(key: string, caller: Caller, { expiresAt, nowMs }: { expiresAt: Date | null; nowMs: number }, changes: number) {
    if (changes !== this.#changes) return;
    if (this.#trusted.size >= MAX_REMEMBERED) this.#trusted.clear();
    const expiresMs = expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
    this.#trusted.set(key, { caller, untilMs: Math.min(nowMs + TRUST_MS, expiresMs) });
    // Nobody's key stays in memory because it was used once.
    setTimeout(() => this.#trusted.delete(key), TRUST_MS).unref();
  }

  /** A key of this organization is bad now, or what goes with its keys is another. Committed. */
  changed(organizationId: Uuid) {
    this.#changes++;
    for (const [key, { caller }] of this.#trusted)
      if (caller.organizationId === organizationId) this.#trusted.delete(key);
  }
}

export const trustedKeys = perDatabase(() => new TrustedKeys());
