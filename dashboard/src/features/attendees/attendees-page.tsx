import { Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { BulkProgress } from '../../bulk/bulk-progress.tsx';
import { type BulkRunning, useBulkRun } from '../../bulk/use-bulk-run.ts';
import { texts as formTexts } from '../../form/texts.ts';
import { useTexts } from '../../language/language.tsx';
import { ButtonLink } from '../../shell/links.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { CsvButton } from '../../table/csv-button.tsx';
import { Filtered } from '../../table/filtered.tsx';
import { useAskedSearch } from '../../table/use-asked-search.ts';
import { EventHeader } from '../events/event-header.tsx';
import { AttendeeBulk, type Chosen } from './attendee-bulk.tsx';
import { AttendeeFilters } from './attendee-filters.tsx';
import { AttendeeList } from './attendee-list.tsx';
import { attendeesQuery } from './attendees-queries.ts';
import type { AttendeesSearch } from './attendees-search.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/inside/events/$eventId/attendees');

export function AttendeesPage() {
  const t = useTexts(texts);
  const { eventId } = route.useParams();
  const search = route.useSearch();
  const asked = useAskedSearch(search);
  const navigate = route.useNavigate();
  const bulk = useBulkRun();
  return (
    <>
      <EventHeader eventId={eventId} isBeside />
      <PageHeader title={t.title}>
        <ButtonLink variant="default" to="/events/$eventId/import" params={{ eventId }}>
          {t.import}
        </ButtonLink>
        <CsvButton path={`/api/v1/events/${eventId}/attendees.csv`} filter={asked} />
      </PageHeader>
      <AttendeeFilters
        eventId={eventId}
        filter={asked}
        shown={search}
        onFilter={(change, how) => void navigate({ search: (before) => ({ ...before, ...change }), ...how })}
        onView={(of, view) =>
          void navigate({ to: '/events/$eventId/attendees', params: { eventId: of }, search: view })
        }
      />
      <BulkProgress {...bulk} />
      <Filtered by={search}>
        <FoundAttendees
          // Another search, which Back may lead to, starts at the top of its list with nothing chosen.
          key={JSON.stringify(search)}
          eventId={eventId}
          search={search}
          bulk={bulk}
        />
      </Filtered>
    </>
  );
}

interface FoundAttendeesProps {
  eventId: string;
  search: AttendeesSearch;
  bulk: BulkRunning;
}

function FoundAttendees({ eventId, search, bulk }: FoundAttendeesProps) {
  const { nothingFound } = useTexts(formTexts);
  const { data: first } = useSuspenseQuery(attendeesQuery(eventId, search, 1));
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const choice = { eventId, search, total: first.meta.total, chosen, onChoose: setChosen };
  return (
    <>
      <AttendeeBulk {...choice} first={first.attendees} bulk={bulk} />
      {first.meta.total === 0 ? <Text c="dimmed">{nothingFound}</Text> : <AttendeeList {...choice} />}
    </>
  );
}
