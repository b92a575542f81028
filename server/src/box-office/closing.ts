import { MANUAL_METHODS, type ManualMethod } from '../values/payment-method.ts';
import type { EntrySum } from './queries.ts';

/** What was sold and given back with one payment method. */
export interface MethodTotals {
  method: ManualMethod;
  orders: number;
  tickets: number;
  amountCentavos: number;
  refunds: number;
  refundedTickets: number;
  refundedCentavos: number;
  /** Differences that buyers paid for changed orders, and got back for them. */
  differencesPaidCentavos: number;
  differencesReturnedCentavos: number;
}

export type Cashier = Pick<EntrySum, 'actorKind' | 'actorId'>;

export interface Totals {
  methods: MethodTotals[];
  /** What the drawer has more than at the beginning; negative if more was given back. */
  cashCentavos: number;
  /** Cash still owed to buyers: it was refunded, but not at the window, so it is still in the drawer. */
  cashOwedCentavos: number;
}

export interface CashierTotals extends Totals {
  cashier: Cashier;
}

/** The totals of each cashier, in the order of their first entry. */
export function totalsByCashier(sums: EntrySum[]): CashierTotals[] {
  const byCashier = Map.groupBy(sums, ({ actorKind, actorId }) => `${actorKind} ${actorId}`);
  return [...byCashier.values()].flatMap((ofOne) => {
    const [first] = ofOne;
    return first ? { cashier: first, ...totalsOf(ofOne) } : [];
  });
}

export function totalsOf(sums: EntrySum[]): Totals {
  return {
    methods: totalsByMethod(sums),
    cashCentavos: cashOf(sums.filter((sum) => !isAwayFromWindow(sum))),
    cashOwedCentavos: -cashOf(sums.filter(isAwayFromWindow)),
  };
}

/** The refund was not made at the window: the event was cancelled, or the buyer returned tickets on the order page. */
const isAwayFromWindow = ({ actorKind }: EntrySum): boolean => actorKind === 'system' || actorKind === 'buyer';

/** The totals of the methods that occur: cash first. */
function totalsByMethod(sums: EntrySum[]): MethodTotals[] {
  return MANUAL_METHODS.flatMap((method) => {
    const ofMethod = sums.filter(({ paymentMethod }) => paymentMethod === method);
    if (ofMethod.length === 0) return [];
    const [sales, refunds] = [sumOf(ofMethod, 'sale'), sumOf(ofMethod, 'refund')];
    const [paid, returned] = [sumOf(ofMethod, 'difference_paid'), sumOf(ofMethod, 'difference_returned')];
    return {
      method,
      orders: sales.entries,
      tickets: sales.tickets,
      amountCentavos: sales.amountCentavos,
      refunds: refunds.entries,
      refundedTickets: refunds.tickets,
      refundedCentavos: refunds.amountCentavos,
      differencesPaidCentavos: paid.amountCentavos,
      differencesReturnedCentavos: returned.amountCentavos,
    };
  });
}

/** What was taken less what was given back. */
export const totalOf = (one: MethodTotals): number =>
  one.amountCentavos + one.differencesPaidCentavos - one.refundedCentavos - one.differencesReturnedCentavos;

function cashOf(sums: EntrySum[]): number {
  const cash = totalsByMethod(sums).find(({ method }) => method === 'CASH');
  return cash ? totalOf(cash) : 0;
}

function sumOf(sums: EntrySum[], kind: EntrySum['kind']) {
  const total = { entries: 0, tickets: 0, amountCentavos: 0 };
  for (const sum of sums) {
    if (sum.kind !== kind) continue;
    total.entries += sum.entries;
    total.tickets += sum.tickets;
    total.amountCentavos += sum.amountCentavos;
  }
  return total;
}
