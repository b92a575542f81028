import { Button, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Model } from '../../api/models.ts';
import { EventSelect } from '../../form/event-select.tsx';
import { useTexts } from '../../language/language.tsx';
import { useMay, useMe } from '../../session/me.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Filtered } from '../../table/filtered.tsx';
import { CheckInLists } from './check-in-lists.tsx';
import { DoorLinks } from './door-links.tsx';
import { doorOf } from './door-of.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/inside/check-in');
/** A draft has no tickets, and a cancelled event no valid ones. Late guests still come when an event is closed. */
const CHECK_IN_STATUSES = [
  'active',
  'sold_out',
  'paused',
  'hidden',
  'completed',
] as const satisfies Model<'EventStatus'>[];

/** Prepares the doors of an event. Scanning is the page /door. */
export function CheckInPage() {
  const t = useTexts(texts);
  const { event_id: eventId } = route.useSearch();
  const navigate = route.useNavigate();
  const me = useMe();
  const mayManage = useMay('manage');
  return (
    <>
      <PageHeader title={t.title} about={t.about} />
      <Stack maw={760}>
        <EventSelect
          label={t.event}
          none="choose"
          statuses={CHECK_IN_STATUSES}
          value={eventId ?? ''}
          onChange={({ currentTarget: { value } }) => navigate({ search: { event_id: value || undefined } })}
        />
        <Button component="a" href={doorOf(me, eventId)} size="md">
          {t.open}
        </Button>
        <Filtered by={{ eventId }}>
          <Suspense key={eventId} fallback={null}>
            {eventId ? <CheckInLists eventId={eventId} /> : null}
            {eventId && mayManage ? <DoorLinks eventId={eventId} /> : null}
          </Suspense>
        </Filtered>
      </Stack>
    </>
  );
}
