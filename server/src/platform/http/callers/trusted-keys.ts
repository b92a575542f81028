import type { Uuid } from '../../../values/uuid.ts';
import { perDatabase } from '../../database/per-database.ts';
import type { Caller } from './caller.ts';

/** The caller of a valid key and the expiry of the key. */
export type KeyCaller = Caller & { expiresAt: Date | null };

/**
 * How long a valid key is trusted without another look-up. A key revoked by another instance works at most this much
 * longer.
 */
const TRUST_MS = 1_000;
/** Bounds the memory. Only valid keys are kept, so a real installation never gets near. */
const MAX_REMEMBERED = 10_000;

/**
 * Callers whose key this process looked up a moment ago. Changes by this process, such as a revoked key or a new time
 * zone of the organization, apply from the next request on.
 */
export class TrustedKeys {
  readonly #trusted = new Map<string, { caller: Caller; untilMs: number }>();
  readonly #pending = new Map<string, Promise<Caller | undefined>>();
  #changes = 0;

  /**
   * `lookUp` finds the caller of a key that is not trusted, once for all concurrent requests: during a rush every
   * second brings many. @returns undefined for an unknown key
   */
  callerOf(
    key: string,
    nowMs: number,
    lookUp: () => Promise<KeyCaller | undefined>,
  ): Caller | Promise<Caller | undefined> {
    const known = this.#trusted.get(key);
    if (known && isTrusted(known, nowMs)) return known.caller;
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const answer = this.#lookUp(key, nowMs, lookUp).finally(() => {
      if (this.#pending.get(key) === answer) this.#pending.delete(key);
    });
    this.#pending.set(key, answer);
    return answer;
  }

  async #lookUp(key: string, nowMs: number, lookUp: () => Promise<KeyCaller | undefined>) {
    const changes = this.#changes;
    const caller = await lookUp();
    // The result may be older than a change made meanwhile.
    if (caller && changes === this.#changes) this.#trust(key, nowMs, caller);
    return caller;
  }

  #trust(key: string, nowMs: number, caller: KeyCaller) {
    // Drops expired entries, so that no key stays in memory after a single use. A timer would run on another clock. The
    // oldest entries come first in the map.
    this.#trusted.delete(key);
    for (const [first, trusted] of this.#trusted) {
      if (isTrusted(trusted, nowMs)) break;
      this.#trusted.delete(first);
    }
    if (this.#trusted.size >= MAX_REMEMBERED) this.#trusted.clear();
    const expiresMs = caller.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
    this.#trusted.set(key, { caller, untilMs: Math.min(nowMs + TRUST_MS, expiresMs) });
  }

  /** Call after the commit of a change to the organization's keys or to data of their callers. */
  changed(organizationId: Uuid) {
    this.#changes++;
    this.#pending.clear();
    for (const [key, { caller }] of this.#trusted)
      if (caller.organizationId === organizationId) this.#trusted.delete(key);
  }
}

/** Not one that was looked up before the clock was set back: it would be trusted for hours. */
const isTrusted = ({ untilMs }: { untilMs: number }, nowMs: number): boolean =>
  untilMs > nowMs && untilMs <= nowMs + TRUST_MS;

export const trustedKeys = perDatabase(() => new TrustedKeys());
