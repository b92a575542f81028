import { Paper, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BarChart } from '../../charts/bar-chart.tsx';
import { dayBefore } from '../../language/day-before.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { type SalesPoint, salesByQuery } from './home-queries.ts';
import { texts } from './texts.ts';

const DAYS = 30;

/**
 * Revenue by day, today's marked and live; the table has the same figures for screen readers and for reading exactly.
 */
export function SalesOfMonth({ today }: { today: SalesPoint }) {
  const t = useTexts(texts);
  const { pesos, number, day, shortDay, dateInput } = useFormats();
  const date = dateInput(new Date());
  const { data } = useQuery(salesByQuery('day', dayBefore(date, DAYS - 1), date));
  if (!data) return null;
  const points = data.points.map((point) => (point.at === today.at ? today : point));
  const bars = points.map(({ at, revenue }) => ({ at, name: day(at), tick: shortDay(at), value: revenue }));
  return (
    <Paper withBorder p="md">
      <Title order={2} mb="sm">
        {t.month}
      </Title>
      <BarChart label={t.monthChart} bars={bars} format={pesos} marked={bars.at(-1)?.at ?? ''} />
      <details>
        <summary>{t.asTable}</summary>
        <DataTable
          label={t.month}
          minWidth={420}
          rows={points.toReversed()}
          keyOf={({ at }) => at}
          columns={[
            { header: t.at, unbroken: true, cell: ({ at }) => day(at) },
            { header: t.revenue, numeric: true, cell: ({ revenue }) => pesos(revenue) },
            { header: t.orders, numeric: true, cell: ({ orders }) => number(orders) },
            { header: t.tickets, numeric: true, cell: ({ tickets }) => number(tickets) },
          ]}
        />
      </details>
    </Paper>
  );
}
