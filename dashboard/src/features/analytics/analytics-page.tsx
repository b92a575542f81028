import { Group, NativeSelect, Stack, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { BarChart } from '../../charts/bar-chart.tsx';
import { EventSelect } from '../../form/event-select.tsx';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Filtered } from '../../table/filtered.tsx';
import type { Change } from '../../table/list-search.ts';
import { RangeFields } from '../../table/range-fields.tsx';
import { useAskedSearch } from '../../table/use-asked-search.ts';
import { useStartOf } from '../events/use-start-of.ts';
import { type EventSales, type Point, type Range, salesQuery, seriesQuery } from './analytics-queries.ts';
import { type AnalyticsSearch, INTERVALS } from './analytics-search.ts';
import { rangeOf } from './range-of.ts';
import { SalesSources } from './sales-sources.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/inside/analytics');

function usePointColumns(by: Range['by']): Column<Point>[] {
  const t = useTexts(texts);
  const { pesos, number, dateTime, day } = useFormats();
  return [
    { header: t.at, unbroken: true, cell: ({ at }) => (by === 'hour' ? dateTime(at) : day(at)) },
    { header: t.revenue, numeric: true, cell: ({ revenue }) => pesos(revenue) },
    { header: t.orders, numeric: true, cell: ({ orders }) => number(orders) },
    { header: t.tickets, numeric: true, cell: ({ tickets }) => number(tickets) },
    { header: t.refunds, numeric: true, cell: ({ refunds }) => pesos(refunds) },
  ];
}

/** An hour of a single day is named by its time alone. */
function useBars({ from, to, by }: Range) {
  const { day, dateTime, shortDay, time } = useFormats();
  const tick = by === 'hour' && from === to ? time : shortDay;
  const name = by === 'hour' ? dateTime : day;
  return ({ at, revenue }: Point) => ({ at, name: name(at), tick: tick(at), value: revenue });
}

function useEventColumns(events: EventSales[]): Column<EventSales>[] {
  const t = useTexts(texts);
  const { pesos, number } = useFormats();
  return [
    { header: t.event, cell: ({ title }) => title },
    { header: t.start, unbroken: true, cell: useStartOf(events) },
    { header: t.revenue, numeric: true, cell: ({ revenue }) => pesos(revenue) },
    { header: t.orders, numeric: true, cell: ({ orders }) => number(orders) },
    { header: t.tickets, numeric: true, cell: (event) => number(event.tickets_sold) },
    { header: t.capacity, numeric: true, cell: ({ capacity }) => number(capacity) },
    { header: t.discounts, numeric: true, cell: (event) => pesos(event.discount_total) },
  ];
}

export function AnalyticsPage() {
  const t = useTexts(texts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { dateInput } = useFormats();
  const range = rangeOf(search, dateInput);
  const asked = rangeOf(useAskedSearch(search), dateInput);
  const { from, to } = asked;
  /**
   * `shown` is kept where the address names nothing: the end alone would move the beginning, which is counted back from
   * it.
   */
  const filter = (change: Change<AnalyticsSearch>, shown: Change<AnalyticsSearch> = {}) =>
    navigate({ search: (before) => ({ ...shown, ...before, ...change }), replace: true });
  return (
    <Stack>
      <PageHeader title={t.title} about={t.about} />
      <Group align="flex-end">
        <RangeFields required search={asked} onFilter={(change) => filter(change, { from, to })} />
        <NativeSelect
          label={t.interval}
          value={asked.by}
          data={INTERVALS.map((value) => ({ value, label: t.intervals[value] }))}
          onChange={({ currentTarget: { value } }) => filter({ by: INTERVALS.find((interval) => interval === value) })}
        />
        <EventSelect
          none="all"
          label={t.event}
          maw={300}
          value={asked.event_id ?? ''}
          onChange={({ currentTarget: { value } }) => filter({ event_id: value || undefined })}
        />
      </Group>
      <Filtered by={range}>
        <Sales range={range} />
        {search.event_id ? <SalesSources eventId={search.event_id} /> : null}
      </Filtered>
    </Stack>
  );
}

function Sales({ range }: { range: Range }) {
  const t = useTexts(texts);
  const { data: series } = useSuspenseQuery(seriesQuery(range));
  const { data: sales } = useSuspenseQuery(salesQuery(range));
  const { pesos } = useFormats();
  const barOf = useBars(range);
  const [points, events] = [usePointColumns(range.by), useEventColumns(sales.events)];
  return (
    <>
      <BarChart label={t.chart} bars={series.points.map(barOf)} format={pesos} />
      <details>
        <summary>{t.table}</summary>
        <DataTable label={t.table} columns={points} rows={series.points} keyOf={({ at }) => at} />
      </details>
      <Title order={2}>{t.byEvent}</Title>
      <DataTable label={t.byEvent} columns={events} rows={sales.events} keyOf={({ id }) => id} minWidth={800} />
    </>
  );
}
