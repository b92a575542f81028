import { SYSTEM } from '../audit-log/actor.ts';
import { forgetSections } from '../checkouts/change-queries.ts';
import { cancelHolds } from '../checkouts/hold-queries.ts';
import { releaseOverdueHolds, releasePlaces } from '../checkouts/release-holds.ts';
import { movePlaces, type Places } from '../events/places.ts';
import type { Sales } from '../events/sales.ts';
import { cancelMessagesOf } from '../messages/cancel-message.ts';
import type { Tx } from '../platform/database/database.ts';
import { releaseSeatsOfTickets } from '../seating/change-seats.ts';
import { recordCancelledMails, recordChangeMails } from '../tickets/mails/record-ticket-mails.ts';
import { cancelTickets } from '../tickets/return-tickets.ts';
import { recordEventChangeOnPasses, recordPassChangesOfTier } from '../tickets/wallet/record-pass-changes.ts';
import { endWaitingLists } from '../waiting-list/end-waiting-list.ts';
import { countBuyerPlaces } from './buyer-places-queries.ts';
import { recordEndedTransfers } from './payment/record-ended-transfers.ts';
import { recordTicketRefunds } from './record-ticket-refunds.ts';
import { endReservations } from './reservations/queries.ts';
import { findUsesOfTier } from './tier-queries.ts';

/**
 * Cancels the sales of a cancelled event: its holds, waiting lists and messages end, and its valid tickets are
 * cancelled and refunded. Their holders, guests who were checked in, and buyers with a transfer on its way get an
 * e-mail. A late payment is refunded too.
 */
async function cancelSales(tx: Tx, places: Places, now: Date): Promise<void> {
  const { organizationId, eventId } = places;
  // One statement cancels a whole stadium: with 200,000 orders it takes longer than a request may.
  await tx.liftTimeLimit();
  // A checkout that expired before stays expired, so that its page does not show a different reason the next day.
  await releaseOverdueHolds(tx, places, now);
  const ended = await cancelHolds(tx, organizationId, eventId);
  await releasePlaces(tx, places, ended);
  await recordEndedTransfers(tx, organizationId, { ended, endedBy: 'event_cancelled' }, now);
  endWaitingLists(tx, places);
  await cancelMessagesOf(tx, { organizationId, eventId, now });
  const tickets = await cancelTickets(tx, organizationId, eventId, now);
  for (const { tierId } of tickets) movePlaces(places, tierId, { sold: -1 });
  await releaseSeatsOfTickets(tx, places, tickets);
  await recordTicketRefunds(tx, tickets, { organizationId, actor: SYSTEM, reason: 'event_cancelled', now });
  recordCancelledMails(tx, { organizationId, eventId, now });
}

async function announceChange(tx: Tx, change: Parameters<typeof recordChangeMails>[1]): Promise<void> {
  // As above: one statement records the e-mails to all holders.
  await tx.liftTimeLimit();
  recordChangeMails(tx, change);
}

/** The interface through which `events` calls the domains after it. */
export const sales: Sales = {
  releaseOverdueHolds,
  cancelSales,
  endReservations,
  countBuyerPlaces,
  announceChange,
  changePasses: recordEventChangeOnPasses,
  changePassesOfTier: recordPassChangesOfTier,
  forgetSections,
  findUsesOfTier,
};
