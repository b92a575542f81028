import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { TextLink } from '../../shell/links.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import { useEventName } from '../events/use-event-name.tsx';
import type { EventNow } from './home-queries.ts';
import type { Live } from './live.ts';
import { texts } from './texts.ts';

type NewOrder = NonNullable<Live['orders']>['newest'][number];

function useColumns(events: EventNow[]): Column<NewOrder>[] {
  const t = useTexts(texts);
  const { pesos, number, dateTime } = useFormats();
  const eventName = useEventName(events);
  return [
    {
      header: t.buyer,
      cell: ({ id, customer }) => (
        <TextLink to="/orders/$orderId" params={{ orderId: id }}>
          {customer.name}
        </TextLink>
      ),
    },
    { header: t.event, cell: ({ event }) => eventName(event) },
    { header: t.tickets, numeric: true, cell: ({ quantity }) => number(quantity) },
    { header: t.total, numeric: true, cell: (order) => pesos(order.total_amount) },
    { header: t.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { header: t.at, unbroken: true, cell: (order) => dateTime(order.paid_at) },
  ];
}

interface NewestOrdersProps {
  orders: NewOrder[];
  /** Events whose dates are shown. */
  events: EventNow[];
}

export function NewestOrders({ orders, events }: NewestOrdersProps) {
  const t = useTexts(texts);
  return (
    <DataTable label={t.newest} columns={useColumns(events)} rows={orders} keyOf={({ id }) => id} empty={t.noOrders} />
  );
}
