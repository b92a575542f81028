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
import { orderQuery } from './order-queries.ts';

type Row = Model<'OrderSummary'>;

interface OrderBulkProps {
  rows: Row[];
  chosen: ReadonlySet<string>;
  onChoose: (ids: ReadonlySet<string>) => void;
}

const itemsOf = (orders: Row[], act: (id: string) => Promise<unknown>): BulkItem[] =>
  orders.map(({ id, order_number: number, customer }) => ({
    id,
    name: `${number}, ${customer.name}`,
    act: () => act(id),
  }));

const resend = (id: string) => done(postOnce('/orders/{id}/resend', { params: { path: { id } } }));

/**
 * What is left to refund of each order. If it has earlier refunds, only its tickets say that, because a fee may have
 * been kept; null: they are being read.
 */
function useRefundable(orders: Row[]): ReadonlyMap<string, number> | null {
  const begun = orders.filter(({ status }) => status === 'partially_refunded');
  const read = useQueries({ queries: begun.map(({ id }) => orderQuery(id)) });
  const amounts = new Map(orders.map(({ id, total_amount: total }) => [id, total]));
  for (const { data } of read) {
    if (!data) return null;
    amounts.set(data.id, sumOf(data.tickets.filter(isLive).map(({ amount }) => amount)));
  }
  return amounts;
}

const isLive = ({ status }: { status: string }) => status === 'valid' || status === 'used';

/** What can be done with several orders at once. */
export function OrderBulk({ rows, chosen, onChoose }: OrderBulkProps) {
  const t = useTexts(texts);
  const bulk = useBulkRun();
  const orders = rows.filter(({ id }) => chosen.has(id));
  const live = orders.filter(({ status }) => status !== 'refunded');
  const amounts = useRefundable(live);
  // For what the question said, or not at all.
  const refund = (id: string) =>
    done(postOnce('/orders/{id}/refund', { params: { path: { id } }, body: { amount: amounts?.get(id) ?? null } }));
  return (
    <>
      <BulkProgress {...bulk} />
      <BulkBar
        all={t.allOnPage(rows.length)}
        chosen={orders.length}
        rows={rows.length}
        onAll={(isChosen) => onChoose(new Set(isChosen ? rows.map(({ id }) => id) : []))}
        resendable={live.length}
        onResend={() => void bulk.start({ title: t.resend, items: itemsOf(live, resend) })}
        refund={{
          count: amounts === null ? 0 : live.length,
          what: t.orders(live.length),
          pesos: sumOf([...(amounts?.values() ?? [])]),
          skipped: orders.length - live.length,
          onRefund: () => void bulk.start({ title: t.refund, items: itemsOf(live, refund) }),
        }}
        csv={shownAddress('/api/v1/orders.csv', { ids: orders.map(({ id }) => id).join(',') })}
        isRunning={bulk.isRunning}
      />
    </>
  );
}
