import { LRUCache } from 'lru-cache';
import type { ProviderSession } from '../../payments/provider.ts';
import type { PaymentProviders } from '../../payments/providers.ts';
import type { Database } from '../../platform/database/database.ts';
import { perStore } from '../../platform/database/per-database.ts';
import type { Attempt } from './attempt.ts';
import { readSession } from './read-session.ts';

/** The page that waits for a payment loads again after five seconds, so its buyer sees no older answer than before. */
const REMEMBERED_MS = 2_500;
/** Attempts whose pages are loaded within that time. */
const MAX_ATTEMPTS = 10_000;

interface Answer {
  askedAt: Date;
  session: Promise<ProviderSession>;
}

type SessionRead =
  | { session: ProviderSession; isRemembered: false }
  /**
   * An earlier request asked. The attempt may have gone on since, so its state must not be set from this answer. null:
   * the provider failed, which the earlier request was told.
   */
  | { session: ProviderSession | null; isRemembered: true };

const answersOf = perStore(() => new LRUCache<string, Answer>({ max: MAX_ATTEMPTS }));

/**
 * Reads the session as `readSession` does, once in `REMEMBERED_MS` for each attempt, failures included: a buyer can
 * reload the page without end, and the provider limits how often the organizer may ask. Webhooks and the reconciler
 * always ask anew. The sandbox is always asked anew, too: it has no limit and is fast.
 */
export async function readSessionOnce(
  { db, providers }: { db: Database; providers: PaymentProviders },
  attempt: Attempt,
  { close, now }: { close: boolean; now: Date },
): Promise<SessionRead> {
  const ask = () => readSession(providers, attempt, { close, now });
  if (attempt.provider === 'sandbox') return { session: await ask(), isRemembered: false };
  const answers = answersOf(db);
  const name = `${attempt.organizationId} ${attempt.id} ${close}`;
  const known = answers.get(name);
  if (known && now.getTime() - known.askedAt.getTime() < REMEMBERED_MS)
    return { session: await known.session.catch(() => null), isRemembered: true };
  const session = ask();
  answers.set(name, { askedAt: now, session });
  return { session: await session, isRemembered: false };
}
