import { Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { texts as formTexts } from '../../form/texts.ts';
import { useTexts } from '../../language/language.tsx';
import { ButtonLink } from '../../shell/links.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { CsvButton } from '../../table/csv-button.tsx';
import { EventHeader } from '../events/event-header.tsx';
import { AttendeeBulk } from './attendee-bulk.tsx';
import { AttendeeFilters } from './attendee-filters.tsx';
import { AttendeeList } from './attendee-list.tsx';
import { type Attendee, attendeesQuery } from './attendees-queries.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/inside/events/$eventId/attendees');

export function AttendeesPage() {
  const t = useTexts(texts);
  const { nothingFound } = useTexts(formTexts);
  const { eventId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [chosen, setChosen] = useState<ReadonlyMap<string, Attendee>>(new Map());
  const { data: first } = useSuspenseQuery(attendeesQuery(eventId, search, 1));
  return (
    <>
      <EventHeader eventId={eventId} isBeside />
      <PageHeader title={t.title}>
        <ButtonLink variant="default" to="/events/$eventId/import" params={{ eventId }}>
          {t.import}
        </ButtonLink>
        <CsvButton path={`/api/v1/events/${eventId}/attendees.csv`} filter={search} />
      </PageHeader>
      <AttendeeFilters
        eventId={eventId}
        filter={search}
        total={first.meta.total}
        onFilter={(change, how) => {
          setChosen(new Map());
          void navigate({ search: (before) => ({ ...before, ...change }), ...how });
        }}
        onView={(of, view) => {
          setChosen(new Map());
          void navigate({ to: '/events/$eventId/attendees', params: { eventId: of }, search: view });
        }}
      />
      <AttendeeBulk
        eventId={eventId}
        first={first.attendees}
        total={first.meta.total}
        chosen={chosen}
        onChoose={setChosen}
      />
      {first.meta.total === 0 ? (
        <Text c="dimmed">{nothingFound}</Text>
      ) : (
        <AttendeeList
          // A new search starts at the top of its list.
          key={JSON.stringify(search)}
          eventId={eventId}
          search={search}
          total={first.meta.total}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
    </>
  );
}
