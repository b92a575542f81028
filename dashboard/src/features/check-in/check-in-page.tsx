import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { EventSelect } from '../../form/event-select.tsx';
import { useTexts } from '../../language/language.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { Scanner } from './scanner.tsx';
import { StoredScansList } from './stored-scans-list.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/inside/check-in');
/** A draft has no tickets, and a cancelled event no valid ones. Late guests still come when an event is closed. */
const CHECK_IN_STATUSES = ['active', 'sold_out', 'paused', 'hidden', 'completed'] as const;

export function CheckInPage() {
  const t = useTexts(texts);
  const { event_id: eventId } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title={t.title} about={t.about} />
      <Stack maw={640}>
        <EventSelect
          label={t.event}
          none="choose"
          statuses={CHECK_IN_STATUSES}
          value={eventId ?? ''}
          onChange={({ currentTarget: { value } }) => navigate({ search: { event_id: value || undefined } })}
        />
        {eventId ? <Scanner key={eventId} eventId={eventId} /> : null}
        <StoredScansList />
      </Stack>
    </>
  );
}
