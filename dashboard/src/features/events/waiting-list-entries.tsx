import { Badge, Box, Group, Paper, Stack, Text } from '@mantine/core';
import { api, done } from '../../api/client.ts';
import { ConfirmButton } from '../../form/confirm-button.tsx';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import type { Entry, WaitingStatus } from './waiting-list-queries.ts';
import { texts } from './waiting-list-texts.ts';

const COLORS: Partial<Record<WaitingStatus, string>> = { waiting: 'blue', offered: 'yellow', bought: 'green' };

export type NameOfTier = (tierId: string) => string;

interface EntriesProps {
  entries: Entry[];
  nameOf: NameOfTier;
}

/** A table on a desk, a card for each person on a phone. */
export function WaitingListEntries(props: EntriesProps) {
  const t = useTexts(texts);
  if (props.entries.length === 0) return <Text c="dimmed">{t.noneOfStatus}</Text>;
  return (
    <>
      <Box visibleFrom="sm">
        <EntryTable {...props} />
      </Box>
      <Stack component="ul" hiddenFrom="sm" gap="xs" m={0} p={0} aria-label={t.entries}>
        {props.entries.map((entry) => (
          <EntryCard key={entry.id} entry={entry} nameOf={props.nameOf} />
        ))}
      </Stack>
    </>
  );
}

function EntryTable({ entries, nameOf }: EntriesProps) {
  const t = useTexts(texts);
  const { number, dateTime } = useFormats();
  const columns: Column<Entry>[] = [
    {
      header: t.person,
      cell: ({ customer }) => (
        <>
          {customer.name}
          <Text size="sm" c="dimmed">
            {customer.email}
          </Text>
        </>
      ),
    },
    { header: t.tier, cell: (entry) => nameOf(entry.tier_id) },
    { header: t.quantity, numeric: true, cell: ({ quantity }) => number(quantity) },
    { header: t.asked, unbroken: true, cell: (entry) => dateTime(entry.asked_at) },
    { header: t.status, cell: (entry) => <EntryStatus entry={entry} /> },
    { header: '', cell: (entry) => <RemoveButton entry={entry} /> },
  ];
  return <DataTable label={t.entries} columns={columns} rows={entries} keyOf={({ id }) => id} />;
}

function EntryCard({ entry, nameOf }: { entry: Entry; nameOf: NameOfTier }) {
  const { number, dateTime } = useFormats();
  return (
    <Paper component="li" withBorder p="sm" style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
      <Text fw={600}>{entry.customer.name}</Text>
      <Text size="sm" c="dimmed">
        {entry.customer.email}
      </Text>
      <Text size="sm">
        {number(entry.quantity)} × {nameOf(entry.tier_id)}, {dateTime(entry.asked_at)}
      </Text>
      <Group justify="space-between" mt="xs">
        <EntryStatus entry={entry} />
        <RemoveButton entry={entry} />
      </Group>
    </Paper>
  );
}

function EntryStatus({ entry: { status, offer_expires_at: until } }: { entry: Entry }) {
  const t = useTexts(texts);
  const { dateTime } = useFormats();
  return (
    <Stack gap={2} align="flex-start">
      <Badge variant="light" color={COLORS[status] ?? 'gray'} tt="none" fw={600} miw="max-content">
        {t.statuses[status]}
      </Badge>
      {until ? (
        <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
          {t.until(dateTime(until))}
        </Text>
      ) : null}
    </Stack>
  );
}

/** Only for people who still wait or have an offer. */
function RemoveButton({ entry: { id, status, customer } }: { entry: Entry }) {
  const t = useTexts(texts);
  if (status !== 'waiting' && status !== 'offered') return null;
  return (
    <ConfirmButton
      needs="manage"
      size="compact-sm"
      label={t.remove}
      title={t.removeTitle}
      question={t.removeQuestion(customer.name)}
      act={() => done(api.DELETE('/waiting-list-entries/{id}', { params: { path: { id } } }))}
      successMessage={t.removed}
    />
  );
}
