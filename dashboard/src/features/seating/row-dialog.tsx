import { Button, Group, NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DialogForm } from '../../form/dialog-form.tsx';
import { TierChoice } from '../../form/tier-choice.tsx';
import { useTexts } from '../../language/language.tsx';
import type { Tier } from '../events/event-queries.ts';
import { countProblem } from './count-problem.ts';
import { labelProblem } from './label-problem.ts';
import { MAX_SEATS, type Row, seatsIn } from './plan.ts';
import { texts } from './texts.ts';

interface RowDialogProps {
  row: Row;
  /** Labels of the other rows of the section. */
  taken: string[];
  /** Tiers of the section. */
  tiers: Tier[];
  /** `by`: the row moves this many rows back, too. */
  onDone: (row: { label: string; seats: number; tierIds: string[] | null }, by: -1 | 0 | 1) => void;
  onRemove: () => void;
  onClose: () => void;
}

export function RowDialog({ row, taken, tiers, onDone, onRemove, onClose }: RowDialogProps) {
  const t = useTexts(texts);
  const form = useForm({
    initialValues: { label: row.label, seats: seatsIn(row) as number | string, tierIds: row.tierIds ?? [] },
    validate: {
      label: labelProblem(t, taken),
      seats: (seats) => countProblem(t, seats, MAX_SEATS),
    },
  });
  const done = (by: -1 | 0 | 1) =>
    form.onSubmit(({ label, seats, tierIds }) =>
      onDone({ label: label.trim(), seats: Number(seats), tierIds: tierIds.length > 0 ? tierIds : null }, by),
    );
  return (
    <DialogForm title={t.row(row.label)} onClose={onClose} submit={t.apply} onSubmit={done(0)}>
      <TextInput label={t.rowLabel} required maxLength={200} data-autofocus {...form.getInputProps('label')} />
      <NumberInput
        label={t.seats}
        required
        min={1}
        max={MAX_SEATS}
        clampBehavior="blur"
        allowDecimal={false}
        {...form.getInputProps('seats')}
      />
      <TierChoice label={t.tiers} description={t.tiersOfSection} tiers={tiers} {...form.getInputProps('tierIds')} />
      <Group gap="xs">
        <Button variant="default" onClick={() => done(-1)()}>
          {t.rowForward}
        </Button>
        <Button variant="default" onClick={() => done(1)()}>
          {t.rowBack}
        </Button>
        <Button variant="default" onClick={onRemove}>
          {t.removeRow}
        </Button>
      </Group>
    </DialogForm>
  );
}
