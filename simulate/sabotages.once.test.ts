import { describe, expect, test } from 'vitest';
import { type Sabotage, sabotaged } from '../server/test/databases/sabotage.ts';
import { FEW_BUYERS, RUNS_TIMEOUT_MS, runOnce } from './run-once.ts';

/**
 * A sabotage that this many runs do not find would not occur in production either. The rarest is found in one of eight.
 */
const MOST_RUNS = 20;

/**
 * Each removes one guard, with the violation that the simulation must find. `firstSeed` is a seed known to find it
 * soon, and fewer `buyers` a shorter run; if its history changes, the next seeds are tried. `afterSales` is for guards
 * of what comes after buying.
 */
const SABOTAGES: Record<
  string,
  { sabotage: Sabotage; finds: RegExp; firstSeed?: number; afterSales?: true; buyers?: number }
> = {
  'a late payment is not refunded': {
    sabotage: [['insert into refunds ', 'explain insert into refunds ']],
    finds: /data is inconsistent/,
    firstSeed: 4,
    buyers: 15,
  },
  'a refund is recorded and never sent': {
    sabotage: [["and status = 'pending' and next_try_at", "and false and status = 'pending' and next_try_at"]],
    finds: /has not come to its end/,
    firstSeed: 2,
    buyers: 15,
  },
  'a payment whose end nobody reported is not followed': {
    sabotage: [["where (a.status in ('started', 'pending') or", 'where (false and']],
    finds: /has not come to its end/,
    firstSeed: 4,
    buyers: 15,
  },
  'a hold is counted twice': {
    sabotage: [['held = t.held + change.held', 'held = t.held + 2 * greatest(change.held, 0) + least(change.held, 0)']],
    finds: /nothing had failed|nothing is left|data is inconsistent/,
    buyers: 15,
  },
  'only the first line of an order is read': {
    sabotage: [['l.checkout_id = c.id) as lines', 'l.checkout_id = c.id and l.position = 0) as lines']],
    finds: /data is inconsistent|nothing had failed|nothing is left|a form of the shop holds other places/,
    firstSeed: 3,
  },
  'a changed order keeps its old total': {
    sabotage: [['update checkouts set quantity', 'explain update checkouts set quantity']],
    finds: /data is inconsistent|an order|a payment|nothing had failed/,
    firstSeed: 2,
    buyers: 15,
  },
  'a paid order that was changed keeps its old price': {
    sabotage: [['update orders set subtotal_centavos', 'explain update orders set subtotal_centavos']],
    finds: /data is inconsistent/,
    firstSeed: 3,
    afterSales: true,
  },
  'a buyer is shown other seats than those that were held': {
    sabotage: [['order by s.position)', 'order by s.position desc)']],
    finds: /has other seats than its buyer was told/,
    firstSeed: 5,
  },
  'one form of the shop makes two orders': {
    sabotage: [['where f.checkout_id is null and f.sent_at <= ', 'where true or f.sent_at <= ']],
    finds: /one Idempotency-Key was answered with two checkouts/,
    firstSeed: 4,
  },
  'the newest on the waiting list gets the first offer': {
    sabotage: [['limit $7) order by id', 'limit $7) order by id desc']],
    finds: /an offer went past someone who had asked before/,
    afterSales: true,
    firstSeed: 6,
  },
  'a tier does not wait for the one before it': {
    sabotage: [
      ['hidden, follows_tier_id, sales_start_datetime', 'hidden, null::uuid as follows_tier_id, sales_start_datetime'],
    ],
    finds: /a tier was sold before its turn/,
    firstSeed: 2,
    buyers: 15,
  },
  'an Idempotency-Key is forgotten at once': {
    sabotage: [['where k.created_at <= ', 'where true or k.created_at <= ']],
    finds: /one Idempotency-Key was answered with two checkouts/,
    firstSeed: 3,
  },
  'a payment session is stored for an attempt that was ended meanwhile': {
    sabotage: [
      ["and a.id = s.id and a.status = 'started'", 'and a.id = s.id'],
      ["= 'open' as is_open", 'is not null as is_open'],
    ],
    finds: /in no book of ours/,
    firstSeed: 2,
  },
};

describe('a simulation notices that', () => {
  test.each(Object.entries(SABOTAGES))(
    '%s',
    { timeout: RUNS_TIMEOUT_MS },
    async (_, { sabotage, finds, firstSeed = 1, afterSales = false, buyers = FEW_BUYERS }) => {
      const met = new Set<string>();
      let found = '';
      for (let seed = firstSeed; seed < firstSeed + MOST_RUNS && found === ''; seed++) {
        const settings = { seed, buyers, afterSales };
        const outcome = await runOnce({ ...settings, sabotaged: (db) => sabotaged(db, sabotage, met) });
        if ('violation' in outcome) found = outcome.violation.message;
      }
      expect(met.size).toBe(sabotage.length);
      expect(found).toMatch(finds);
    },
  );
});
