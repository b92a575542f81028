import { Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { startTransition, useState } from 'react';
import { api, done } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { ConfirmButton } from '../../form/confirm-button.tsx';
import { GatedButton } from '../../form/gated-button.tsx';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Pager } from '../../table/pager.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import { type CheckInList, checkInListsQuery } from './check-in-list-queries.ts';
import { DoorLinkDialog } from './door-link-dialog.tsx';
import { DoorLinkShown } from './door-link-shown.tsx';
import { doorLinksQuery } from './door-links-query.ts';
import { texts } from './texts.ts';

type DoorLink = Model<'DoorLink'>;

function stateOf({ revoked_at: revoked, ends_at: ends }: DoorLink) {
  if (revoked) return 'revoked';
  return new Date(ends) <= new Date() ? 'expired' : 'on';
}

function useColumns(lists: CheckInList[]): Column<DoorLink>[] {
  const t = useTexts(texts);
  const { dateTime } = useFormats();
  const scansAt: Column<DoorLink> = {
    header: t.scansAt,
    // A deleted list has no name here; its links are over.
    cell: ({ list_id: id }) => (id === null ? t.everywhere : (lists.find((list) => list.id === id)?.name ?? '')),
  };
  return [
    { header: t.name, cell: ({ name }) => name },
    ...(lists.length > 0 ? [scansAt] : []),
    { header: t.ends, unbroken: true, cell: (link) => dateTime(link.ends_at) },
    { header: t.used, unbroken: true, cell: (link) => (link.last_used_at ? dateTime(link.last_used_at) : t.never) },
    { header: t.status, cell: (link) => <StatusBadge status={stateOf(link)} /> },
    {
      header: '',
      cell: (link) =>
        stateOf(link) === 'on' ? (
          <ConfirmButton
            needs="manage"
            size="compact-sm"
            label={t.revoke}
            title={t.revokeTitle}
            question={t.revokeQuestion(link.name)}
            act={() => done(api.DELETE('/door-links/{id}', { params: { path: { id: link.id } } }))}
            successMessage={t.revoked}
          />
        ) : null,
    },
  ];
}

/** The phones of volunteers at the doors of an event. */
export function DoorLinks({ eventId }: { eventId: string }) {
  const t = useTexts(texts);
  const [page, setPage] = useState(1);
  const { data } = useSuspenseQuery(doorLinksQuery(eventId, page));
  const { data: places } = useSuspenseQuery(checkInListsQuery(eventId));
  const columns = useColumns(places.check_in_lists);
  const [creating, { open, close }] = useDisclosure();
  const [created, setCreated] = useState<Model<'CreatedDoorLink'>>();
  return (
    <Stack component="section" gap="xs" mt="md">
      <Group justify="space-between">
        <Title order={2}>{t.links}</Title>
        <GatedButton needs="manage" onClick={open} variant="default">
          {t.create}
        </GatedButton>
      </Group>
      <Text c="dimmed">{t.linksAbout}</Text>
      <DataTable label={t.links} columns={columns} rows={data.door_links} keyOf={({ id }) => id} empty={t.empty} />
      <Pager
        meta={data.meta}
        // The rows stay until the others are there.
        onPage={(next) => startTransition(() => setPage(next))}
      />
      {creating ? <DoorLinkDialog eventId={eventId} onClose={close} onCreated={setCreated} /> : null}
      {created ? <DoorLinkShown link={created} onClose={() => setCreated(undefined)} /> : null}
    </Stack>
  );
}
