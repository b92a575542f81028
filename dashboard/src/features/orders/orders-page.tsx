import { Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Model } from '../../api/models.ts';
import { texts as bulkTexts } from '../../bulk/texts.ts';
import { texts as formTexts } from '../../form/texts.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { EmptyState } from '../../shell/empty-state.tsx';
import { ButtonLink, TextLink } from '../../shell/links.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { CsvButton } from '../../table/csv-button.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Filtered } from '../../table/filtered.tsx';
import { isFiltered } from '../../table/list-search.ts';
import { Pager } from '../../table/pager.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import { useAskedSearch } from '../../table/use-asked-search.ts';
import { eventChoicesQuery } from '../events/event-queries.ts';
import { useEventName } from '../events/use-event-name.tsx';
import { methodWords } from './method-words.ts';
import { OrderBulk } from './order-bulk.tsx';
import { OrderFilters } from './order-filters.tsx';
import { ordersQuery } from './order-queries.ts';
import { RefundRequests } from './refund-requests.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/inside/orders');

type Row = Model<'OrderSummary'>;

function useColumns(): Column<Row>[] {
  const t = useTexts(texts);
  const { pesos, number, dateTime } = useFormats();
  const { data: events } = useSuspenseQuery(eventChoicesQuery);
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
    { header: t.orderNumber, unbroken: true, cell: (order) => order.order_number },
    { header: t.event, cell: ({ event }) => eventName(event) },
    { header: t.tickets, numeric: true, cell: ({ quantity }) => number(quantity) },
    { header: t.total, numeric: true, cell: (order) => pesos(order.total_amount) },
    { header: t.status, cell: ({ status }) => <StatusBadge status={status} /> },
    {
      header: t.paidAt,
      unbroken: true,
      cell: (order) => (
        <>
          {dateTime(order.paid_at)}
          <Text size="sm" c="dimmed">
            {methodWords(t, order.payment_method)}
          </Text>
        </>
      ),
    },
  ];
}

export function OrdersPage() {
  const t = useTexts(texts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { page: _page, ...filter } = useAskedSearch(search);
  return (
    <>
      <PageHeader title={t.title} about={t.about}>
        <CsvButton path="/api/v1/orders.csv" filter={filter} />
      </PageHeader>
      <RefundRequests filter={{ status: 'pending' }} />
      <OrderFilters
        filter={filter}
        onFilter={(change, how) => {
          setChosen(new Set());
          void navigate({ search: (before) => ({ ...before, page: undefined, ...change }), ...how });
        }}
        onView={(view) => {
          setChosen(new Set());
          void navigate({ search: view });
        }}
      />
      <Filtered by={search}>
        <FoundOrders chosen={chosen} onChoose={setChosen} />
      </Filtered>
    </>
  );
}

interface FoundOrdersProps {
  chosen: ReadonlySet<string>;
  onChoose: (ids: ReadonlySet<string>) => void;
}

function FoundOrders({ chosen, onChoose }: FoundOrdersProps) {
  const t = useTexts(texts);
  const { nothingFound } = useTexts(formTexts);
  const { choose } = useTexts(bulkTexts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(ordersQuery(search));
  const columns = useColumns();
  return (
    <>
      <OrderBulk rows={data.orders} chosen={chosen} onChoose={onChoose} />
      <DataTable
        label={t.title}
        columns={columns}
        rows={data.orders}
        keyOf={({ id }) => id}
        choice={{ chosen, onChoose, labelOf: (order) => choose(order.order_number) }}
        empty={
          isFiltered(search) ? (
            <EmptyState icon="search" title={nothingFound} />
          ) : (
            <EmptyState icon="orders" title={t.none} about={t.noneAbout}>
              <ButtonLink to="/events" variant="default">
                {t.noneAction}
              </ButtonLink>
            </EmptyState>
          )
        }
      />
      <Pager meta={data.meta} onPage={(page) => navigate({ search: (before) => ({ ...before, page }) })} />
    </>
  );
}
