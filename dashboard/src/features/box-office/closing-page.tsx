import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Model } from '../../api/models.ts';
import { EventSelect } from '../../form/event-select.tsx';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { ButtonLink } from '../../shell/links.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { DateField } from '../../table/date-field.tsx';
import { Filtered } from '../../table/filtered.tsx';
import { useAskedSearch } from '../../table/use-asked-search.ts';
import { closingQuery } from './closing-query.ts';
import type { ClosingSearch } from './closing-search.ts';
import { closingTexts } from './closing-texts.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/inside/box-office/closing');

type Method = Model<'BoxOfficeMethodTotals'>;

function useColumns(): Column<Method>[] {
  const t = useTexts(closingTexts);
  const { methods } = useTexts(texts);
  const { pesos } = useFormats();
  return [
    { header: t.method, cell: (one) => methods[one.payment_method] },
    { header: t.orders, numeric: true, cell: (one) => one.orders },
    { header: t.tickets, numeric: true, cell: (one) => one.tickets },
    { header: t.taken, numeric: true, cell: (one) => pesos(one.amount) },
    { header: t.differences, numeric: true, cell: (one) => pesos(one.differences_paid - one.differences_returned) },
    { header: t.refunds, numeric: true, cell: (one) => one.refunded_tickets },
    { header: t.back, numeric: true, cell: (one) => pesos(one.refunded_amount) },
    { header: t.total, numeric: true, cell: (one) => pesos(one.total) },
  ];
}

/** A day of the box office, to compare with the drawer and to print. */
export function ClosingPage() {
  const t = useTexts(closingTexts);
  const search = route.useSearch();
  const asked = useAskedSearch(search);
  const navigate = route.useNavigate();
  // The server knows what today is, unless it refuses the event of the address.
  const { data: closing } = useQuery(closingQuery(search));
  return (
    <>
      <PageHeader title={t.title} about={t.about}>
        <Button variant="default" className="no-print" onClick={() => window.print()}>
          {t.print}
        </Button>
        <ButtonLink to="/box-office" search={{ event_id: asked.event_id }} className="no-print">
          {t.sell}
        </ButtonLink>
      </PageHeader>
      <Group mb="lg" align="flex-end">
        <DateField
          required
          label={t.date}
          value={asked.date ?? closing?.date}
          onChange={(date) => navigate({ search: (before) => ({ ...before, date }) })}
        />
        <EventSelect
          label={t.event}
          none="all"
          value={asked.event_id ?? ''}
          onChange={({ currentTarget: { value } }) =>
            navigate({ search: (before) => ({ ...before, event_id: value || undefined }) })
          }
        />
      </Group>
      <Filtered by={search}>
        <Closing search={search} />
      </Filtered>
    </>
  );
}

function Closing({ search }: { search: ClosingSearch }) {
  const t = useTexts(closingTexts);
  const { data: closing } = useSuspenseQuery(closingQuery(search));
  if (closing.cashiers.length === 0) return <Text c="dimmed">{t.nothing}</Text>;
  return (
    <Stack gap="xl">
      <Totals name={t.all} totals={closing} />
      {closing.cashiers.map(({ cashier, ...totals }) => {
        const isPerson = cashier.kind === 'user' || cashier.kind === 'key';
        const name = cashier.name ?? (isPerson ? t.gone : t.kinds[cashier.kind]);
        return <Totals key={cashier.id ?? cashier.kind} name={name} totals={totals} />;
      })}
    </Stack>
  );
}

function Totals({ name, totals }: { name: string; totals: { methods: Method[]; cash: number; cash_owed: number } }) {
  const t = useTexts(closingTexts);
  const { pesos } = useFormats();
  return (
    <div>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {name}
        </Title>
        <Group gap="lg">
          {totals.cash_owed > 0 && <Text>{t.owed(pesos(totals.cash_owed))}</Text>}
          <Text fw={600}>{t.drawer(pesos(totals.cash))}</Text>
        </Group>
      </Group>
      <DataTable label={name} columns={useColumns()} rows={totals.methods} keyOf={(one) => one.payment_method} />
    </div>
  );
}
