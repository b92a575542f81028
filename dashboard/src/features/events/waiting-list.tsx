import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../language/language.tsx';
import { Waiting } from '../../shell/waiting.tsx';
import type { Event } from './event-queries.ts';
import { type ShownEntries, waitingListQuery } from './waiting-list-queries.ts';
import { texts } from './waiting-list-texts.ts';

// Few events have people who wait.
const WaitingListTables = lazy(() =>
  import('./waiting-list-tables.tsx').then(({ WaitingListTables }) => ({ default: WaitingListTables })),
);

/** Who waits for places of an event that is sold out, how many by tier, and what became of the offers. */
export function WaitingList({ event }: { event: Event }) {
  const t = useTexts(texts);
  const [shown, setShown] = useState<ShownEntries>({ page: 1 });
  const { data } = useQuery(waitingListQuery(event.id, shown));
  if (!data) return null;
  const isUnused = data.tiers.length === 0 && shown.status === undefined && data.meta.total === 0;
  return (
    <Stack gap="xs">
      <Title order={2}>{t.title}</Title>
      {isUnused ? (
        <Text c="dimmed">{t.empty}</Text>
      ) : (
        <Suspense fallback={<Waiting />}>
          <WaitingListTables event={event} list={data} shown={shown} onShow={setShown} />
        </Suspense>
      )}
    </Stack>
  );
}
