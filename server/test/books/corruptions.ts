/**
 * For every sentence about the books the smallest thing that makes it untrue, and no other: scripts over the books of
 * `whole-books.ts`. THEIRS stands for the id of another organization's event.
 */
export const CORRUPTIONS: Record<string, string> = {
  'a tier’s sold and held are the tickets and the holds that exist': `
    update events set held = held + 1 where title = 'Night Market' and not seated and status = 'active';
    update ticket_tiers t set held = t.held + 1 from events e
     where e.id = t.event_id and e.title = 'Night Market' and not e.seated and e.status = 'active'`,
  'an event’s sold and held are the sums over its tiers': `
    update events set sold = sold + 1 where id = (select event_id from promo_codes limit 1)`,
  'no tier and no event sold or holds more than it has': `
    update events set capacity = sold + held - 1 where id = (select event_id from promo_codes limit 1)`,
  'an active event has something left to sell, and one that the service set to sold out has nothing': `
    update events set sold_out_by_service = true where status = 'active'`,
  'a cancelled event has no live hold and no valid ticket': `
    update checkouts set status = 'open' where status = 'cancelled';
    update events set held = 1 where status = 'cancelled';
    update ticket_tiers set held = 1 where event_id in (select id from events where status = 'cancelled')`,
  'a checkout is completed exactly when it has an order': `
    update checkouts set status = 'completed' where status = 'expired' and section_id is null`,
  'an order is what its checkout was: its customer, its quantity, its price, its discount and its promo code': `
    update orders set customer_email = 'x' || customer_email`,
  'a payment bought an order for its amount, or is owed back in full; never both, never neither': `
    update refunds set amount_centavos = amount_centavos - 1
     where payment_id in (select id from payments where order_id is null)`,
  'an order that costs something was paid, a free one was not': `
    update orders set payment_method = 'CARD' where total_centavos = 0`,
  'money that the provider holds is in the books, within 5 minutes and one more look': `
    update sandbox_sessions s set status = 'paid', paid_at = a.checked_at - interval '10 minutes'
      from payment_attempts a where a.id = s.attempt_id and a.status = 'started';
    update sandbox_sessions set paid_at = paid_at - interval '1 minute';
    update payment_attempts set checked_at = checked_at - interval '1 minute'`,
  'refunds that were sent are at the provider, once and no more than was paid': `
    update refunds set status = 'succeeded', provider_refund_id = id::text where status = 'pending'`,
  'a refund that the provider finished has its number there, and no number stands for two': `
    update refunds set provider_refund_id = null where status = 'succeeded'`,
  'a payment is of an attempt that is paid and not watched any more, at its provider, for its checkout': `
    update payment_attempts set watched_until = checked_at where status = 'paid'`,
  'an order is its tickets: as many, adding up to its total, with what was sent back for those returned': `
    update tickets set amount_centavos = amount_centavos + 1 where status = 'valid'`,
  'a ticket was bought when its order was paid, for the price of its checkout, and has its place among the order’s': `
    update tickets set purchased_at = purchased_at + interval '1 second'`,
  'the sales figures are the sums over the orders, of all time, of each UTC day and of each hour': `
    update sales_figures set tickets_sold = tickets_sold + 1 where period = 'day'`,
  'a promo code’s used and held are the orders and the live checkouts that have it, within its limit': `
    update promo_codes set used = used + 1 where code = 'UNUSED'`,
  'a discount has a promo code': `
    update checkouts set discount_centavos = 1 where status = 'open' and promo_code_id is null`,
  'every ticket was announced once, and every refund of one': `
    update notifications set body = (select body from notifications where type = 'ticket.purchased' limit 1)
     where id = (select id from notifications where type = 'ticket.purchased' offset 1 limit 1)`,
  'a used ticket has the time of its check-in, announced as often as it was made; a valid one has none': `
    update tickets set checked_in_at = checked_in_at + interval '1 second'`,
  'an event that left its draft has told of the status that it has': `
    update events set status = 'paused' where status = 'active'`,
  'an active endpoint has a delivery of all that happened since it was last changed, of the types it subscribed to': `
    insert into notifications (organization_id, id, type, body, created_at)
    select organization_id, gen_random_uuid(), type, body, created_at + interval '1 hour' from notifications
     where type = 'event.updated' limit 1`,
  'a delivery was answered, or given up, or has the time of its next try': `
    delete from webhook_attempts`,
  'a seat is held or sold exactly when one live claim says so': `
    update seating_rows set states = reverse(states)`,
  'a live claim names the seat that it is on, in the section and at a price that was bought': `
    update seat_claims set seat = 99 where row_id is not null`,
  'a checkout of a seated event has a seat per ticket while it holds or bought them': `
    delete from seat_claims where position = 1 and checkout_id in (select id from checkouts where status = 'expired')`,
  'a checkout with a section has seats, and one without has none that are live': `
    delete from seat_claims where checkout_id in (select id from checkouts where status = 'expired')`,
  'a ticket has its seat exactly while it is valid or used': `
    update tickets set position = 10 + position where position in (0, 1)
       and order_id in (select id from orders where quantity > 1);
    update tickets set position = 11 - position where position >= 10`,
  'a ticket of a seated checkout has a seat': `
    update seat_claims set position = 10 + position where row_id is null`,
  'a seated event’s counters are its seats': `
    update events set capacity = capacity + 1 where seated`,
  'a tier of a seated event is as large as the seats it prices': `
    update ticket_tiers set quantity_total = quantity_total + 1
     where event_id in (select id from events where seated)`,
  'what was sold together is of one event and one tier: tickets, order, checkout, promo code and section': `
    update tickets set tier_id = (select id from ticket_tiers where id <> tickets.tier_id
                                     and organization_id = tickets.organization_id limit 1)
     where status = 'refunded'`,
  'what is on sale refers to rows of its own organization alone': `
    update promo_codes set event_id = THEIRS where code = 'UNUSED'`,
  'checkouts, seats, orders, tickets and sales figures refer to rows of their own organization alone': `
    update checkouts set section_id = THEIRS where status = 'expired' and section_id is not null`,
  'money refers to rows of its own organization alone': `
    update payment_attempts set checkout_id = THEIRS where status = 'started'`,
  'notifications, webhooks and their deliveries refer to rows of their own organization alone': `
    insert into webhook_deliveries (organization_id, id, webhook_id, notification_id, status, created_at)
    select organization_id, gen_random_uuid(), webhook_id, THEIRS, 'failed', created_at from webhook_deliveries limit 1`,
  'keys and subscriptions refer to rows of their own organization alone': `
    update idempotency_keys set caller_id = THEIRS`,
  'an order has a mail with its tickets from the moment it was paid, since there are mails': `
    update mails set created_at = created_at + interval '1 second' where kind = 'tickets' and ticket_id is null
       and created_at > (select min(created_at) from mails)`,
  'a ticket is named by a mail about refunds exactly when it was refunded, and by one': `
    delete from mails where kind = 'refund'`,
  'an order of a cancelled event was told how many tickets it lost, and how much goes back for them': `
    update mails set details = details || '{"amount_centavos": 1}' where kind = 'event_cancelled'`,
  'who paid for nothing was told of all of it': `
    delete from mails where kind = 'money_back'`,
  'tickets are for those whom their checkout named, one each': `
    update tickets set attendee_name = 'Somebody else' where attendee_email is not null`,
  'who comes with a ticket that somebody else bought, and gave an address, was sent it when it was paid': `
    delete from mails where recipient = 'ben@example.com'`,
  'mails and keys of tickets refer to rows of their own organization alone': `
    update mails set checkout_id = THEIRS where kind = 'tickets'`,
  'an organization that somebody logs in to has an owner': `
    update memberships set role = 'manager'`,
  'members, sessions, invitations and links refer to rows of their own organization alone': `
    delete from memberships where role = 'viewer'`,
  'the audit log refers to rows of its own organization alone': `
    update audit_log set actor_id = THEIRS where actor_kind = 'key'`,
};
