import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { texts as formTexts } from '../../form/texts.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { useMay } from '../../session/me.ts';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Pager } from '../../table/pager.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import type { DeliveriesSearch } from './deliveries-search.ts';
import { DeliveryDetails } from './delivery-details.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import { ReplayButtons } from './replay-buttons.tsx';
import { Resend } from './resend.tsx';
import { texts } from './texts.ts';
import { type Delivery, deliveriesQuery, endpointsQuery, PER_PAGE } from './webhook-queries.ts';

function useColumns(isOfOne: boolean): Column<Delivery>[] {
  const t = useTexts(texts);
  const { dateTime, number } = useFormats();
  const { data: endpoints = [] } = useQuery({ ...endpointsQuery, enabled: !isOfOne });
  const urlOf = (id: string) => endpoints.find((endpoint) => endpoint.id === id)?.url;
  const next: Column<Delivery> = {
    header: t.next,
    unbroken: true,
    cell: (delivery) => (delivery.next_attempt_at ? dateTime(delivery.next_attempt_at) : ''),
  };
  return [
    ...(isOfOne ? [] : [{ header: t.url, cell: (delivery: Delivery) => urlOf(delivery.webhook_id) ?? '' }]),
    { header: t.type, cell: ({ type }) => type },
    { header: t.at, unbroken: true, cell: (delivery) => dateTime(delivery.created_at) },
    { header: t.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { header: t.attempts, numeric: true, cell: ({ attempts }) => number(attempts) },
    { header: t.response, cell: (delivery) => <DeliveryDetails delivery={delivery} /> },
    ...(isOfOne ? [next] : []),
    { header: '', cell: (delivery) => <Resend delivery={delivery} /> },
  ];
}

interface DeliveriesProps {
  /** Of one endpoint; without it of all. */
  webhookId?: string;
  search: DeliveriesSearch;
  onSearch: (changed: Partial<DeliveriesSearch>) => void;
}

/** What was sent, with filters. Those of one endpoint can be sent again together. */
export function Deliveries({ webhookId, search, onSearch }: DeliveriesProps) {
  const t = useTexts(texts);
  const { nothingFound } = useTexts(formTexts);
  const { data } = useSuspenseQuery(deliveriesQuery(webhookId ? { ...search, webhook_id: webhookId } : search));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const show = (changed: Partial<DeliveriesSearch>) => {
    setSelected(new Set());
    onSearch(changed);
  };
  const { dateTime } = useFormats();
  const mayManage = useMay('manage');
  const columns = useColumns(webhookId !== undefined);
  const choice = {
    chosen: selected,
    onChoose: setSelected,
    labelOf: ({ type, created_at: at }: Delivery) => t.chooseOne(type, dateTime(at)),
  };
  const { page: _page, ...filters } = search;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <>
      <DeliveryFilters
        search={search}
        isOfOne={webhookId !== undefined}
        onFilter={(changed) => show({ page: undefined, ...changed })}
      />
      {webhookId ? (
        <ReplayButtons
          webhookId={webhookId}
          search={search}
          selected={selected}
          onDone={() => setSelected(new Set())}
        />
      ) : null}
      <DataTable
        label={t.deliveries}
        columns={columns}
        rows={data.deliveries}
        keyOf={({ id }) => id}
        // Chosen ones are sent to one endpoint.
        {...(webhookId && mayManage ? { choice } : {})}
        empty={isFiltered ? nothingFound : t.deliveriesEmpty}
        minWidth={900}
      />
      <Pager meta={data.meta} perPage={PER_PAGE} onPage={(page) => show({ page })} />
    </>
  );
}
