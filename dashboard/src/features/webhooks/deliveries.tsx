import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { texts as formTexts } from '../../form/texts.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { useMay } from '../../session/me.ts';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Filtered } from '../../table/filtered.tsx';
import { isFiltered } from '../../table/list-search.ts';
import { Pager } from '../../table/pager.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import { useAskedSearch } from '../../table/use-asked-search.ts';
import type { DeliveriesSearch } from './deliveries-search.ts';
import { DeliveryDetails } from './delivery-details.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import { ReplayButtons } from './replay-buttons.tsx';
import { Resend } from './resend.tsx';
import { texts } from './texts.ts';
import { type Delivery, deliveriesQuery, endpointsQuery } from './webhook-queries.ts';

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
  /** Shows the deliveries of this endpoint; without it, of all endpoints. */
  webhookId?: string;
  search: DeliveriesSearch;
  onSearch: (changed: Partial<DeliveriesSearch>) => void;
}

/** What was sent, with filters. Those of one endpoint can be sent again together. */
export function Deliveries(props: DeliveriesProps) {
  const { webhookId, search, onSearch } = props;
  const asked = useAskedSearch(search);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const show = (changed: Partial<DeliveriesSearch>) => {
    setChosen(new Set());
    onSearch(changed);
  };
  return (
    <>
      <DeliveryFilters
        search={asked}
        isOfOne={webhookId !== undefined}
        onFilter={(changed) => show({ page: undefined, ...changed })}
      />
      <Filtered by={search}>
        <FoundDeliveries {...props} onSearch={show} chosen={chosen} onChoose={setChosen} />
      </Filtered>
    </>
  );
}

interface FoundDeliveriesProps extends DeliveriesProps {
  chosen: ReadonlySet<string>;
  onChoose: (ids: ReadonlySet<string>) => void;
}

function FoundDeliveries({ webhookId, search, onSearch, chosen, onChoose }: FoundDeliveriesProps) {
  const t = useTexts(texts);
  const { nothingFound } = useTexts(formTexts);
  const { dateTime } = useFormats();
  const { data } = useSuspenseQuery(deliveriesQuery(webhookId ? { ...search, webhook_id: webhookId } : search));
  const mayManage = useMay('manage');
  const columns = useColumns(webhookId !== undefined);
  // Back shows another page, and new deliveries move older ones to the next: what is not shown is not sent again.
  const selected = new Set(data.deliveries.map(({ id }) => id).filter((id) => chosen.has(id)));
  const choice = {
    chosen: selected,
    onChoose,
    labelOf: ({ type, created_at: at }: Delivery) => t.chooseOne(type, dateTime(at)),
  };
  return (
    <>
      {webhookId ? (
        <ReplayButtons webhookId={webhookId} search={search} selected={selected} onDone={() => onChoose(new Set())} />
      ) : null}
      <DataTable
        label={t.deliveries}
        columns={columns}
        rows={data.deliveries}
        keyOf={({ id }) => id}
        // Chosen ones are sent to one endpoint.
        {...(webhookId && mayManage ? { choice } : {})}
        empty={isFiltered(search) ? nothingFound : t.deliveriesEmpty}
        minWidth={900}
      />
      <Pager meta={data.meta} onPage={(page) => onSearch({ page })} />
    </>
  );
}
