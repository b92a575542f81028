import type { Database } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { NotificationType } from '../notification.ts';
import { readingRefusals } from '../refusals.ts';
import { type Cursor, LATEST } from './cursor.ts';
import { givePositionsOf } from './give-positions.ts';
import {
  type Counter,
  findCounter,
  findIdAt,
  listNotifications,
  lockCounter,
  type PositionedNotification,
} from './queries.ts';

/**
 * One read goes over as many, so that a rare type does not make it read the whole history, and gives as many positions,
 * so that the first one of an organization does not wait for all of its past.
 */
export const MOST_PASSED = 10_000;

export interface Read {
  organizationId: Uuid;
  /** null: from the oldest notification after which none was deleted. */
  after: Cursor | typeof LATEST | null;
  types: readonly NotificationType[];
  limit: number;
}

export interface NotificationPage {
  notifications: PositionedNotification[];
  /** Where the next read goes on. */
  next: Cursor;
  hasMore: boolean;
}

/**
 * Notifications after a cursor, in the order of their positions. Everything that was committed before this call is in
 * this list or after `next`: a reader who goes on there misses nothing and gets nothing twice. After LATEST comes
 * nothing that was committed before this call, which takes as long as all without a position need to get theirs.
 * @throws Refusal 410 when some after the cursor were deleted, or the cursor is of another database
 */
export async function readNotifications(
  db: Database,
  { organizationId, after, types, limit }: Read,
): Promise<NotificationPage> {
  const hasAll = await givePositionsOf(db, organizationId, after === LATEST ? Number.POSITIVE_INFINITY : MOST_PASSED);
  // Before the notifications: all up to this position can be seen.
  const counter = await readCounter(db, organizationId);
  const { lastPosition } = counter;
  const cursorAt = async (position: number): Promise<Cursor> => ({
    position,
    id: (await findIdAt(db, organizationId, position)) ?? null,
  });
  if (after === LATEST) return { notifications: [], next: await cursorAt(lastPosition), hasMore: false };
  const from = after?.position ?? counter.purgedPosition;
  if (after) await requireKept(db, organizationId, after, counter);
  const upTo = Math.min(lastPosition, from + MOST_PASSED);
  const notifications = await listNotifications(db, organizationId, { after: from, upTo, types, most: limit });
  const last = notifications.length === limit ? notifications.at(-1) : undefined;
  if (last) return { notifications, next: cursorOf(last), hasMore: !hasAll || last.position < lastPosition };
  const next = after && upTo === from ? after : await cursorAt(upTo);
  return { notifications, next, hasMore: !hasAll || upTo < lastPosition };
}

/** The first read makes it: who read before the first notification is told, too, when that was deleted. */
async function readCounter(db: Database, organizationId: Uuid): Promise<Counter> {
  const found = await findCounter(db, organizationId);
  if (found) return found;
  await db.transaction((tx) => lockCounter(tx, organizationId));
  return (await findCounter(db, organizationId)) ?? { lastPosition: 0, purgedPosition: 0 };
}

export const cursorOf = ({ position, body }: PositionedNotification): Cursor => ({ position, id: body.id });

/** @throws Refusal 410 */
async function requireKept(db: Database, organizationId: Uuid, { position, id }: Cursor, counter: Counter) {
  const { lastPosition, purgedPosition } = counter;
  if (position < purgedPosition || position > lastPosition) throw readingRefusals.cursor_gone();
  const found = id && (await findIdAt(db, organizationId, position));
  if (found && found !== id) throw readingRefusals.cursor_gone();
}
