import { performance } from 'node:perf_hooks';
import sql from 'sql-template-tag';
import { OPERATOR } from '../server/src/audit-log/actor.ts';
import { createEvent } from '../server/src/events/create-event.ts';
import { createOrganization } from '../server/src/organizations/create-organization.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { openInMemory } from '../server/src/platform/database/embedded/embedded.ts';
import { openPostgres } from '../server/src/platform/database/postgres/postgres.ts';
import { migrateSchema } from '../server/src/schema/own-schema.ts';
import type { Uuid } from '../server/src/values/uuid.ts';
import { verifyBooks } from '../server/src/verify/verify-books.ts';
import { startPostgres } from '../server/test/databases/postgres-server.ts';
import { fillOrders } from '../server/test/fixtures/fill-orders.ts';

/**
 * What `takilya verify` costs on books with many orders, whole and with money, tickets, notifications, deliveries and
 * seats. Without fresh statistics, as after a busy day, and with them. BOOKS=embedded, ORDERS=20000 and the like choose.
 */
const ORDERS = Number(process.env.ORDERS ?? 200_000);
const KINDS = (process.env.BOOKS ?? 'PostgreSQL,embedded').split(',');
const EVENTS = 10;
const FROM = new Date('2026-01-01T00:00:00.000Z');
const NOW = new Date('2026-12-01T00:00:00.000Z');
const SLOWEST_SHOWN = 6;

/** What `fillOrders` leaves out: the promo code behind the discounts, money, counters, notifications and deliveries. */
const REST_OF_THE_BOOKS = `
  insert into promo_codes (organization_id, id, event_id, code, discount_type, amount_centavos, created_at)
  select organization_id, gen_random_uuid(), id, 'TEN', 'fixed_amount', 1000, created_at from events;
  update orders o set promo_code_id = p.id from promo_codes p where p.event_id = o.event_id and o.discount_centavos > 0;
  update checkouts c set promo_code_id = o.promo_code_id, discount_centavos = o.discount_centavos
    from orders o where o.organization_id = c.organization_id and o.checkout_id = c.id and o.discount_centavos > 0;
  update promo_codes p set used = (select count(*) from orders o where o.promo_code_id = p.id);
  insert into payment_attempts (organization_id, id, checkout_id, provider, method, amount_centavos, status, created_at, checked_at)
  select organization_id, gen_random_uuid(), checkout_id, 'sandbox', 'CARD', total_centavos, 'paid', paid_at, paid_at from orders;
  insert into sandbox_sessions (organization_id, id, attempt_id, method, amount_centavos, description, return_url, success_url,
    status, paid_at, expires_at)
  select organization_id, gen_random_uuid(), id, 'CARD', amount_centavos, 'Night', 'https://shop.example/c/cs_return',
         'https://shop.example', 'paid', created_at, created_at from payment_attempts;
  insert into payments (organization_id, id, checkout_id, attempt_id, order_id, provider, provider_payment_id, method,
    amount_centavos, paid_at)
  select a.organization_id, gen_random_uuid(), a.checkout_id, a.id, o.id, 'sandbox', 'sandbox_' || s.id::text, 'CARD',
         a.amount_centavos, a.created_at
    from payment_attempts a
    join sandbox_sessions s on s.organization_id = a.organization_id and s.attempt_id = a.id
    join orders o on o.organization_id = a.organization_id and o.checkout_id = a.checkout_id;
  insert into refunds (organization_id, id, payment_id, amount_centavos, reason, status, next_try_at, created_at, updated_at)
  select p.organization_id, gen_random_uuid(), p.id, o.refunded_centavos, 'requested', 'succeeded', p.paid_at, p.paid_at, p.paid_at
    from payments p join orders o on o.organization_id = p.organization_id and o.id = p.order_id where o.refunded_centavos > 0;
  insert into sandbox_refunds (organization_id, id, session_id, amount_centavos)
  select r.organization_id, r.id, replace(p.provider_payment_id, 'sandbox_', '')::uuid, r.amount_centavos
    from refunds r join payments p on p.organization_id = r.organization_id and p.id = r.payment_id;
  update tickets set status = 'used', checked_in_at = purchased_at where status = 'valid' and ticket_number ~ '[13579]$';
  update events e set sold = (select count(*) from tickets t where t.event_id = e.id and t.status in ('valid', 'used'));
  update ticket_tiers t set sold = (select sold from events e where e.id = t.event_id);
  insert into webhooks (organization_id, id, url, events, secret, created_at, updated_at)
  select organization_id, gen_random_uuid(), 'https://hooks.example/', array['ticket.purchased', 'ticket.refunded',
         'ticket.checked_in'], 'whsec_', created_at - interval '1 day', created_at - interval '1 day' from organizations;
  insert into notifications (organization_id, id, type, body, created_at)
  select organization_id, gen_random_uuid(), type,
         json_build_object('id', gen_random_uuid(), 'type', type, 'created_at', purchased_at, 'data', json_build_object(
           'ticket_id', id, 'event_id', event_id, 'customer', json_build_object('name', 'Ana Reyes'),
           'amount', 100, 'checked_in_at', checked_in_at)), purchased_at
    from tickets cross join (values ('ticket.purchased', null), ('ticket.refunded', 'refunded'), ('ticket.checked_in', 'used')) n (type, status)
   where n.status is null or n.status = tickets.status;
  insert into webhook_deliveries (organization_id, id, webhook_id, notification_id, status, attempts, response_status, created_at)
  select n.organization_id, gen_random_uuid(), w.id, n.id, 'succeeded', 1, 200, n.created_at from notifications n join webhooks w using (organization_id);
  insert into webhook_attempts (organization_id, delivery_id, attempt, at, duration_ms, response_status)
  select organization_id, id, 1, created_at, 20, 200 from webhook_deliveries`;

