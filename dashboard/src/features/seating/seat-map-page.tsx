import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTexts } from '../../language/language.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { EventHeader } from '../events/event-header.tsx';
import { eventQuery } from '../events/event-queries.ts';
import { SeatMapEditor } from './seat-map-editor.tsx';
import { planQuery } from './seating-queries.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/inside/events/$eventId/seat-map');

export function SeatMapPage() {
  const t = useTexts(texts);
  const { eventId } = route.useParams();
  const { data: event } = useSuspenseQuery(eventQuery(eventId));
  const { data: hall } = useSuspenseQuery(planQuery(eventId));
  return (
    <Stack>
      <EventHeader eventId={eventId} isBeside />
      <PageHeader title={t.seatMap} />
      <SeatMapEditor event={event} saved={hall} />
    </Stack>
  );
}
