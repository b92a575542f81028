import { Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { TextLink } from '../../shell/links.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { EventHeader } from '../events/event-header.tsx';
import { eventQuery } from '../events/event-queries.ts';
import { liveQuery } from '../home/live.ts';
import { LiveSection } from './live-section.tsx';
import { eventNowQuery, seatsQuery, sectionsQuery } from './seating-queries.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/inside/events/$eventId/live');

interface SectionNow {
  id: string;
  label: string;
  available: number;
  largest_block: number;
}

function useColumns(eventId: string): Column<SectionNow>[] {
  const t = useTexts(texts);
  const { number } = useFormats();
  return [
    {
      header: t.section,
      cell: ({ id, label }) => (
        <TextLink to="/events/$eventId/live" params={{ eventId }} search={{ section: id }}>
          {label}
        </TextLink>
      ),
    },
    { header: t.available, numeric: true, cell: ({ available }) => number(available) },
    { header: t.largestBlock, numeric: true, cell: (section) => number(section.largest_block) },
  ];
}

export function LiveSeatsPage() {
  const t = useTexts(texts);
  const { number } = useFormats();
  const { eventId } = route.useParams();
  const search = route.useSearch();
  const { data: event } = useSuspenseQuery(eventQuery(eventId));
  // Has the queries below read again after a sale.
  useQuery(liveQuery);
  const { data: now = event } = useQuery(eventNowQuery(eventId));
  const sections = useQuery(sectionsQuery(eventId));
  const list = sections.data?.sections ?? [];
  const chosen = search.section ?? list[0]?.id;
  const seats = useQuery({ ...seatsQuery(eventId, chosen), placeholderData: keepPreviousData });
  const columns = useColumns(eventId);
  return (
    <Stack>
      <EventHeader eventId={eventId} isBeside />
      <PageHeader title={t.liveSeats} />
      <Text>{t.soldOf(number(now.tickets_sold), number(now.capacity))}</Text>
      <ProblemAlert error={sections.error ?? seats.error} />
      {seats.data ? <LiveSection key={seats.data.id} event={event} section={seats.data} /> : null}
      <Title order={2}>{t.sections}</Title>
      <DataTable label={t.sections} columns={columns} rows={list} keyOf={({ id }) => id} empty={t.noSections} />
    </Stack>
  );
}
