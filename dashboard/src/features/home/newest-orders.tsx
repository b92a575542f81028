import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { TextLink } from '../../shell/links.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import type { Live } from './live.ts';
import { texts } from './texts.ts';

type NewOrder = NonNullable<Live['orders']>['newest'][number];

function useColumns(): Column<NewOrder>[] {
  const t = useTexts(texts);
  const { pesos, number, dateTime } = useFormats();
  return [
    {
      header: t.buyer,
      cell: ({ id, customer }) => (
        <TextLink to="/orders/$orderId" params={{ orderId: id }}>
          {customer.name}
        </TextLink>
      ),
    },
    { header: t.event, cell: ({ event }) => event.title },
    { header: t.tickets, numeric: true, cell: ({ quantity }) => number(quantity) },
    { header: t.total, numeric: true, cell: (order) => pesos(order.total_amount) },
    { header: t.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { header: t.at, unbroken: true, cell: (order) => dateTime(order.paid_at) },
  ];
}

export function NewestOrders({ orders }: { orders: NewOrder[] }) {
  const t = useTexts(texts);
  return <DataTable label={t.newest} columns={useColumns()} rows={orders} keyOf={({ id }) => id} empty={t.noOrders} />;
}
