import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { EventSelect } from '../../form/event-select.tsx';
import { useTexts } from '../../language/language.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { DoorDesk } from './door-desk.tsx';
import { KeptScansList } from './kept-scans-list.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/inside/check-in');
/** Tickets of a draft do not exist, those of a cancelled event let nobody in; who comes late comes when it is over. */
const OPENS_DOORS = ['active', 'sold_out', 'paused', 'hidden', 'completed'] as const;

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
          statuses={OPENS_DOORS}
          value={eventId ?? ''}
          onChange={({ currentTarget: { value } }) => navigate({ search: { event_id: value || undefined } })}
        />
        {eventId ? <DoorDesk key={eventId} eventId={eventId} /> : null}
        <KeptScansList />
      </Stack>
    </>
  );
}
