import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BarChart } from '../../charts/bar-chart.tsx';
import { dayBefore } from '../../language/day-before.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { type ChannelSales, type ReferralSales, seriesQuery, sourcesQuery } from '../analytics/analytics-queries.ts';
import { texts as analyticsTexts } from '../analytics/texts.ts';
import { type Event, usedTicketsQuery } from './event-queries.ts';
import { overviewTexts as texts } from './overview-texts.ts';

const DAYS = 30;
/** The page Analytics shows all of them. */
const REFERRALS = 5;

/** What the event sold: in sums, by day, and by where the orders came from. */
export function EventSales({ event }: { event: Event }) {
  const t = useTexts(texts);
  const { pesos, number } = useFormats();
  const { data: sales } = useQuery(sourcesQuery(event.id));
  const { data: used } = useQuery(usedTicketsQuery(event.id));
  const figures = {
    [t.revenue]: sales ? pesos(sales.total_revenue) : '–',
    [t.sold]: `${number(event.tickets_sold)} / ${number(event.capacity)}`,
    [t.orders]: sales ? number(sales.total_orders) : '–',
    [t.checkedIn]: used === undefined ? '–' : number(used),
  };
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="sm">
        {Object.entries(figures).map(([label, value]) => (
          <Paper key={label} withBorder p="md">
            <Text c="dimmed" size="sm">
              {label}
            </Text>
            <Text fz={{ base: 'lg', sm: 24 }} fw={700} lh={1.3} style={{ fontVariantNumeric: 'tabular-nums' }}>
              {value}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <ByDay event={event} />
        <BySource channels={sales?.channels ?? []} referrals={sales?.referrals ?? []} />
      </SimpleGrid>
    </Stack>
  );
}

function ByDay({ event }: { event: Event }) {
  const t = useTexts(texts);
  const { pesos, number, day, shortDay, dateInput } = useFormats();
  const to = dateInput(new Date());
  const { data } = useQuery(seriesQuery({ from: dayBefore(to, DAYS - 1), to, by: 'day', event_id: event.id }));
  const points = data?.points ?? [];
  const bars = points.map(({ at, tickets }) => ({ at, name: day(at), tick: shortDay(at), value: tickets }));
  return (
    <Paper withBorder p="md" mih={260}>
      <Title order={2} mb="sm">
        {t.byDay}
      </Title>
      <BarChart label={t.byDayChart} bars={bars} format={number} marked={bars.at(-1)?.at ?? ''} />
      <details>
        <summary>{t.asTable}</summary>
        <DataTable
          label={t.byDay}
          minWidth={320}
          rows={points.toReversed()}
          keyOf={({ at }) => at}
          columns={[
            { header: t.day, unbroken: true, cell: ({ at }) => day(at) },
            { header: t.tickets, numeric: true, cell: ({ tickets }) => number(tickets) },
            { header: t.revenue, numeric: true, cell: ({ revenue }) => pesos(revenue) },
          ]}
        />
      </details>
    </Paper>
  );
}

function BySource({ channels, referrals }: { channels: ChannelSales[]; referrals: ReferralSales[] }) {
  const t = useTexts(texts);
  const names = useTexts(analyticsTexts);
  const nameOf = (row: ReferralSales) =>
    row.is_rest ? names.rest : [row.source, row.ref].filter(Boolean).join(' · ') || '–';
  return (
    <Paper withBorder p="md">
      <Title order={2} mb="sm">
        {t.bySource}
      </Title>
      <Stack gap="sm">
        {channels.map((row) => (
          <Source key={row.channel} name={names.channels[row.channel]} row={row} />
        ))}
      </Stack>
      <Title order={3} mt="md" mb="xs">
        {names.byReferral}
      </Title>
      {referrals.length === 0 ? (
        <Text c="dimmed" size="sm">
          {names.noReferrals}
        </Text>
      ) : (
        <Stack gap="sm">
          {referrals.slice(0, REFERRALS).map((row) => (
            <Source key={JSON.stringify([row.is_rest, row.source, row.ref])} name={nameOf(row)} row={row} />
          ))}
        </Stack>
      )}
    </Paper>
  );
}

function Source({ name, row }: { name: string; row: ChannelSales | ReferralSales }) {
  const t = useTexts(texts);
  const { pesos, number } = useFormats();
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap" fz="sm">
      <Text inherit miw={0}>
        {name}
      </Text>
      <Text inherit c="dimmed" ta="end">
        {t.sourceSold(number(row.tickets_sold))} · {pesos(row.revenue)}
      </Text>
    </Group>
  );
}
