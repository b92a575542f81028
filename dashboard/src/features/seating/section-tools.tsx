import { Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { GatedButton } from '../../form/gated-button.tsx';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import type { Tier } from '../events/event-queries.ts';
import { addSection, editSection, moveSection, removeSection } from './change-plan.ts';
import { type Plan, seatsOf } from './plan.ts';
import { SectionDialog } from './section-dialog.tsx';
import { texts } from './texts.ts';

interface SectionToolsProps {
  plan: Plan;
  /** The section that is shown; below 0 when there is none. */
  at: number;
  tiers: Tier[];
  onEdit: (plan: Plan) => void;
  onChoose: (at: number) => void;
}

export function SectionTools({ plan, at, tiers, onEdit, onChoose }: SectionToolsProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const [asked, setAsked] = useState<'new' | 'edit' | null>(null);
  const edited = asked === 'edit' ? plan[at] : undefined;
  const moveTo = (to: number) => {
    const moved = moveSection(plan, at, to);
    onEdit(moved);
    if (moved !== plan) onChoose(to);
  };
  const actions = {
    [t.addSection]: () => setAsked('new'),
    ...(plan[at] && {
      [t.editSection]: () => setAsked('edit'),
      [t.sectionForward]: () => moveTo(at - 1),
      [t.sectionBack]: () => moveTo(at + 1),
      [t.removeSection]: () => onEdit(removeSection(plan, at)),
    }),
  };
  return (
    <Group gap="xs" align="flex-end">
      {plan.length > 0 ? (
        <NativeSelect
          label={t.section}
          value={at}
          data={plan.map((section, index) => ({
            value: String(index),
            label: t.sectionSeats(section.label, number(seatsOf(section))),
          }))}
          onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
        />
      ) : (
        <Text c="dimmed">{t.noSections}</Text>
      )}
      {Object.entries(actions).map(([label, act]) => (
        <GatedButton key={label} needs="manage" variant="default" onClick={act}>
          {label}
        </GatedButton>
      ))}
      {asked ? (
        <SectionDialog
          section={edited}
          taken={plan.filter((section) => section !== edited).map(({ label }) => label)}
          tiers={tiers}
          onClose={() => setAsked(null)}
          onDone={(fields) => {
            onEdit(edited ? editSection(plan, at, fields) : addSection(plan, { ...fields, rows: [] }));
            if (!edited) onChoose(plan.length);
            setAsked(null);
          }}
        />
      ) : null}
    </Group>
  );
}
