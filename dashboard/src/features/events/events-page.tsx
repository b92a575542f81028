import { Group, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Model } from '../../api/models.ts';
import { texts as formTexts } from '../../form/texts.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { useMay } from '../../session/me.ts';
import { EmptyState } from '../../shell/empty-state.tsx';
import { ButtonLink, TextLink } from '../../shell/links.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { FilterSelect } from '../../table/filter-select.tsx';
import { Filtered } from '../../table/filtered.tsx';
import { isFiltered } from '../../table/list-search.ts';
import { Pager } from '../../table/pager.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import { statusTexts } from '../../table/status-texts.ts';
import { useAskedSearch } from '../../table/use-asked-search.ts';
import { seriesTexts } from '../series/texts.ts';
import { eventsQuery } from './event-queries.ts';
import { EVENT_STATUSES } from './events-search.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/inside/events');

type Row = Model<'EventSummary'>;

function useColumns(): Column<Row>[] {
  const t = useTexts(texts);
  const series = useTexts(seriesTexts);
  const { dateTime, number } = useFormats();
  return [
    {
      header: t.name,
      cell: ({ id, title, series_id: seriesId, series_name: seriesName }) => (
        <>
          <TextLink to="/events/$eventId" params={{ eventId: id }} display="inline-block" py={4}>
            {title}
          </TextLink>
          {seriesId && seriesName ? (
            <Text size="sm">
              <TextLink to="/events" search={{ series_id: seriesId }} c="dimmed" display="inline-block" py={6}>
                {series.of(seriesName)}
              </TextLink>
            </Text>
          ) : null}
        </>
      ),
    },
    { header: t.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { header: t.start, unbroken: true, cell: (event) => dateTime(event.start_datetime) },
    { header: t.venue, cell: (event) => [event.venue_name, event.city].filter(Boolean).join(', ') },
    {
      header: t.sold,
      numeric: true,
      cell: (event) => `${number(event.tickets_sold)} / ${number(event.capacity)}`,
    },
  ];
}

export function EventsPage() {
  const t = useTexts(texts);
  const states = useTexts(statusTexts);
  const search = route.useSearch();
  const asked = useAskedSearch(search);
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title={t.title} about={t.about}>
        {useMay('manage') ? <ButtonLink to="/events/new">{t.create}</ButtonLink> : null}
      </PageHeader>
      {search.series_id ? <SeriesFilter /> : null}
      <FilterSelect
        label={t.status}
        maw={240}
        mb="sm"
        value={asked.status}
        choices={EVENT_STATUSES.map((value) => ({ value, label: states[value] }))}
        onChoose={(status) => navigate({ search: (before) => ({ ...before, page: undefined, status }) })}
      />
      <Filtered by={search}>
        <FoundEvents />
      </Filtered>
    </>
  );
}

function FoundEvents() {
  const t = useTexts(texts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(eventsQuery(search));
  return (
    <>
      <DataTable
        label={t.title}
        columns={useColumns()}
        rows={data.events}
        keyOf={({ id }) => id}
        empty={<NoEvents isFiltered={isFiltered(search)} />}
      />
      <Pager meta={data.meta} onPage={(page) => navigate({ search: (before) => ({ ...before, page }) })} />
    </>
  );
}

/** Which series is shown, unless none of its dates is found, and the way back to all events. */
function SeriesFilter() {
  const t = useTexts(seriesTexts);
  const { data } = useQuery(eventsQuery(route.useSearch()));
  const name = data?.events[0]?.series_name;
  return (
    <Group gap="xs" mb="sm">
      {name ? <Text fw={600}>{t.of(name)}</Text> : null}
      <TextLink to="/events" search={{}} py={6}>
        {t.showAll}
      </TextLink>
    </Group>
  );
}

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  const t = useTexts(texts);
  const { nothingFound } = useTexts(formTexts);
  if (isFiltered) return <EmptyState icon="search" title={nothingFound} />;
  return <EmptyState icon="events" title={t.empty} about={t.emptyAbout} />;
}
