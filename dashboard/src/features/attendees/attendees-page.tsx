import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { texts as formTexts } from '../../form/texts.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { SearchField } from '../../table/search-field.tsx';
import { statusTexts } from '../../table/status-texts.ts';
import { EventHeader } from '../events/event-header.tsx';
import { AttendeeList } from './attendee-list.tsx';
import { attendeesQuery } from './attendees-queries.ts';
import { ATTENDEE_STATUSES } from './attendees-search.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/inside/events/$eventId/attendees');

export function AttendeesPage() {
  const t = useTexts(texts);
  const states = useTexts(statusTexts);
  const { any, nothingFound } = useTexts(formTexts);
  const { number } = useFormats();
  const { eventId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: first } = useSuspenseQuery(attendeesQuery(eventId, search, 1));
  const filter = search.status ? `?status=${search.status}` : '';
  return (
    <>
      <EventHeader eventId={eventId} isBeside />
      <PageHeader title={t.title}>
        <Button component="a" variant="default" href={`/api/v1/events/${eventId}/attendees.csv${filter}`} download>
          {t.csv}
        </Button>
      </PageHeader>
      <Group mb="sm" align="flex-end">
        <SearchField
          value={search.q}
          hint={t.hint}
          onSearch={(q) => navigate({ search: { ...search, q }, replace: true })}
        />
        <NativeSelect
          label={t.status}
          value={search.status ?? ''}
          data={[{ value: '', label: any }, ...ATTENDEE_STATUSES.map((value) => ({ value, label: states[value] }))]}
          onChange={({ currentTarget: { value } }) =>
            navigate({ search: { ...search, status: ATTENDEE_STATUSES.find((status) => status === value) } })
          }
        />
        <Text size="sm" c="dimmed" role="status">
          {t.count(number(first.meta.total))}
        </Text>
      </Group>
      {first.meta.total === 0 ? (
        <Text c="dimmed">{nothingFound}</Text>
      ) : (
        <AttendeeList
          // A new search starts at the top of its list.
          key={JSON.stringify(search)}
          eventId={eventId}
          search={search}
          total={first.meta.total}
        />
      )}
    </>
  );
}
