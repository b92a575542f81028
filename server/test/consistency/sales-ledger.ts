/**
 * A second ledger with the simplest rules: a list of all orders with their tickets, which is read completely for every
 * figure. Money in centavos. The tests compare the service's figures with it.
 */
export interface LedgerCode {
  id: string;
  eventId: string;
  code: string;
  type: 'percentage' | 'fixed_amount';
  /** Hundredths of a percent, or centavos. */
  hundredths: number;
}

export interface LedgerTicket {
  id: string;
  centavos: number;
  /** Refunded or cancelled. */
  isGone: boolean;
  isUsed: boolean;
}

export interface LedgerOrder {
  id: string;
  eventId: string;
  codeId: string | null;
  paidAtMs: number;
  subtotal: number;
  discount: number;
  tickets: LedgerTicket[];
}

/** Rounds half a centavo up: doubled, so that there is no half. The numbers are small enough to be exact. */
export function naiveDiscount(code: LedgerCode | undefined, subtotal: number): number {
  if (!code) return 0;
  if (code.type === 'fixed_amount') return Math.min(code.hundredths, subtotal);
  return Math.floor((2 * subtotal * code.hundredths + 10_000) / 20_000);
}

interface LedgerLine {
  quantity: number;
  /** The price of one ticket. */
  centavos: number;
}

export const subtotalOf = (lines: LedgerLine[]) => sum(lines.map(({ quantity, centavos }) => quantity * centavos));

/** Each line pays its part of the total; what the lines up to one pay together is rounded down. */
export function naiveShares(total: number, lines: LedgerLine[]): number[] {
  const paidUpTo = (count: number) => {
    const exact = total * subtotalOf(lines.slice(0, count));
    return subtotalOf(lines) === 0 ? 0 : (exact - (exact % subtotalOf(lines))) / subtotalOf(lines);
  };
  return lines.flatMap(({ quantity }, index) => equalShares(paidUpTo(index + 1) - paidUpTo(index), quantity));
}

/** Shares out centavos a round at a time, because one by one would take too long. Dearest first. */
function equalShares(total: number, tickets: number): number[] {
  const shares = Array.from({ length: tickets }, () => (total - (total % tickets)) / tickets);
  for (let left = total % tickets; left > 0; left--) shares[left - 1] = (shares[left - 1] ?? 0) + 1;
  return shares;
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

export const totalOf = ({ subtotal, discount }: LedgerOrder) => subtotal - discount;
export const refundedOf = ({ tickets }: LedgerOrder) =>
  sum(tickets.map(({ isGone, centavos }) => (isGone ? centavos : 0)));
export const statusOf = ({ tickets }: LedgerOrder) => {
  const gone = tickets.filter(({ isGone }) => isGone).length;
  return gone === 0 ? 'paid' : gone === tickets.length ? 'refunded' : 'partially_refunded';
};

interface Figures {
  revenue: number;
  tickets_sold: number;
  orders: number;
  discount_total: number;
}

/** Compares pesos as centavos, because JSON has two decimals at most. */
const figuresOf = (orders: LedgerOrder[]): Figures => ({
  revenue: sum(orders.map((order) => totalOf(order) - refundedOf(order))) / 100,
  tickets_sold: sum(orders.map(({ tickets }) => tickets.filter(({ isGone }) => !isGone).length)),
  orders: orders.length,
  discount_total: sum(orders.map(({ discount }) => discount)) / 100,
});

interface Asked {
  eventId?: string;
  fromMs?: number;
  toMs?: number;
}

/** The expected answer of GET /analytics/sales, without `date_range` and the fields of the events. */
export function naiveSales(
  orders: LedgerOrder[],
  events: { id: string }[],
  { eventId, fromMs = -Infinity, toMs = Infinity }: Asked,
) {
  const inRange = orders.filter(
    (order) => order.paidAtMs >= fromMs && order.paidAtMs <= toMs && (!eventId || order.eventId === eventId),
  );
  const { revenue, tickets_sold, orders: count, discount_total } = figuresOf(inRange);
  const listed = events.filter(({ id }) => (eventId ? id === eventId : inRange.some((order) => order.eventId === id)));
  return {
    total_revenue: revenue,
    total_tickets_sold: tickets_sold,
    total_orders: count,
    total_discounts: discount_total,
    events: listed.map(({ id }) => ({ id, ...figuresOf(inRange.filter((order) => order.eventId === id)) })),
  };
}

const MANILA_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;

/** The calendar day in Manila, which has no summer time, and its first and last millisecond. */
export function manilaDay(instantMs: number) {
  const startMs = Math.floor((instantMs + MANILA_MS) / DAY_MS) * DAY_MS - MANILA_MS;
  return { date: new Date(startMs + MANILA_MS).toISOString().slice(0, 10), startMs, endMs: startMs + DAY_MS - 1 };
}
