import { Group, Stack, Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { GatedButton } from '../../form/gated-button.tsx';
import { PublicLink } from '../../form/public-link.tsx';
import { useAction } from '../../form/use-action.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { TextLink } from '../../shell/links.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import type { Event } from '../events/event-queries.ts';
import { DatesReport, isWhole } from './dates-report.tsx';
import { seriesDatesQuery, seriesQuery } from './series-queries.ts';
import { seriesTexts } from './texts.ts';

const RepeatDialog = lazy(() => import('./repeat-dialog.tsx').then(({ RepeatDialog }) => ({ default: RepeatDialog })));

type Row = Model<'EventSummary'>;

function useColumns(shownId: string): Column<Row>[] {
  const t = useTexts(seriesTexts);
  const { dateTime, number, weekday } = useFormats();
  const words = (start: string) => `${weekday(start)}, ${dateTime(start)}`;
  return [
    {
      header: t.start,
      cell: ({ id, start_datetime: start }) =>
        id === shownId ? (
          <strong>{words(start)}</strong>
        ) : (
          <TextLink to="/events/$eventId" params={{ eventId: id }}>
            {words(start)}
          </TextLink>
        ),
    },
    { header: t.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { header: t.sold, numeric: true, cell: (event) => `${number(event.tickets_sold)} / ${number(event.capacity)}` },
  ];
}

/** The dates of the event's series: the page that buyers see, each date, and what is done with all of them. */
export function SeriesDates({ event, seriesId }: { event: Event; seriesId: string }) {
  const t = useTexts(seriesTexts);
  const { data: series } = useSuspenseQuery(seriesQuery(seriesId));
  const { data } = useSuspenseQuery(seriesDatesQuery(seriesId));
  const [adds, setAdds] = useState(false);
  const publish = useAction({
    act: () => dataOf(api.PUT('/series/{id}', { params: { path: { id: seriesId } }, body: { publish: true } })),
    successMessage: (report) => (isWhole(report) ? t.published : undefined),
    notifyError: true,
  });
  const columns = useColumns(event.id);
  const isPublished = data.drafts < data.meta.total;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>{t.dates}</Title>
        <Group gap="xs">
          {data.drafts > 0 ? (
            <GatedButton needs="manage" loading={publish.isPending} onClick={() => publish.mutate()}>
              {t.publishAll}
            </GatedButton>
          ) : null}
          <GatedButton needs="manage" variant="default" onClick={() => setAdds(true)}>
            {t.addDates}
          </GatedButton>
        </Group>
      </Group>
      {isPublished ? (
        <>
          <Text>{t.seriesPage}</Text>
          <PublicLink url={series.public_url} />
        </>
      ) : null}
      {publish.data ? <DatesReport report={publish.data} /> : null}
      <DataTable label={t.dates} columns={columns} rows={data.events} keyOf={({ id }) => id} />
      {data.meta.has_more ? (
        <TextLink to="/events" search={{ series_id: seriesId }}>
          {t.allListed}
        </TextLink>
      ) : null}
      {adds ? (
        <Suspense>
          <RepeatDialog event={event} title={t.addDates} onClose={() => setAdds(false)} />
        </Suspense>
      ) : null}
    </Stack>
  );
}
