import type { Queryable } from '../../platform/database/database.ts';
import { newToken, tokenHash } from '../../values/token.ts';
import { accountRefusals } from '../refusals.ts';
import type { LinkTo } from './link-to.ts';
import { findLink, insertLink } from './queries.ts';

/** Pages of the dashboard. The token stands behind `#`: browsers send it to no server, no log and no referrer has it. */
const PAGES = { set_up: 'set-up', password_reset: 'reset', invitation: 'invitation' } as const;

/**
 * Makes a link whose token is written down nowhere: only its hash is stored. Made where it is shown, at a terminal or in a
 * mail that is being written, so that neither the queue of mails nor the database ever holds it.
 */
export async function makeLink(db: Queryable, publicUrl: string, to: LinkTo, expiresAt: Date): Promise<string> {
  const token = newToken();
  await insertLink(db, tokenHash(token), to, expiresAt);
  return `${publicUrl}/dashboard/${PAGES[to.purpose]}#${token}`;
}

/** @throws Refusal link_over when it is used, over, for something else, or nobody's: which of them is not said */
export async function openLink<Purpose extends LinkTo['purpose']>(
  db: Queryable,
  { token, purpose, now }: { token: string; purpose: Purpose; now: Date },
): Promise<Extract<LinkTo, { purpose: Purpose }>> {
  const to = await findLink(db, tokenHash(token), now);
  if (to?.purpose !== purpose) throw accountRefusals.link_over();
  return to as Extract<LinkTo, { purpose: Purpose }>;
}
