import { Paper, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { useMe } from '../../session/me.ts';
import { TextLink } from '../../shell/links.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import { Concerns } from './concerns.tsx';
import { type Live, liveQuery } from './live.ts';
import { NewestOrders } from './newest-orders.tsx';
import { type EventNow, type Overview, overviewQuery } from './overview-query.ts';
import { texts } from './texts.ts';

/** The overview with the later figures of the live stream. */
function withLive(overview: Overview, live: Live): Overview {
  const sold = new Map(live.sales?.events.map((event) => [event.id, event]));
  const admitted = new Map(live['check-ins']?.events.map((event) => [event.id, event]));
  const events = overview.events.map((event) => ({ ...event, ...sold.get(event.id), ...admitted.get(event.id) }));
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
  const { today, events, needs_attention: concerns } = withLive(data, live);
  const columns = useColumns();
  return (
    <Stack>
      <PageHeader title={t.title} about={organization.name} />
      <Today today={today} />
      <Title order={2}>{t.attention}</Title>
      <Concerns concerns={concerns} />
      <Title order={2}>{t.events}</Title>
      <DataTable label={t.events} columns={columns} rows={events} keyOf={({ id }) => id} empty={t.noEvents} />
      <Title order={2}>{t.newest}</Title>
      <NewestOrders orders={live.orders?.newest ?? []} />
    </Stack>
  );
}

function Today({ today }: { today: Overview['today'] }) {
  const t = useTexts(texts);
  const { pesos, number } = useFormats();
  const figures = {
    [t.revenue]: pesos(today.revenue),
    [t.orders]: number(today.orders),
    [t.tickets]: number(today.tickets),
    [t.refunds]: pesos(today.refunds),
  };
  return (
    <section aria-label={t.today}>
      <Title order={2} mb="xs">
        {t.today}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        {Object.entries(figures).map(([label, value]) => (
          <Paper key={label} withBorder p="md">
            <Text c="dimmed" size="sm">
              {label}
            </Text>
            <Text fz="xl" fw={700}>
              {value}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
    </section>
  );
}
