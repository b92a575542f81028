import { Group, Stack, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { api, done } from '../../api/client.ts';
import { ConfirmButton } from '../../form/confirm-button.tsx';
import { EditButton } from '../../form/edit-button.tsx';
import { GatedButton } from '../../form/gated-button.tsx';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import type { Event, Tier } from './event-queries.ts';
import { leftOf } from './left-of.ts';
import { texts } from './texts.ts';

const TierDialog = lazy(() => import('./tier-dialog.tsx').then(({ TierDialog }) => ({ default: TierDialog })));

function useColumns(event: Event, onEdit: (tier: Tier) => void): Column<Tier>[] {
  const t = useTexts(texts);
  const { pesos, number } = useFormats();
  return [
    {
      header: t.tierName,
      cell: ({ name, admission, hidden }) => {
        const marks = [...(admission ? [] : [t.tierAddOn]), ...(hidden ? [t.tierHiddenMark] : [])];
        return marks.length === 0 ? name : `${name} (${marks.join(', ')})`;
      },
    },
    { header: t.status, cell: (tier) => <StatusBadge status={tier.is_active ? 'on' : 'off'} /> },
    { header: t.tierPrice, numeric: true, cell: ({ price }) => pesos(price) },
    { header: t.sold, numeric: true, cell: (tier) => `${number(tier.quantity_sold)} / ${number(tier.quantity_total)}` },
    { header: t.tierAvailable, numeric: true, cell: (tier) => number(leftOf(event, tier)) },
    {
      header: '',
      cell: (tier) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <EditButton name={t.tierEdit(tier.name)} onClick={() => onEdit(tier)} />
          <ConfirmButton
            needs="manage"
            size="compact-sm"
            label={t.tierDelete}
            title={t.tierDeleteTitle}
            question={t.tierDeleteQuestion(tier.name)}
            act={() => done(api.DELETE('/tiers/{id}', { params: { path: { id: tier.id } } }))}
          />
        </Group>
      ),
    },
  ];
}

export function Tiers({ event }: { event: Event }) {
  const t = useTexts(texts);
  const [edited, setEdited] = useState<Tier | 'new' | null>(null);
  const columns = useColumns(event, setEdited);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>{t.tiers}</Title>
        <GatedButton needs="manage" variant="default" onClick={() => setEdited('new')}>
          {t.tierNew}
        </GatedButton>
      </Group>
      <DataTable label={t.tiers} columns={columns} rows={event.ticket_tiers} keyOf={({ id }) => id} />
      {edited ? (
        <Suspense>
          <TierDialog
            eventId={event.id}
            seriesId={event.series_id}
            tier={edited === 'new' ? undefined : edited}
            tiers={event.ticket_tiers}
            seated={event.seated}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      ) : null}
    </Stack>
  );
}
