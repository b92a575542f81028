import { useQueries } from '@tanstack/react-query';
import { done } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { postOnce } from '../../api/post-once.ts';
import { shownAddress } from '../../api/shown-for.ts';
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

const itemOf = ({ id, order_number: number, customer }: Row): BulkItem => ({ id, name: `${number}, ${customer.name}` });

/**
 * What is left to refund. Of an order with earlier refunds only its tickets say that, because a fee may have been kept; null:
 * they are being read.
 */
function useRefundable(orders: Row[]): number | null {
  const begun = orders.filter(({ status }) => status === 'partially_refunded');
  const read = useQueries({ queries: begun.map(({ id }) => orderQuery(id)) });
  const whole = orders.filter(({ status }) => status === 'paid').reduce((sum, order) => sum + order.total_amount, 0);
  let rest = 0;
  for (const { data } of read) {
    if (!data) return null;
    rest += data.tickets.filter(isLive).reduce((sum, { amount }) => sum + amount, 0);
  }
  return whole + rest;
}

const isLive = ({ status }: { status: string }) => status === 'valid' || status === 'used';

/** What can be done with several orders at once. */
export function OrderBulk({ rows, chosen, onChoose }: OrderBulkProps) {
  const t = useTexts(texts);
  const bulk = useBulkRun();
  const orders = rows.filter(({ id }) => chosen.has(id));
  const live = orders.filter(({ status }) => status !== 'refunded');
  const pesos = useRefundable(live);
  const act = (path: '/orders/{id}/refund' | '/orders/{id}/resend') => (item: BulkItem) =>
    done(postOnce(path, { params: { path: { id: item.id } } }));
  return (
    <>
      <BulkProgress {...bulk} />
      <BulkBar
        all={t.allOnPage(rows.length)}
        chosen={orders.length}
        rows={rows.length}
        onAll={(isChosen) => onChoose(new Set(isChosen ? rows.map(({ id }) => id) : []))}
        resendable={live.length}
        onResend={() => void bulk.start({ title: t.resend, items: live.map(itemOf), act: act('/orders/{id}/resend') })}
        refund={{
          count: pesos === null ? 0 : live.length,
          what: t.orders(live.length),
          pesos: pesos ?? 0,
          skipped: orders.length - live.length,
          onRefund: () =>
            void bulk.start({ title: t.refund, items: live.map(itemOf), act: act('/orders/{id}/refund') }),
        }}
        csv={shownAddress('/api/v1/orders.csv', { ids: orders.map(({ id }) => id).join(',') })}
        isRunning={bulk.isRunning}
      />
    </>
  );
}
