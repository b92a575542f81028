import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { getTicketKey } from '../../tickets/ticket-key.ts';
import { readRoomCookie } from '../../waiting-room/pages/room-cookies.ts';
import { findPassEnd } from '../../waiting-room/require-admission.ts';
import type { ShopEvent } from '../shop-event.ts';

/** Whether the event has a waiting room, and when the visitor's pass ends; undefined: they have none. */
export type VisitorPass = { needed: false } | { needed: true; endsAt: Date | undefined };

/** The waiting room set the pass as a cookie, on the way to this page. */
export async function passOfVisitor(
  { db, config }: { db: Database; config: Config },
  request: FastifyRequest,
  { organizationId, id, waitingRoomEnabled }: ShopEvent,
  now: Date,
): Promise<VisitorPass> {
  if (!waitingRoomEnabled) return { needed: false };
  const cookie = readRoomCookie(request, 'pass', id);
  if (cookie === undefined) return { needed: true, endsAt: undefined };
  const { roomKey: key } = await getTicketKey(db, config.secretsKeys, organizationId);
  return { needed: true, endsAt: findPassEnd(cookie, { eventId: id, key, now }) };
}

/** Whether the visitor has to wait first. */
export const mustWait = (pass: VisitorPass): boolean => pass.needed && pass.endsAt === undefined;
