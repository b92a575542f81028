import { Code, Group, TextInput } from '@mantine/core';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { TextLink } from '../../shell/links.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Pager } from '../../table/pager.tsx';
import { actionTexts, actionWords } from './action-texts.ts';
import type { AuditLogSearch } from './audit-log-search.ts';
import { texts } from './texts.ts';

const PER_PAGE = 50;
const route = getRouteApi('/inside/audit-log');

const changesQuery = (search: AuditLogSearch) =>
  queryOptions({
    queryKey: ['audit-log', search],
    queryFn: () => dataOf(api.GET('/audit-log', { params: { query: { ...search, per_page: PER_PAGE } } })),
  });

type Change = Model<'AuditLogEntry'>;

function useColumns(): Column<Change>[] {
  const t = useTexts(texts);
  const { dateTime } = useFormats();
  return [
    { header: t.at, unbroken: true, cell: ({ at }) => dateTime(at) },
    { header: t.who, cell: ({ actor }) => actor.name ?? t.kinds[actor.kind] },
    { header: t.what, unbroken: true, cell: (change) => <Action change={change} /> },
    { header: t.changed, cell: (change) => <Fields change={change} /> },
  ];
}

export function AuditLogPage() {
  const t = useTexts(texts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(changesQuery(search));
  const columns = useColumns();
  return (
    <>
      <PageHeader title={t.title} about={t.about} />
      <Group mb="sm">
        <TextInput
          type="date"
          label={t.from}
          value={search.from ?? ''}
          onChange={({ currentTarget: { value } }) => navigate({ search: { ...search, page: undefined, from: value } })}
        />
        <TextInput
          type="date"
          label={t.to}
          value={search.to ?? ''}
          onChange={({ currentTarget: { value } }) => navigate({ search: { ...search, page: undefined, to: value } })}
        />
      </Group>
      <DataTable label={t.title} columns={columns} rows={data.changes} keyOf={({ id }) => id} minWidth={800} />
      <Pager meta={data.meta} perPage={PER_PAGE} onPage={(page) => navigate({ search: { ...search, page } })} />
    </>
  );
}

/** Links to the changed object, if it has a page. */
function Action({ change: { action, subject_id: id } }: { change: Change }) {
  const words = actionWords(useTexts(actionTexts), action);
  switch (action.split('.')[0]) {
    case 'event':
      return (
        <TextLink to="/events/$eventId" params={{ eventId: id }}>
          {words}
        </TextLink>
      );
    case 'order':
      return (
        <TextLink to="/orders/$orderId" params={{ orderId: id }}>
          {words}
        </TextLink>
      );
    default:
      return words;
  }
}

function Fields({ change: { before, after, subject_id: subject } }: { change: Change }) {
  const t = useTexts(texts);
  const [was, is] = [before ?? {}, after ?? {}] as [Record<string, unknown>, Record<string, unknown>];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const shown = (value: unknown) => (value === undefined ? '–' : JSON.stringify(value));
  return (
    <details>
      <summary>{names.join(', ') || subject}</summary>
      <Code block>
        {[
          subject,
          ...names.map((name) => `${name}\n  ${t.before}: ${shown(was[name])}\n  ${t.after}: ${shown(is[name])}`),
        ].join('\n')}
      </Code>
    </details>
  );
}
