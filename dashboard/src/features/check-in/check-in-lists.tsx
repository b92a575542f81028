import { Group, Stack, Switch, Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf, done } from '../../api/client.ts';
import { ConfirmButton } from '../../form/confirm-button.tsx';
import { EditButton } from '../../form/edit-button.tsx';
import { GatedButton } from '../../form/gated-button.tsx';
import { useAction } from '../../form/use-action.ts';
import { useTierNames } from '../../form/use-tier-names.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { useMay } from '../../session/me.ts';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { type Event, eventQuery } from '../events/event-queries.ts';
import { CheckInListDialog } from './check-in-list-dialog.tsx';
import { type CountedList, checkInListsQuery } from './check-in-list-queries.ts';
import { texts } from './texts.ts';

/** The gate has no id and cannot be edited here. */
type Row = Pick<CountedList, 'name' | 'passes' | 'tier_ids' | 'counts'> & { list: CountedList | null };

function useColumns(event: Event, onEdit: (list: CountedList) => void): Column<Row>[] {
  const t = useTexts(texts);
  const { number } = useFormats();
  const sum = (counts: Row['counts'], name: 'tickets' | 'passed' | 'inside') =>
    number(counts.reduce((total, one) => total + one[name], 0));
  const tierNames = useTierNames(event.ticket_tiers);
  return [
    { header: t.listName, cell: ({ name }) => name },
    { header: t.passes, cell: ({ passes }) => t.passesChoices[passes] },
    { header: t.tiers, cell: ({ tier_ids: ids }) => (ids === null ? t.allTiers : tierNames(ids)) },
    {
      header: t.passed,
      unbroken: true,
      cell: ({ counts }) => `${sum(counts, 'passed')} / ${sum(counts, 'tickets')}`,
    },
    { header: t.inside, cell: ({ passes, counts }) => (passes === 're_entry' ? sum(counts, 'inside') : '') },
    {
      header: '',
      cell: ({ list }) =>
        list ? (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            <EditButton name={t.editList(list.name)} onClick={() => onEdit(list)} />
            <ConfirmButton
              needs="manage"
              size="compact-sm"
              label={t.remove}
              title={t.removeTitle}
              question={t.removeQuestion(list.name)}
              act={() => done(api.DELETE('/check-in-lists/{id}', { params: { path: { id: list.id } } }))}
            />
          </Group>
        ) : null,
    },
  ];
}

/** Where tickets of an event are scanned: the gate, and lists beside it. */
export function CheckInLists({ eventId }: { eventId: string }) {
  const t = useTexts(texts);
  const { data: event } = useSuspenseQuery(eventQuery(eventId));
  const { data } = useSuspenseQuery(checkInListsQuery(eventId));
  const [edited, setEdited] = useState<CountedList | 'new' | null>(null);
  const columns = useColumns(event, setEdited);
  const mayManage = useMay('manage');
  const allow = useAction({
    act: (reEntry: boolean) =>
      dataOf(api.PUT('/events/{id}', { params: { path: { id: eventId } }, body: { re_entry: reEntry } })),
    notifyError: true,
  });
  const { re_entry: reEntry, counts } = data.gate;
  const gate: Row = { list: null, name: t.gate, passes: reEntry ? 're_entry' : 'once', tier_ids: null, counts };
  return (
    <Stack component="section" gap="xs" mt="md">
      <Group justify="space-between">
        <Title order={2}>{t.lists}</Title>
        <GatedButton needs="manage" onClick={() => setEdited('new')} variant="default">
          {t.createList}
        </GatedButton>
      </Group>
      <Text c="dimmed">{t.listsAbout}</Text>
      <DataTable
        label={t.lists}
        columns={columns}
        rows={[gate, ...data.check_in_lists.map((list) => ({ ...list, list }))]}
        keyOf={({ list }) => list?.id ?? ''}
        empty=""
      />
      <Switch
        label={t.reEntry}
        description={t.reEntryHint}
        checked={reEntry}
        disabled={!mayManage || allow.isPending}
        onChange={({ currentTarget: { checked } }) => allow.mutate(checked)}
      />
      {edited ? (
        <CheckInListDialog event={event} list={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
      ) : null}
    </Stack>
  );
}
