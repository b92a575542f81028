import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../platform/database/database.ts';
import { perStore } from '../../platform/database/per-database.ts';
import { html } from '../../platform/http/pages/html.ts';
import { isToken, newToken } from '../../values/token.ts';

/** A second press follows at once, or when a slow page seems not to come. */
const REMEMBERED_MS = 60_000;
/** Buttons that are pressed within that time. */
const MAX_PRESSES = 10_000;

interface Press {
  at: Date;
  /** Where the buyer is sent. */
  location: Promise<string>;
}

/**
 * In the memory of this process: a second press that reaches another instance is refused, as what it asks for is done.
 */
const pressesOf = perStore(() => new LRUCache<string, Press>({ max: MAX_PRESSES }));

/**
 * Names the button of a form whose second press must not end on an error page. Only the page with the form has the
 * name.
 */
export const pressField = () => html`<input type="hidden" name="press" value="${newToken()}">`;

/**
 * Where the first press of this button led. The name of the press proves who asks: the first press may have voided the
 * link, which others have, too.
 */
export function endOfPress(
  db: Pick<Queryable, 'store'>,
  body: { press?: unknown } | undefined,
  now: Date,
): Promise<string> | undefined {
  const known = pressesOf(db).get(nameOf(body));
  return known && now.getTime() - known.at.getTime() < REMEMBERED_MS ? known.location : undefined;
}

/** Does once what the button says. If that fails, it can be pressed again. @returns where it led */
export function oncePerPress(
  db: Pick<Queryable, 'store'>,
  body: { press?: unknown } | undefined,
  now: Date,
  act: () => Promise<string>,
): Promise<string> {
  const before = endOfPress(db, body, now);
  if (before) return before;
  const location = act();
  const name = nameOf(body);
  if (isToken(name)) {
    const presses = pressesOf(db);
    presses.set(name, { at: now, location });
    location.catch(() => presses.delete(name));
  }
  return location;
}

const nameOf = (body: { press?: unknown } | undefined) => (typeof body?.press === 'string' ? body.press : '');
