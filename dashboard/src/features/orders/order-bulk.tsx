import { useQueries } from '@tanstack/react-query';
import { done } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { postOnce } from '../../api/post-once.ts';
import { shownAddress } from '../../api/shown-for.ts';
import { sumOf } from '../../api/to-centavo.ts';
import { BulkBar } from '../../bulk/bulk-bar.tsx';
import { BulkProgress } from '../../bulk/bulk-progress.tsx';
import { texts } from '../../bulk/texts.ts';
import { type BulkItem, useBulkRun } from '../../bulk/use-bulk-run.ts';
import { useTexts } from '../../language/language.tsx';
import { useMay } from '../../session/me.ts';
import { useCanBeScanned } from '../check-in/can-be-scanned.ts';
import { type Order, orderQuery } from './order-queries.ts';

type Row = Model<'OrderSummary'>;

interface OrderBulkProps {
  rows: Row[];
  chosen: ReadonlySet<string>;
  onChoose: (ids: ReadonlySet<string>) => void;
}

const itemsOf = (orders: Row[], act: (order: Row) => Promise<unknown>): BulkItem[] =>
  orders.map((order) => ({
    id: order.id,
    name: `${order.order_number}, ${order.customer.name}`,
    act: () => act(order),
  }));

const resend = ({ id }: Row) => done(postOnce('/orders/{id}/resend', { params: { path: { id } } }));

/**
 * The tickets of each order, which say what is left to refund and to send; null: they are being read. An order that
 * cannot be read is left out.
 */
function useTickets(orders: Row[]): ReadonlyMap<string, Order['tickets']> | null {
  const mayManage = useMay('manage');
  const read = useQueries({ queries: orders.map(({ id }) => ({ ...orderQuery(id), enabled: mayManage })) });
  if (read.some(({ isLoading }) => isLoading)) return null;
  return new Map(read.flatMap(({ data }) => (data ? [[data.id, data.tickets]] : [])));
}

const isLive = ({ status }: { status: string }) => status === 'valid' || status === 'used';

/** What can be done with several orders at once. */
export function OrderBulk({ rows, chosen, onChoose }: OrderBulkProps) {
  const t = useTexts(texts);
  const bulk = useBulkRun();
  const orders = rows.filter(({ id }) => chosen.has(id));
  const live = orders.filter(({ status }) => status !== 'refunded');
  const tickets = useTickets(live);
  const ticketsOf = ({ id, event }: Row) =>
    (tickets?.get(id) ?? []).map(({ status }) => ({ eventId: event.id, status }));
  const canBeScanned = useCanBeScanned(live.flatMap(ticketsOf));
  // What is asked for an order that could not be read is for the server to refuse, with its words.
  const sendable =
    tickets && canBeScanned
      ? live.filter((order) => !tickets.has(order.id) || ticketsOf(order).some(canBeScanned))
      : [];
  const amountOf = ({ id, total_amount: total }: Row) => {
    const own = tickets?.get(id);
    return own ? sumOf(own.filter(isLive).map(({ amount }) => amount)) : total;
  };
  // Refunds exactly the amount that the question said, or the server refuses.
  const refund = (order: Row) =>
    done(postOnce('/orders/{id}/refund', { params: { path: { id: order.id } }, body: { amount: amountOf(order) } }));
  return (
    <>
      <BulkProgress {...bulk} />
      <BulkBar
        all={t.allOnPage(rows.length)}
        chosen={orders.length}
        rows={rows.length}
        onAll={(isChosen) => onChoose(new Set(isChosen ? rows.map(({ id }) => id) : []))}
        resendable={sendable.length}
        onResend={() => void bulk.start({ title: t.resend, items: itemsOf(sendable, resend) })}
        refund={{
          count: tickets === null ? 0 : live.length,
          what: t.orders(live.length),
          pesos: sumOf(live.map(amountOf)),
          skipped: orders.length - live.length,
          onRefund: () => void bulk.start({ title: t.refund, items: itemsOf(live, refund) }),
        }}
        csv={shownAddress('/api/v1/orders.csv', { ids: orders.map(({ id }) => id).join(',') })}
        isRunning={bulk.isRunning}
      />
    </>
  );
}
