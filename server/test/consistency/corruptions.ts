import { raw } from 'sql-template-tag';
import { newIdAt } from '../../src/platform/database/new-id.ts';
import type { Uuid } from '../../src/values/uuid.ts';

/** The script that breaks this invariant and no other. `theirs` is the id of another organization's event. */
export function corruptionOf(description: string, theirs: Uuid): string {
  const script = CORRUPTIONS[description];
  if (!script) throw new Error('there is no corruption that violates this invariant');
  return script.replaceAll('THEIRS', `'${theirs}'`).replaceAll('NEW_ID', newIdAt(raw('created_at')).text);
}

/**
 * The smallest change that breaks each invariant, in the database of `full-database.ts`. NEW_ID is an id with the time
 * of the copied row.
 */
const CORRUPTIONS: Record<string, string> = {
  'the sold and held counters of a tier are its tickets and its holds': `
    update events set held = held + 1 where title = 'Night Market' and not seated and status = 'active';
    update ticket_tiers t set held = t.held + 1 from events e
     where e.id = t.event_id and e.title = 'Night Market' and not e.seated and e.status = 'active'`,
  'the sold and held counters of an event are the sums over its tiers that admit': `
    update events set sold = sold + 1 where id = (select event_id from promo_codes limit 1)`,
  'no event and no tier has more sold, held and blocked than its size': `
    update events set capacity = sold + held - 1 where id = (select event_id from promo_codes limit 1)`,
  'an active event has places left on free sale, and one that the service set to sold out has none': `
    update events set sold_out_by_service = true where status = 'active'`,
  'the waiting and offered counters of a tier are its waiting list and the offers that hold places': `
    update ticket_tiers set waiting = waiting + 1 where waiting > 0`,
  'an offer that holds places was made for one entry, with its tier and quantity': `
    update waiting_list_entries set quantity = quantity + 1 where status = 'offered'`,
  'an address waits once for a tier, and not while it has an offer': `
    update waiting_list_entries set customer_email = (
      select customer_email from waiting_list_entries where status = 'offered') where status = 'waiting'`,
  'turns of a waiting room begin in the order of the line: each position that had one was admitted, and none has two': `
    update waiting_rooms set admitted = 0`,
  'a cancelled event has no live hold, no valid ticket and no entry that waits for a place': `
    update checkouts set status = 'open' where status = 'cancelled';
    update events set held = 1 where status = 'cancelled';
    update ticket_tiers set held = 1 where event_id in (select id from events where status = 'cancelled')`,
  'a checkout is completed exactly when it has an order': `
    update checkouts set status = 'completed' where status = 'expired'
       and id in (select checkout_id from checkout_lines where section_id is null)`,
  'an order has the customer, the quantity, the price, the discount and the promo code of its checkout': `
    update orders set customer_email = 'x' || customer_email`,
  'the quantity and the subtotal of a checkout are those of its lines, which are numbered from 0': `
    update checkout_lines set position = 1 where checkout_id in (select id from checkouts where status = 'expired')`,
  'where an event limits its buyers, a live checkout counts its places and a completed one those that were not refunded: both without add-ons': `
    update events set max_per_buyer = 10`,
  'a payment that bought nothing is refunded in full, and no payment more than in full': `
    update refunds set amount_centavos = amount_centavos - 1
     where payment_id in (select id from payments where order_id is null)`,
  'the total of an order is its payment and the differences of its changes, and its refunds are those of its tickets': `
    update refunds set amount_centavos = amount_centavos - 1
     where status = 'pending' and payment_id in (select id from payments where order_id is not null)`,
  'what a change of an order costs more was paid for it, and what it costs less is given back': `
    update order_changes set difference_centavos = -difference_centavos`,
  'an order that cost something when it was bought has a payment with its method, and a free order has none: it is FREE, or of the box office': `
    update orders set payment_method = 'CARD' where total_centavos = 0 and payment_method = 'FREE'`,
  'an order is paid by hand, or given away, exactly when its checkout is of the box office, which holds nothing but what it keeps for a name': `
    update checkouts set channel = 'api' where channel = 'box_office'`,
  'what is kept for a name is not being paid and ends when its reservation says, or with the event; what was picked up of it is bought': `
    update reservations set kept_until = kept_until + interval '1 minute'`,
  'an order of the box office has an entry of its sale, and entries of its refunds with as many tickets; the entries of any order have as much money as was taken and given back by hand': `
    update box_office_entries set tickets = tickets + 1 where kind = 'sale'`,
  'a payment at the sandbox is recorded by the first look that is later than 5 minutes after it': `
    update sandbox_sessions s set status = 'paid', paid_at = a.checked_at - interval '10 minutes'
      from payment_attempts a where a.id = s.attempt_id and a.status = 'started';
    update sandbox_sessions set paid_at = paid_at - interval '1 minute';
    update payment_attempts set checked_at = checked_at - interval '1 minute'`,
  'a refund that succeeded is at the sandbox, which refunds no more than was paid': `
    update refunds set status = 'succeeded', provider_refund_id = id::text where status = 'pending'`,
  'a refund that succeeded has the number that its provider gave it, and no other refund has that number. Money that was taken by hand is given back by hand: such a refund has no number': `
    update refunds set provider_refund_id = null where status = 'succeeded'`,
  'a payment belongs to a paid attempt of its checkout, at its provider, that is no longer watched': `
    update payment_attempts set watched_until = checked_at where status = 'paid'`,
  'the quantity, the total, the refunds and the status of an order are those of its tickets': `
    update tickets set amount_centavos = amount_centavos - 1 where status = 'valid' and amount_centavos > 0`,
  'a pending refund request names a ticket that can still be refunded': `
    update refund_requests set ticket_ids = '{}' where status = 'pending'`,
  'a ticket was bought when its order was paid, and has the position, the tier and the price of a line of its checkout': `
    update tickets set purchased_at = purchased_at + interval '1 second'`,
  'after discount no ticket costs less than nothing, and the tickets of a line cost no more than their price': `
    update tickets set amount_centavos = amount_centavos + (1 - 2 * position) * 1000000
     where order_id in (select id from orders where quantity = 2 and status = 'paid')`,
  'the sales figures are the sums over the orders: in all, of each UTC day and of each hour': `
    update sales_figures set tickets_sold = tickets_sold + 1 where period = 'day'`,
  'the sums by channel, source and referral code are those over the orders, and an event has at most 100 of its own': `
    update sales_sources set ref = 'x' where is_rest = false and ref = 'friend'`,
  'the used and held counters of a promo code are its orders and its live checkouts, within its limit': `
    update promo_codes set used = used + 1 where code = 'UNUSED'`,
  'a checkout with a discount has a promo code, or its order was given away': `
    update checkouts set discount_centavos = 1 where status = 'open' and promo_code_id is null`,
  'a ticket has one notification of its purchase, and one of its refund exactly when it is refunded': `
    update notifications set body = (select body from notifications where type = 'ticket.purchased' limit 1)
     where id = (select id from notifications where type = 'ticket.purchased' offset 1 limit 1)`,
  'a used ticket has the time of its check-in and a notification for each, and a valid ticket has no such time': `
    update tickets set checked_in_at = checked_in_at + interval '1 second'`,
  'an event that is no longer a draft has a notification of its status': `
    update events set status = 'paused' where status = 'active'`,
  'an active endpoint has a delivery of each notification that it subscribed to, since the endpoint was last changed': `
    insert into notifications (organization_id, id, type, body, created_at)
    select organization_id, NEW_ID, type, body, created_at + interval '1 hour' from notifications n
     where type = 'event.updated'
       and exists (select 1 from webhooks w where w.organization_id = n.organization_id and w.is_active
                      and n.type = any(w.events) and w.updated_at < n.created_at)
     order by id limit 1`,
  'a delivery was answered, or was given up, or has the time of its next try': `
    delete from webhook_attempts`,
  'a seat is held or sold exactly when one live claim has it, and sold exactly when that claim has a ticket': `
    update seating_rows set states = reverse(states)`,
  'a live claim names its seat, in the section and at the price of its line': `
    update seat_claims set seat = 99 where row_id is not null`,
  'a checkout that claimed seats has a claim per ticket that admits, all live while it holds them and none once it ended': `
    delete from seat_claims where position = 1 and checkout_id in (select id from checkouts where status = 'expired')`,
  'a line with a section has claimed seats, and one without a section has no live claim unless it is an add-on, which has no section': `
    delete from seat_claims where checkout_id in (select id from checkouts where status = 'expired')`,
  'the claim of a ticket is live exactly while the ticket is valid or used': `
    update tickets set position = 10 + position where position in (0, 1)
       and order_id in (select id from orders where quantity > 1)
       and order_id not in (select t.order_id from tickets t join ticket_tiers r on r.id = t.tier_id where not r.admission);
    update tickets set position = 11 - position where position >= 10`,
  'the ticket of an add-on was never used': `
    update tickets set checked_in_at = changed_at
     where status = 'refunded' and tier_id in (select id from ticket_tiers where not admission)`,
  'a ticket of a checkout with a section has a claim, unless it is of an add-on': `
    update seat_claims set position = 10 + position where row_id is null`,
  'the counters of a seated event are the states of its seats': `
    update events set capacity = capacity + 1 where seated`,
  'a tier of a seated event is as large as the seats it prices, and an add-on prices none': `
    update ticket_tiers set quantity_total = quantity_total + 1
     where event_id in (select id from events where seated)`,
  'where tiers share seats, each counts those that the others hold or have sold': `
    update ticket_tiers set taken_by_others = 1 where not admission`,
  'passages of a ticket are numbered from 1, and each that counts kept its rule when it was recorded: by time, an exit follows an entry, and an entry neither follows nor precedes one': `
    update passages set direction = 'in' where direction = 'out' and list_id is not null`,
  'a ticket that left the gate was used, and it has the time when a passage of it was last recorded or undone': `
    update tickets set last_passage_at = last_passage_at - interval '1 second'`,
  'passages refer to rows of their own organization: a ticket, a list of the event of the ticket, and a door': `
    update passages set actor_id = THEIRS where actor_kind = 'key'`,
  'passes in wallets refer to rows of their own organization: a ticket, its event and one of its codes': `
    update wallet_registrations set revision = revision + 1`,
  'a sale is of one event: tickets, order, payment, checkout, lines, promo code, tiers and sections': `
    update tickets set event_id = (select id from events where id <> tickets.event_id
                                      and organization_id = tickets.organization_id limit 1)
     where status = 'refunded'`,
  'a message counts its e-mails, and has none before it is sent': `
    update messages set mails = mails + 1 where status = 'sent'`,
  'events, series, check-in lists, door links, tiers, questions, messages, waiting lists, waiting rooms, promo codes, seats and sales figures refer to rows of their own organization': `
    update promo_codes set event_id = THEIRS where code = 'UNUSED'`,
  'checkouts, their lines, offers, claims of seats, orders, tickets, refund requests, consents and answers refer to rows of their own organization': `
    update checkout_lines set section_id = THEIRS where section_id is not null
       and checkout_id in (select id from checkouts where status = 'expired')`,
  'entries of the box office refer to rows of their own organization': `
    update box_office_entries set actor_id = THEIRS where actor_kind = 'key'`,
  'changes of orders, payments, refunds and what the sandbox recorded refer to rows of their own organization': `
    update payment_attempts set checkout_id = THEIRS where status = 'started'`,
  'a check-in list and its tiers are of the same event, and a list for all tiers names none': `
    update check_in_lists set of_all_tiers = true`,
  'a question and its tiers are of the same event, and a question of all tiers names none': `
    update questions set of_all_tiers = true`,
  'an answer is to a question of the event of its checkout, and about its order or one of its tickets as the question is': `
    update answers set ticket = ticket + 1`,
  'deliveries and their tries refer to rows of their own organization': `
    insert into webhook_deliveries (organization_id, id, webhook_id, notification_id, status, created_at)
    select organization_id, NEW_ID, webhook_id, THEIRS, 'failed', created_at from webhook_deliveries limit 1`,
  'a delivery that was sent again had failed, and there is one of its notification and endpoint that was not': `
    update webhook_deliveries set status = 'failed', next_attempt_at = null, sent_again = true`,
  'a notification has no position above the last one that its organization gave': `
    update notifications set position = 1000000000 where id = (select id from notifications limit 1)`,
  'notifications refer to rows of their own organization': `
    insert into notifications (organization_id, id, type, body, created_at)
    select organization_id, NEW_ID, 'event.other', json_build_object('data', json_build_object('event_id', THEIRS)),
           created_at from notifications limit 1`,
  'a row of seats is of the event of its section': `
    insert into seating_rows (organization_id, id, section_id, event_id, position, label, counted, seats, states)
    select s.organization_id, gen_random_uuid(), s.id, p.event_id, 99, 'Z', false, '{0}', '_'
      from seating_sections s join promo_codes p using (organization_id) limit 1`,
  'subscriptions refer to rows of their own organization': `
    update subscriptions set tier_id = THEIRS`,
  'keys, endpoints, payment accounts and subscription tiers refer to rows of their own organization': `
    update idempotency_keys set caller_id = THEIRS`,
  'an order has an e-mail with its tickets from the time when it was paid, unless it was imported without': `
    update mails set created_at = created_at + interval '1 second' where kind = 'tickets' and ticket_id is null
       and created_at > (select min(created_at) from mails)`,
  'a ticket is named by one e-mail about a refund when it is refunded, and by none otherwise': `
    delete from mails where kind = 'refund'`,
  'e-mails about a cancelled event say how many tickets the order lost and how much is refunded for them': `
    update mails set details = details || '{"amount_centavos": 1}' where kind = 'event_cancelled'`,
  'an offer to the waiting list has one e-mail from the time when it was made, and no other checkout has one': `
    delete from mails where kind = 'waiting_list_offer'`,
  'each payment that bought nothing has an e-mail that says its amount': `
    delete from mails where kind = 'money_back'`,
  'a checkout whose money is on its way has an e-mail that says until when': `
    delete from mails where kind = 'payment_pending'`,
  'the attendees of an order’s tickets are those that its checkout named, one each': `
    update tickets set attendee_name = 'Somebody else' where attendee_email is not null`,
  'an attendee with an address that is not the buyer’s was sent the ticket when it was paid, unless the order was free or is not mailed': `
    delete from mails where recipient = 'ben@example.com'`,
  'a buyer whose personal data was erased is named by neither the checkout, the order nor its notifications': `
    update checkouts set erased_at = created_at where status = 'expired'`,
  'e-mails refer to rows of their own organization': `
    update mails set checkout_id = THEIRS where kind = 'tickets'`,
  'a test organization is paid by the sandbox alone': `
    update payment_attempts set provider = 'xendit'
     where organization_id in (select organization_id from organizations where test_of is not null)`,
  'a test organization is that of a live one, and has its rule about second factors': `
    update organizations set two_factor_required = true where test_of is not null`,
  'a test organization has neither members, invitations nor payment accounts of its own': `
    update payment_accounts set organization_id = (select organization_id from organizations where test_of is not null)`,
  'an uploaded picture that an event shows has its row': `
    update events set cover_image_url = '/files/' || organization_id || '/gone' where status = 'cancelled'`,
  'an uploaded picture that an organization shows has its row, of it or of its live organization': `
    update organizations set logo_url = '/files/' || organization_id || '/gone'`,
  'the slug of an event is one of those that lead to it': `
    update events set slug = 'elsewhere' where status = 'cancelled'`,
  'the slug of an organization is one of those that lead to it': `
    update organizations set slug = 'elsewhere'`,
  'an organization that has members has an owner': `
    update memberships set role = 'manager'`,
  'members, sessions, devices, invitations and links refer to rows of their own organization': `
    delete from memberships where role = 'viewer'`,
  'the audit log refers to rows of its own organization': `
    update audit_log set actor_id = THEIRS where actor_kind = 'key'`,
};
