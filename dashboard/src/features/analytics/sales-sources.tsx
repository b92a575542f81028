import { Stack, Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { type ChannelSales, type ReferralSales, sourcesQuery } from './analytics-queries.ts';
import { texts } from './texts.ts';

function useSumColumns<Row extends ChannelSales | ReferralSales>(): Column<Row>[] {
  const t = useTexts(texts);
  const { pesos, number } = useFormats();
  return [
    { header: t.revenue, numeric: true, cell: ({ revenue }) => pesos(revenue) },
    { header: t.orders, numeric: true, cell: ({ orders }) => number(orders) },
    { header: t.tickets, numeric: true, cell: (row) => number(row.tickets_sold) },
  ];
}

/** Where the orders of an event came from. The API keeps it for all time, not for a range. */
export function SalesSources({ eventId }: { eventId: string }) {
  const t = useTexts(texts);
  const { data } = useSuspenseQuery(sourcesQuery(eventId));
  const channelSums = useSumColumns<ChannelSales>();
  const referralSums = useSumColumns<ReferralSales>();
  return (
    <Stack gap="xs">
      <Title order={2}>{t.byChannel}</Title>
      <Text c="dimmed">{t.allTime}</Text>
      <DataTable
        label={t.byChannel}
        columns={[{ header: t.channel, cell: ({ channel }) => t.channels[channel] }, ...channelSums]}
        rows={data.channels ?? []}
        keyOf={({ channel }) => channel}
      />
      <Title order={2}>{t.byReferral}</Title>
      <DataTable
        label={t.byReferral}
        columns={[
          { header: t.source, cell: (row) => (row.is_rest ? t.rest : (row.source ?? '–')) },
          { header: t.referralCode, cell: ({ ref }) => ref ?? '–' },
          ...referralSums,
        ]}
        rows={data.referrals ?? []}
        keyOf={(row) => JSON.stringify([row.is_rest, row.source, row.ref])}
        empty={t.noReferrals}
      />
    </Stack>
  );
}
