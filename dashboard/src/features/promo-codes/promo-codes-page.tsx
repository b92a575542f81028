import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { EditButton } from '../../form/edit-button.tsx';
import { EventSelect } from '../../form/event-select.tsx';
import { GatedButton } from '../../form/gated-button.tsx';
import { texts as formTexts } from '../../form/texts.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { EmptyState } from '../../shell/empty-state.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Filtered } from '../../table/filtered.tsx';
import { Pager } from '../../table/pager.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import { useAskedSearch } from '../../table/use-asked-search.ts';
import { eventChoicesQuery } from '../events/event-queries.ts';
import { useEventName } from '../events/use-event-name.tsx';
import { PromoCodeDialog } from './promo-code-dialog.tsx';
import { type PromoCode, promoCodesQuery } from './promo-code-queries.ts';
import { stateOf } from './state-of.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/inside/promo-codes');

function useColumns(onEdit: (promo: PromoCode) => void): Column<PromoCode>[] {
  const t = useTexts(texts);
  const { pesos, number, dateTime } = useFormats();
  const { data: events } = useSuspenseQuery(eventChoicesQuery);
  const eventName = useEventName(events);
  return [
    { header: t.code, cell: ({ code }) => code },
    { header: t.event, cell: (promo) => eventName({ id: promo.event_id }) },
    {
      header: t.discount,
      numeric: true,
      cell: (promo) =>
        promo.discount_type === 'percentage' ? `${number(promo.discount_amount)} %` : pesos(promo.discount_amount),
    },
    {
      header: t.used,
      numeric: true,
      cell: (promo) =>
        `${number(promo.usage_count)} / ${promo.usage_limit === null ? t.unlimited : number(promo.usage_limit)}`,
    },
    { header: t.until, unbroken: true, cell: (promo) => (promo.expires_at ? dateTime(promo.expires_at) : '') },
    { header: t.status, cell: (promo) => <StatusBadge status={stateOf(promo, new Date())} /> },
    {
      header: '',
      cell: (promo) => <EditButton name={t.edit(promo.code)} onClick={() => onEdit(promo)} />,
    },
  ];
}

export function PromoCodesPage() {
  const t = useTexts(texts);
  const search = route.useSearch();
  const asked = useAskedSearch(search);
  const navigate = route.useNavigate();
  const [edited, setEdited] = useState<PromoCode | 'new' | null>(null);
  return (
    <>
      <PageHeader title={t.title} about={t.about}>
        <GatedButton needs="manage" onClick={() => setEdited('new')}>
          {t.create}
        </GatedButton>
      </PageHeader>
      <EventSelect
        none="all"
        label={t.event}
        maw={300}
        mb="sm"
        value={asked.event_id ?? ''}
        onChange={({ currentTarget: { value } }) => navigate({ search: { event_id: value || undefined } })}
      />
      <Filtered by={search}>
        <FoundPromoCodes onEdit={setEdited} />
      </Filtered>
      {edited ? (
        <PromoCodeDialog
          promo={edited === 'new' ? undefined : edited}
          eventId={asked.event_id}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </>
  );
}

function FoundPromoCodes({ onEdit }: { onEdit: (promo: PromoCode) => void }) {
  const t = useTexts(texts);
  const { nothingFound } = useTexts(formTexts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(promoCodesQuery(search));
  return (
    <>
      <DataTable
        label={t.title}
        columns={useColumns(onEdit)}
        rows={data.promo_codes}
        keyOf={({ id }) => id}
        empty={search.event_id ? nothingFound : <EmptyState title={t.empty} about={t.emptyAbout} />}
      />
      <Pager meta={data.meta} onPage={(page) => navigate({ search: (before) => ({ ...before, page }) })} />
    </>
  );
}
