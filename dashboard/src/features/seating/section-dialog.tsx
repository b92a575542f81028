import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DialogForm } from '../../form/dialog-form.tsx';
import { TierChoice } from '../../form/tier-choice.tsx';
import { useTexts } from '../../language/language.tsx';
import type { Tier } from '../events/event-queries.ts';
import { labelProblem } from './label-problem.ts';
import type { Section } from './plan.ts';
import { texts } from './texts.ts';

interface SectionDialogProps {
  /** The section to edit; undefined to add one. */
  section: Section | undefined;
  /** Labels of the other sections. */
  taken: string[];
  tiers: Tier[];
  onDone: (section: Pick<Section, 'label' | 'tierIds'>) => void;
  onClose: () => void;
}

export function SectionDialog({ section, taken, tiers, onDone, onClose }: SectionDialogProps) {
  const t = useTexts(texts);
  const form = useForm({
    initialValues: {
      label: section?.label ?? '',
      tierIds: section?.tierIds ?? (tiers.length === 1 ? tiers.map(({ id }) => id) : []),
    },
    validate: {
      label: labelProblem(t, taken),
      tierIds: (ids) => (ids.length === 0 ? t.tierNeeded : null),
    },
  });
  return (
    <DialogForm
      title={section ? t.editSection : t.addSection}
      onClose={onClose}
      submit={t.apply}
      onSubmit={form.onSubmit(({ label, tierIds }) => onDone({ label: label.trim(), tierIds }))}
    >
      <TextInput label={t.sectionName} required maxLength={200} data-autofocus {...form.getInputProps('label')} />
      <TierChoice label={t.tiers} tiers={tiers} {...form.getInputProps('tierIds')} />
    </DialogForm>
  );
}
