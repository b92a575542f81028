import { Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { GatedButton } from '../../form/gated-button.tsx';
import { useTexts } from '../../language/language.tsx';
import { useMay } from '../../session/me.ts';
import type { Tier } from '../events/event-queries.ts';
import { addRows, editRow, moveRow, paintRow, removeRow, toggleAisle, toggleBlocked } from './change-plan.ts';
import type { Place, Plan, Section } from './plan.ts';
import { RowDialog } from './row-dialog.tsx';
import { RowsDialog } from './rows-dialog.tsx';
import { SeatGrid } from './seat-grid.tsx';
import { texts } from './texts.ts';

interface SectionEditorProps {
  plan: Plan;
  at: number;
  section: Section;
  tiers: Tier[];
  onEdit: (plan: Plan) => void;
}

const stateOf = ({ seat, blocked }: Place) => {
  if (seat === null) return 'aisle';
  return blocked ? 'blocked' : 'free';
};

export function SectionEditor({ plan, at, section, tiers, onEdit }: SectionEditorProps) {
  const t = useTexts(texts);
  const mayManage = useMay('manage');
  /** `aisle`, `block`, or the id of the tier that a row gets. */
  const [tool, setTool] = useState('aisle');
  const [asked, setAsked] = useState<number | 'rows' | null>(null);
  const row = typeof asked === 'number' ? section.rows[asked] : undefined;
  const nameOf = (id: string) => tiers.find((tier) => tier.id === id)?.name ?? id;
  const namesOf = (ids: string[]) => ids.map(nameOf).join(', ');
  const done = (next: Plan) => {
    onEdit(next);
    setAsked(null);
  };
  const applyTool = (rowAt: number, place: number) => {
    if (tool === 'aisle') onEdit(toggleAisle(plan, at, rowAt, place));
    else if (tool === 'block') onEdit(toggleBlocked(plan, at, rowAt, place));
    else onEdit(paintRow(plan, at, rowAt, tool));
  };
  return (
    <Stack gap="xs">
      <Title order={2}>{section.label}</Title>
      <Text c="dimmed">{namesOf(section.tierIds)}</Text>
      <Group gap="xs" align="flex-end">
        <GatedButton needs="manage" variant="default" onClick={() => setAsked('rows')}>
          {t.addRows}
        </GatedButton>
        <NativeSelect
          label={t.tool}
          value={tool}
          data={[
            { value: 'aisle', label: t.toolAisle },
            { value: 'block', label: t.toolBlock },
            ...tiers.map(({ id, name }) => ({ value: id, label: t.toolTier(name) })),
          ]}
          onChange={({ currentTarget }) => setTool(currentTarget.value)}
        />
      </Group>
      <Text size="sm">{t.gridHint}</Text>
      {section.rows.length > 0 ? (
        <SeatGrid
          label={t.seatsOf(section.label)}
          rows={section.rows}
          labelOf={({ label, tierIds }) => ({ label, about: tierIds ? namesOf(tierIds) : undefined })}
          placesOf={({ places }) => places.map((place) => ({ seat: place.seat, state: stateOf(place) }))}
          onPlace={mayManage ? applyTool : undefined}
          onRow={mayManage ? setAsked : undefined}
        />
      ) : (
        <Text c="dimmed">{t.noRows}</Text>
      )}
      {asked === 'rows' ? (
        <RowsDialog
          rows={section.rows}
          onClose={() => setAsked(null)}
          onDone={(rows) => done(addRows(plan, at, rows))}
        />
      ) : null}
      {row && typeof asked === 'number' ? (
        <RowDialog
          row={row}
          taken={section.rows.filter((other) => other !== row).map(({ label }) => label)}
          tiers={tiers.filter(({ id }) => section.tierIds.includes(id))}
          onClose={() => setAsked(null)}
          onDone={(fields, by) => done(moveRow(editRow(plan, at, asked, fields), at, asked, asked + by))}
          onRemove={() => done(removeRow(plan, at, asked))}
        />
      ) : null}
    </Stack>
  );
}
