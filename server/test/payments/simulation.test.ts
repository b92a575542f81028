import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { type MoneyOffice, OFFICES, type PayingBuyer } from './money-office.ts';
import { FAULTS, type SentWebhook } from './stand-in.ts';

/** Number of payments over all providers. `SIMULATED_PAYMENTS=10000 npx vitest run --project postgres simulation` */
const PAYMENTS = Number(process.env.SIMULATED_PAYMENTS ?? 160);
/** A seed always gives the same buyers; the order of simultaneous steps depends on the machine. */
const SEED = Number(process.env.SIMULATION_SEED ?? 20_270_201);
const LONG_RUN = 1_000;
const BUYERS_AT_ONCE = 16;
const EVENTS = 4;
/** Share of provider calls that fail. */
const FAULT_CHANCE = 0.08;
/** Each waits for the full time-out. */
const HANG_CHANCE = 0.004;

describe.each(OFFICES)(`simulated payments with faults, seed ${SEED}, with %s`, (_name, openOffice) => {
  test('every peso paid is an order or a refund, and the invariants hold', {
    timeout: 60_000 + PAYMENTS * 1_000,
  }, async () => {
    const office = await openOffice({ instances: 2, providerTimeoutMs: 1_000 });
    try {
      const played = await play(office, randomly(SEED), Math.ceil(PAYMENTS / OFFICES.length));
      await office.quieten({ rounds: 40 });
      await office.everyPesoIsAccountedFor();
      expect(played.paid).toBe(office.standIn.payments().length);
      const { unfinished, ...happened } = await whatHappened(office);
      expect(unfinished).toBe(0);
      // Otherwise the run proves little: in a long run each of these must have happened.
      if (PAYMENTS >= LONG_RUN) expect(happened).toEqual({ orders: true, late: true, twice: true, triedAgain: true });
      else expect(happened).toMatchObject({ orders: true });
    } finally {
      await office.close();
    }
  });
});

type Random = ReturnType<typeof randomly>;

/** Mulberry32. */
function randomly(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    chance: (probability: number) => next() < probability,
    upTo: (most: number) => Math.floor(next() * most),
    pick: <Thing>(things: readonly Thing[]): Thing => things[Math.floor(next() * things.length)] as Thing,
    shuffled: <Thing>(things: readonly Thing[]) =>
      things
        .map((thing) => ({ thing, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ thing }) => thing),
  };
}

async function play(office: MoneyOffice, random: Random, payments: number) {
  const { standIn } = office;
  const played = { paid: 0 };
  /** Buyers who started and pay some rounds later, even if the hold ended. */
  const later: { paying: PayingBuyer; rounds: number }[] = [];
  let events = await newEvents(office, random);

  standIn.misbehave(() => {
    if (random.chance(HANG_CHANCE)) return random.pick(['hang before', 'hang after'] as const);
    return random.chance(FAULT_CHANCE) ? random.pick(FAULTS.filter((fault) => !fault.startsWith('hang'))) : undefined;
  });

  function pay(paying: PayingBuyer) {
    try {
      const wrongAmount = random.chance(0.01) ? { amountCentavos: 1_00 + random.upTo(900_00) } : {};
      standIn.pay(paying.sessionId, { quietly: random.chance(0.2), ...wrongAmount });
      played.paid++;
    } catch {
      // The provider refuses: the session is closed, or already paid.
    }
  }

  async function buy(event: { id: string }) {
    const asked = await office.askCheckout(event, { quantity: 1 + random.upTo(3) });
    if (asked.status !== 201) return;
    const tabs = random.chance(0.15) ? 2 : 1;
    for (let tab = 0; tab < tabs; tab++) {
      const paying = await office.press(asked.data, random.pick(['GCASH', 'MAYA', 'CARD'])).catch(() => undefined);
      if (!paying) continue;
      const whim = random.upTo(100);
      if (whim < 65) pay(paying);
      else if (whim < 90) {
        standIn.begin(paying.sessionId);
        later.push({ paying, rounds: 1 + random.upTo(12) });
      }
      if (random.chance(0.5)) await office.comeBack(paying, random.chance(0.2));
    }
  }

  async function organizerRefunds() {
    const orders = await office.call<{ orders: { id: string }[] }>('GET', '/orders');
    if (orders.data.orders.length > 0)
      await office.call('POST', `/orders/${random.pick(orders.data.orders).id}/refund`);
  }

  /** Sends notifications late, twice and out of order. */
  const told = (due: SentWebhook[]) =>
    random.shuffled(due.flatMap((one) => (random.chance(0.3) ? [] : random.chance(0.3) ? [one, one] : [one])));

  for (let round = 0; played.paid < payments; round++) {
    if (round % 10 === 9) {
      if (random.chance(0.3)) await office.cancelEvent(random.pick(events));
      events = await newEvents(office, random);
    }
    standIn.refunds(random.pick(['pending', 'pending', 'succeeded', 'failed', 'refused']));
    for (const one of later) if (--one.rounds === 0) pay(one.paying);
    await Promise.all([
      ...Array.from({ length: BUYERS_AT_ONCE }, () => buy(random.pick(events))),
      standIn.deliver(told),
      office.followPayments(),
      office.sweep(),
      office.sendRefunds(),
      ...(random.chance(0.2) ? [organizerRefunds()] : []),
    ]);
    if (random.chance(0.3)) standIn.settleRefunds(random.pick(['succeeded', 'succeeded', 'failed']));
    office.wait(random.upTo(400));
  }
  standIn.behave();
  standIn.refunds('succeeded');
  return played;
}

/** Few places for many buyers, so late payments find them sold. */
const newEvents = (office: MoneyOffice, random: Random) =>
  Promise.all(
    Array.from({ length: EVENTS }, () =>
      office.event({ capacity: 8 + random.upTo(20), price: 50 + random.upTo(2_000) }),
    ),
  );

async function whatHappened(office: MoneyOffice) {
  const [row] = await office.db.query<
    Record<'orders' | 'late' | 'twice' | 'triedAgain', boolean> & { unfinished: number }
  >(sql`
    select exists (select 1 from orders) as orders,
           exists (select 1 from refunds where reason = 'sold_to_others') as late,
           exists (select 1 from refunds where reason = 'already_paid') as twice,
           exists (select 1 from refunds where tries > 1) as "triedAgain",
           (select count(*) from refunds where status <> 'succeeded') as unfinished`);
  if (!row) throw new Error('the database says nothing');
  return row;
}
