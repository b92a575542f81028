import { NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { texts as formTexts } from '../../form/texts.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Pager } from '../../table/pager.tsx';
import type { Event } from './event-queries.ts';
import { hasTwins, tierLabels } from './tier-labels.ts';
import { type NameOfTier, WaitingListEntries } from './waiting-list-entries.tsx';
import {
  type Counts,
  ENTRIES_PER_PAGE,
  pricesQuery,
  WAITING_STATUSES,
  type WaitingStatus,
  waitingListQuery,
} from './waiting-list-queries.ts';
import { texts } from './waiting-list-texts.ts';

function useCountColumns(nameOf: NameOfTier): Column<Counts>[] {
  const t = useTexts(texts);
  const { number } = useFormats();
  return [
    { header: t.tier, cell: (counts) => nameOf(counts.tier_id) },
    { header: t.waiting, numeric: true, cell: ({ waiting }) => number(waiting) },
    { header: t.places, numeric: true, cell: (counts) => number(counts.places_waiting) },
    { header: t.offered, numeric: true, cell: ({ offered }) => number(offered) },
    { header: t.bought, numeric: true, cell: ({ bought }) => number(bought) },
  ];
}

/** Who waits for places of an event that is sold out, how many by tier, and what became of the offers. */
export function WaitingList({ event: { id, seated, ticket_tiers: tiers } }: { event: Event }) {
  const t = useTexts(texts);
  const { any } = useTexts(formTexts);
  const [shown, setShown] = useState<{ status?: WaitingStatus; page: number }>({ page: 1 });
  const { data } = useQuery(waitingListQuery(id, shown));
  const { data: plan } = useQuery({ ...pricesQuery(id), enabled: seated && hasTwins(tiers) });
  const labels = tierLabels(tiers, plan?.sections ?? []);
  const nameOf: NameOfTier = (tierId) => labels.get(tierId) ?? '–';
  const columns = useCountColumns(nameOf);
  if (!data) return null;
  const isUnused = data.tiers.length === 0 && shown.status === undefined && data.meta.total === 0;
  return (
    <Stack gap="xs">
      <Title order={2}>{t.title}</Title>
      {isUnused ? (
        <Text c="dimmed">{t.empty}</Text>
      ) : (
        <>
          <DataTable label={t.counts} columns={columns} rows={data.tiers} keyOf={(counts) => counts.tier_id} />
          <NativeSelect
            label={t.status}
            maw={240}
            value={shown.status ?? ''}
            data={[
              { value: '', label: any },
              ...WAITING_STATUSES.map((value) => ({ value, label: t.statuses[value] })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              setShown({ status: WAITING_STATUSES.find((status) => status === value), page: 1 })
            }
          />
          <WaitingListEntries entries={data.entries} nameOf={nameOf} />
          <Pager meta={data.meta} perPage={ENTRIES_PER_PAGE} onPage={(page) => setShown({ ...shown, page })} />
        </>
      )}
    </Stack>
  );
}
