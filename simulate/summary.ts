import sql from 'sql-template-tag';
import type { Tally } from './troubles.ts';
import type { World } from './world.ts';

export interface Summary {
  buyers: number;
  events: number;
  checkouts: number;
  orders: number;
  free: number;
  tickets: number;
  checkIns: number;
  refunds: number;
  /** Payments that arrived after the hold ended. */
  lateHonoured: number;
  /** Payments that bought nothing, by the reason given to the buyer. */
  sentBack: Record<string, number>;
  soldOutChecked: number;
  changes: number;
  forms: number;
  waiting: number;
  offers: number;
  atBoxOffice: number;
  paidChanges: number;
  passages: number;
  messages: number;
  tally: Tally;
  simulatedDays: number;
}

/** Read from the tables at the end. */
export async function summarize(world: World, { buyers, since }: { buyers: number; since: Date }): Promise<Summary> {
  const { db, program, confirmed, tally, timeline } = world;
  const [row] = await db.query<Counts>(sql`
    select (select count(*) from checkouts) as checkouts, (select count(*) from orders) as orders,
           (select count(*) from orders where payment_method = 'FREE') as free,
           (select count(*) from tickets) as tickets, (select count(*) from refunds) as refunds,
           (select count(*) from notifications where type = 'ticket.checked_in') as check_ins,
           (select count(*) from orders o join checkouts c on c.organization_id = o.organization_id and c.id = o.checkout_id
             where o.paid_at > c.expires_at) as late`);
  const refusals = await db.query<{ reason: string; count: number }>(sql`
    select r.reason, count(*) from payments p join refunds r on r.organization_id = p.organization_id and r.payment_id = p.id
     where p.order_id is null group by 1 order by 1`);
  return {
    buyers,
    events: program.events.length,
    checkouts: row?.checkouts ?? 0,
    orders: row?.orders ?? 0,
    free: row?.free ?? 0,
    tickets: row?.tickets ?? 0,
    checkIns: row?.checkIns ?? 0,
    refunds: row?.refunds ?? 0,
    lateHonoured: row?.late ?? 0,
    sentBack: Object.fromEntries(refusals.map(({ reason, count }) => [reason, count])),
    soldOutChecked: confirmed.soldOutAlone,
    changes: confirmed.changes,
    forms: confirmed.forms,
    waiting: confirmed.waiting.length,
    offers: confirmed.offers,
    atBoxOffice: confirmed.sold.size,
    paidChanges: confirmed.paidChanges.size,
    passages: confirmed.passages.size,
    messages: confirmed.messages.size,
    tally,
    simulatedDays: Math.round((timeline.clock.now().getTime() - since.getTime()) / DAY_MS),
  };
}

const DAY_MS = 86_400_000;

interface Counts {
  checkouts: number;
  orders: number;
  free: number;
  tickets: number;
  refunds: number;
  checkIns: number;
  late: number;
}
