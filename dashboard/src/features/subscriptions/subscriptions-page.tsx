import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api, done } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { ConfirmButton } from '../../form/confirm-button.tsx';
import { texts as formTexts } from '../../form/texts.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { EmptyState } from '../../shell/empty-state.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { FilterSelect } from '../../table/filter-select.tsx';
import { Pager } from '../../table/pager.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import { statusTexts } from '../../table/status-texts.ts';
import { useAskedSearch } from '../../table/use-asked-search.ts';
import { subscriptionsQuery } from './subscription-queries.ts';
import { SubscriptionTiers } from './subscription-tiers.tsx';
import { SUBSCRIPTION_STATUSES } from './subscriptions-search.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/inside/subscriptions');

type Row = Model<'Subscription'>;

const LIVE = ['active', 'grace_period', 'past_due'];

function useColumns(): Column<Row>[] {
  const t = useTexts(texts);
  const { keep } = useTexts(formTexts);
  const { dateTime } = useFormats();
  return [
    { header: t.customer, cell: ({ customer }) => customer.name },
    { header: t.email, cell: ({ customer }) => customer.email },
    { header: t.tier, cell: ({ tier }) => tier.name },
    { header: t.status, cell: ({ status }) => <StatusBadge status={status === 'active' ? 'on' : status} /> },
    { header: t.access, cell: (subscription) => (subscription.has_access ? t.yes : t.no) },
    { header: t.period, unbroken: true, cell: (subscription) => dateTime(subscription.current_period_end) },
    {
      header: '',
      cell: ({ id, status, customer }) =>
        LIVE.includes(status) ? (
          <ConfirmButton
            needs="manage"
            size="compact-sm"
            label={t.cancel}
            title={t.cancelTitle}
            question={t.cancelQuestion(customer.name)}
            leave={keep}
            act={() => done(api.POST('/subscriptions/{id}/cancel', { params: { path: { id } } }))}
            successMessage={t.cancelled}
          />
        ) : null,
    },
  ];
}

export function SubscriptionsPage() {
  const t = useTexts(texts);
  const states = useTexts(statusTexts);
  const { nothingFound } = useTexts(formTexts);
  const search = route.useSearch();
  const asked = useAskedSearch(search);
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(subscriptionsQuery(search));
  const columns = useColumns();
  return (
    <Stack>
      <PageHeader title={t.title} about={t.about} />
      <FilterSelect
        label={t.status}
        maw={240}
        value={asked.status}
        choices={SUBSCRIPTION_STATUSES.map((value) => ({ value, label: states[value === 'active' ? 'on' : value] }))}
        onChoose={(status) => navigate({ search: { status } })}
      />
      <DataTable
        label={t.title}
        columns={columns}
        rows={data.subscriptions}
        keyOf={({ id }) => id}
        empty={search.status ? nothingFound : <EmptyState icon="subscriptions" title={t.empty} />}
        minWidth={800}
      />
      <Pager meta={data.meta} onPage={(page) => navigate({ search: (before) => ({ ...before, page }) })} />
      <SubscriptionTiers />
    </Stack>
  );
}
