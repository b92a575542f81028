import type { Queryable } from '../../platform/database/database.ts';
import { newToken, tokenHash } from '../../values/token.ts';
import { accountRefusals } from '../refusals.ts';
import type { LinkTo } from './link-to.ts';
import { findLink, insertLink } from './queries.ts';

/** Pages of the dashboard. The token follows `#`: browsers do not send it, so no log or referrer contains it. */
const PAGES = { set_up: 'set-up', password_reset: 'reset', invitation: 'invitation' } as const;

/**
 * Creates a link and stores only the hash of its token. Links are created where they are shown, in a terminal or in an
 * e-mail that is being written, so that neither the mail queue nor the database ever holds a token.
 */
export async function makeLink(db: Queryable, publicUrl: string, to: LinkTo, expiresAt: Date): Promise<string> {
  const token = newToken();
  await insertLink(db, tokenHash(token), to, expiresAt);
  return `${publicUrl}/dashboard/${PAGES[to.purpose]}#${token}`;
}

/** @throws Refusal link_over if it is used, expired, unknown or for another purpose, without saying which */
export async function openLink<Purpose extends LinkTo['purpose']>(
  db: Queryable,
  { token, purpose, now }: { token: string; purpose: Purpose; now: Date },
): Promise<Extract<LinkTo, { purpose: Purpose }>> {
  const to = await findLink(db, tokenHash(token), now);
  if (to?.purpose !== purpose) throw accountRefusals.link_over();
  return to as Extract<LinkTo, { purpose: Purpose }>;
}
