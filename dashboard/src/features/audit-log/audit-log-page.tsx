import { Group, List, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { texts as formTexts } from '../../form/texts.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { TextLink } from '../../shell/links.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { FilterSelect } from '../../table/filter-select.tsx';
import { Pager } from '../../table/pager.tsx';
import { RangeFields } from '../../table/range-fields.tsx';
import { useAskedSearch } from '../../table/use-asked-search.ts';
import { teamQuery } from '../team/team-query.ts';
import { actionTexts, actionWords } from './action-texts.ts';
import { type Change, changesQuery } from './audit-log-queries.ts';
import type { AuditLogSearch } from './audit-log-search.ts';
import { changeLines } from './change-words.ts';
import { fieldTexts } from './field-texts.ts';
import { texts } from './texts.ts';
import { valueTexts } from './value-texts.ts';

const route = getRouteApi('/inside/audit-log');

function useColumns(): Column<Change>[] {
  const t = useTexts(texts);
  const { dateTime } = useFormats();
  return [
    { header: t.what, cell: (change) => <Sentence change={change} /> },
    { header: t.at, unbroken: true, cell: ({ at }) => dateTime(at) },
  ];
}

export function AuditLogPage() {
  const t = useTexts(texts);
  const { nothingFound } = useTexts(formTexts);
  const search = route.useSearch();
  const asked = useAskedSearch(search);
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(changesQuery(search));
  const filter = (change: AuditLogSearch) =>
    navigate({ search: (before) => ({ ...before, page: undefined, ...change }) });
  const columns = useColumns();
  return (
    <>
      <PageHeader title={t.title} about={t.about} />
      <Filters search={asked} onFilter={filter} />
      <DataTable label={t.title} columns={columns} rows={data.changes} keyOf={({ id }) => id} empty={nothingFound} />
      <Pager meta={data.meta} onPage={(page) => navigate({ search: (before) => ({ ...before, page }) })} />
    </>
  );
}

function Filters({ search, onFilter }: { search: AuditLogSearch; onFilter: (change: AuditLogSearch) => void }) {
  const t = useTexts(texts);
  const actions = useTexts(actionTexts);
  const { data } = useQuery(teamQuery);
  const members = data?.members.map(({ user_id: value, name: label }) => ({ value, label })) ?? [];
  return (
    <Group mb="sm" align="flex-end">
      <FilterSelect
        label={t.who}
        value={search.actor_id}
        choices={members}
        onChoose={(id) => onFilter({ actor_id: id })}
      />
      <FilterSelect
        label={t.action}
        maw={280}
        value={search.action}
        choices={Object.entries(actions).map(([value, label]) => ({ value, label }))}
        onChoose={(action) => onFilter({ action })}
      />
      <RangeFields search={search} onFilter={onFilter} />
    </Group>
  );
}

function Sentence({ change }: { change: Change }) {
  const t = useTexts(texts);
  const fields = useTexts(fieldTexts);
  const values = useTexts(valueTexts);
  const { dateTime } = useFormats();
  const { actor, action } = change;
  // An active event is on sale; a subscription is not.
  const status = action.startsWith('subscription.') ? { ...values.status, active: values.status.on } : values.status;
  const lines = changeLines(change, { ...t.words, fields, values: { ...values, status }, dateTime });
  return (
    <>
      <Text inherit>
        <Action change={change} /> {t.by(actor.name ?? t.kinds[actor.kind])}
      </Text>
      {lines.length > 0 ? (
        <List size="xs" c="dimmed" fw={400} listStyleType="none">
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      ) : null}
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
