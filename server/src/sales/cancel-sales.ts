import { SYSTEM } from '../audit-log/actor.ts';
import { cancelHolds } from '../checkouts/hold-queries.ts';
import { releaseOverdueHolds, releasePlaces } from '../checkouts/release-holds.ts';
import { movePlaces, type Places } from '../events/places.ts';
import { cancelMessagesOf } from '../messages/cancel-message.ts';
import type { Tx } from '../platform/database/database.ts';
import { releaseSeatsOfTickets } from '../seating/change-seats.ts';
import { recordCancelledMails } from '../tickets/mails/record-ticket-mails.ts';
import { cancelTickets } from '../tickets/return-tickets.ts';
import { cancelWaitingLists } from '../waiting-list/end-waiting-list.ts';
import { recordEndedTransfers } from './payment/record-ended-transfers.ts';
import { recordTicketRefunds } from './record-ticket-refunds.ts';

/**
 * Cancels the sales of a cancelled event: its holds, waiting lists and messages end, and its valid tickets are
 * cancelled and refunded. Their holders, guests who were checked in, people on the waiting lists, and buyers with a
 * transfer on its way get an e-mail. A late payment is refunded too.
 */
export async function cancelSales(tx: Tx, places: Places, now: Date): Promise<void> {
  const { organizationId, eventId } = places;
  // One statement cancels a whole stadium: with 200,000 orders it takes longer than a request may.
  await tx.liftTimeLimit();
  // A checkout that expired before stays expired, so that its page does not show a different reason the next day.
  await releaseOverdueHolds(tx, places, now);
  const ended = await cancelHolds(tx, organizationId, eventId);
  await releasePlaces(tx, places, ended);
  await recordEndedTransfers(tx, organizationId, { ended, endedBy: 'event_cancelled' }, now);
  cancelWaitingLists(tx, places, {
    offers: ended.filter(({ isOffer }) => isOffer).map(({ checkoutId }) => checkoutId),
    now,
  });
  await cancelMessagesOf(tx, { organizationId, eventId, now });
  const tickets = await cancelTickets(tx, organizationId, eventId, now);
  for (const { tierId } of tickets) movePlaces(places, tierId, { sold: -1 });
  await releaseSeatsOfTickets(tx, places, tickets);
  await recordTicketRefunds(tx, tickets, { organizationId, actor: SYSTEM, reason: 'event_cancelled', now });
  recordCancelledMails(tx, { organizationId, eventId, now });
}