for (const kind of KINDS) {
  const { db, stop } = await open(kind);
  await migrateSchema(db);
  const began = performance.now();
  await fill(db);
  console.log(`${kind}: ${ORDERS} orders written in ${seconds(began)}`);
  await check(db, 'without statistics');
  await db.query(sql`analyze`);
  await check(db, 'with statistics');
  await db.close();
  await stop();
}

async function open(kind: string) {
  if (kind === 'embedded') return { db: await openInMemory(), stop: async () => {} };
  const server = await startPostgres({ fsync: false });
  return { db: await openPostgres(await server.createDatabase('bench')), stop: () => server.stop() };
}

async function check(db: Database, when: string) {
  const times: { sentence: string; ms: number }[] = [];
  const began = performance.now();
  const findings = await verifyBooks(
    timed(db, (text, ms) => times.push({ sentence: text, ms })),
    NOW,
  );
  console.log(`${when}: ${seconds(began)} for ${findings.length} sentences`);
  for (const { sentence, ms } of times
    .map((time, index) => ({ ...time, sentence: findings[index]?.sentence }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST_SHOWN))
    console.log(`  ${ms.toFixed(0).padStart(6)} ms  ${sentence}`);
  for (const { sentence, broken, rows } of findings.filter((finding) => finding.broken > 0))
    console.log(`  NOT TRUE (${broken}): ${sentence}`, rows[0]);
}

/** The same database, with a note of what each statement took. */
function timed(db: Database, note: (text: string, ms: number) => void): Database {
  return {
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          ...tx,
          async query<Row>(statement: Parameters<typeof tx.query>[0]) {
            const began = performance.now();
            const rows = await tx.query<Row>(statement);
            note(statement.text, performance.now() - began);
            return rows;
          },
        }),
      ),
  };
}

/** A tenth of the orders is of a seated event. */
async function fill(db: Database) {
  const organizationId = await createOrganization(db, { name: 'Large', now: FROM });
  for (let n = 0; n < EVENTS; n++) {
    const fields = { title: `Night ${n}`, startDatetime: NOW, capacity: 1_000_000 };
    const event = await createEvent(
      db,
      { find: async () => null },
      { organizationId, actor: OPERATOR, fields, now: FROM },
    );
    const tierId = event.tiers[0]?.id ?? '';
    const orders = ORDERS / EVENTS;
    await fillOrders(db, {
      organizationId,
      eventId: event.id,
      tierId,
      orders,
      from: FROM,
      days: 300,
      withTickets: true,
    });
    if (n === 0) await seat(db, { organizationId, eventId: event.id, tierId });
  }
  await db.transaction(async (tx) => {
    await tx.runScript('set local statement_timeout = 0');
    await tx.runScript(REST_OF_THE_BOOKS);
  });
}

/** Rows of a hundred, a seat for each order: taken, unless it was sent back. */
async function seat(db: Database, hall: { organizationId: Uuid; eventId: Uuid; tierId: Uuid }) {
  await db.transaction(async (tx) => {
    await tx.runScript('set local statement_timeout = 0');
    await tx.query(sql`
      insert into seating_plans values (${hall.organizationId}, ${hall.eventId}, 'best_available')`);
    await tx.query(sql`
      insert into seating_sections values (${hall.organizationId}, gen_random_uuid(), ${hall.eventId}, 0, 'Lower',
        array[${hall.tierId}]::uuid[])`);
    await tx.query(sql`
      create temporary table places on commit drop as
      select o.checkout_id, t.status, n / 100 as row_number, (n % 100)::int as place
        from (select *, row_number() over () - 1 as n from tickets where event_id = ${hall.eventId}) t
        join orders o on o.organization_id = t.organization_id and o.id = t.order_id`);
    await tx.query(sql`
      insert into seating_rows (organization_id, id, section_id, event_id, position, label, counted, seats, states)
      select ${hall.organizationId}, gen_random_uuid(), (select id from seating_sections where event_id = ${hall.eventId}),
             ${hall.eventId}, row_number, row_number::text, true, array_agg(place + 1 order by place),
             string_agg(case status when 'refunded' then '.' else 's' end, '' order by place)
        from places group by row_number`);
    await tx.query(sql`
      insert into seat_claims (organization_id, checkout_id, position, row_id, place, section_label, row_label, seat)
      select ${hall.organizationId}, p.checkout_id, 0, case p.status when 'refunded' then null else r.id end, p.place,
             'Lower', r.label, p.place + 1
        from places p join seating_rows r on r.event_id = ${hall.eventId} and r.label = p.row_number::text`);
    await tx.query(sql`
      update checkouts set section_id = (select id from seating_sections where event_id = ${hall.eventId})
       where event_id = ${hall.eventId}`);
    await tx.query(sql`
      update events set seated = true, capacity = (select count(*) from places) where id = ${hall.eventId}`);
    await tx.query(sql`
      update ticket_tiers set quantity_total = (select count(*) from places) where id = ${hall.tierId}`);
  });
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
