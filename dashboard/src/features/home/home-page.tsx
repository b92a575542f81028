import { Paper, Progress, Stack, Title } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { useMay, useMe } from '../../session/me.ts';
import { EmptyState } from '../../shell/empty-state.tsx';
import { ButtonLink, TextLink } from '../../shell/links.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { Waiting } from '../../shell/waiting.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import { Concerns } from './concerns.tsx';
import { FirstSteps } from './first-steps.tsx';
import classes from './home.module.css';
import { type EventNow, type Overview, overviewQuery } from './home-queries.ts';
import { type Live, liveQuery } from './live.ts';
import { NewestOrders } from './newest-orders.tsx';
import { SalesOfMonth } from './sales-of-month.tsx';
import { texts } from './texts.ts';
import { Today } from './today.tsx';

/** The overview with the later figures of the live stream, without events that are no longer on sale. */
function withLive(overview: Overview, live: Live): Overview {
  const sold = new Map(live.sales?.events.map((event) => [event.id, event]));
  const admitted = new Map(live['check-ins']?.events.map((event) => [event.id, event]));
  const events = overview.events
    .filter(({ id }) => !live.sales || sold.has(id))
    .map((event) => ({ ...event, ...sold.get(event.id), ...admitted.get(event.id) }));
  return { ...overview, today: live.sales?.today ?? overview.today, events };
}

function useColumns(): Column<EventNow>[] {
  const t = useTexts(texts);
  const { number, dateTime } = useFormats();
  return [
    {
      header: t.event,
      cell: ({ id, title }) => (
        <TextLink to="/events/$eventId" params={{ eventId: id }}>
          {title}
        </TextLink>
      ),
    },
    // Second, so that it is visible on a phone.
    {
      header: t.sold,
      unbroken: true,
      cell: (event) => (
        <>
          {number(event.tickets_sold)} / {number(event.capacity)}
          <Progress
            value={(100 * event.tickets_sold) / Math.max(1, event.capacity)}
            aria-label={t.soldShare(event.title)}
            size="sm"
          />
        </>
      ),
    },
    { header: t.start, unbroken: true, cell: (event) => dateTime(event.start_datetime) },
    { header: t.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { header: t.checkedIn, numeric: true, cell: (event) => number(event.checked_in) },
  ];
}

export function HomePage() {
  const t = useTexts(texts);
  const { organization } = useMe();
  const { data } = useSuspenseQuery(overviewQuery);
  const { data: live = {} } = useQuery(liveQuery);
  const overview = withLive(data, live);
  const columns = useColumns();
  return (
    <Stack gap="lg">
      <PageHeader title={t.title} about={organization.name} />
      <FirstSteps overview={overview} />
      <Today today={overview.today} />
      <div className={classes.columns}>
        <SalesOfMonth today={overview.today} />
        <Paper withBorder p="md">
          <Title order={2} mb="sm">
            {t.attention}
          </Title>
          <Concerns concerns={overview.needs_attention} />
        </Paper>
      </div>
      <Stack gap="xs">
        <Title order={2}>{t.events}</Title>
        <DataTable
          label={t.events}
          columns={columns}
          rows={overview.events}
          keyOf={({ id }) => id}
          empty={<NoEvents />}
        />
      </Stack>
      <Stack gap="xs">
        <Title order={2}>{t.newest}</Title>
        {live.orders ? <NewestOrders orders={live.orders.newest} events={overview.events} /> : <Waiting />}
      </Stack>
    </Stack>
  );
}

function NoEvents() {
  const t = useTexts(texts);
  return (
    <EmptyState icon="events" title={t.noEvents} about={t.noEventsAbout}>
      {useMay('manage') ? (
        <ButtonLink to="/events/new" variant="default">
          {t.createEvent}
        </ButtonLink>
      ) : null}
    </EmptyState>
  );
}
