import type { Uuid } from '../../../values/uuid.ts';
import { perDatabase } from '../../database/per-database.ts';
import type { Caller } from './caller.ts';

/** The caller of a good key, and until when it is one at the most. */
export type KeyCaller = Caller & { expiresAt: Date | null };

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
  readonly #asked = new Map<string, Promise<Caller | undefined>>();
  #changes = 0;

  /**
   * `ask` finds who has a key that is not trusted: once for all who come with it meanwhile, a crowd at the end of each second.
   * @returns undefined when the key is nobody's
   */
  callerOf(
    key: string,
    nowMs: number,
    ask: () => Promise<KeyCaller | undefined>,
  ): Caller | Promise<Caller | undefined> {
    const known = this.#trusted.get(key);
    if (known && known.untilMs > nowMs) return known.caller;
    const asked = this.#asked.get(key);
    if (asked) return asked;
    const answer = this.#ask(key, nowMs, ask).finally(() => {
      if (this.#asked.get(key) === answer) this.#asked.delete(key);
    });
    this.#asked.set(key, answer);
    return answer;
  }

  async #ask(key: string, nowMs: number, ask: () => Promise<KeyCaller | undefined>) {
    const changes = this.#changes;
    const caller = await ask();
    // The answer may be older than a change that was made since.
    if (caller && changes === this.#changes) this.#trust(key, nowMs, caller);
    return caller;
  }

  #trust(key: string, nowMs: number, caller: KeyCaller) {
    // Nobody's key stays in memory because it was used once; no timer, which would know another time than the clock. Those
    // that were found good first are the first of the map.
    this.#trusted.delete(key);
    for (const [first, { untilMs }] of this.#trusted) {
      if (untilMs > nowMs) break;
      this.#trusted.delete(first);
    }
    if (this.#trusted.size >= MAX_REMEMBERED) this.#trusted.clear();
    const expiresMs = caller.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
    this.#trusted.set(key, { caller, untilMs: Math.min(nowMs + TRUST_MS, expiresMs) });
  }

  /** A key of this organization is bad now, or what goes with its keys is another. Committed. */
  changed(organizationId: Uuid) {
    this.#changes++;
    this.#asked.clear();
    for (const [key, { caller }] of this.#trusted)
      if (caller.organizationId === organizationId) this.#trusted.delete(key);
  }
}

export const trustedKeys = perDatabase(() => new TrustedKeys());
