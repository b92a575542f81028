import { NumberInput, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { DialogForm } from '../../form/dialog-form.tsx';
import { useTexts } from '../../language/language.tsx';
import { countProblem } from './count-problem.ts';
import { generateRows, labelAfter, MAX_SEATS, type Row, seatsIn } from './plan.ts';
import { texts } from './texts.ts';

/** More rows than the largest stand has. */
const MAX_ROWS = 1_000;

interface RowsDialogProps {
  /** The rows that the section already has. */
  rows: Row[];
  onDone: (rows: Row[]) => void;
  onClose: () => void;
}

/** Adds rows with the same number of seats each. */
export function RowsDialog({ rows, onDone, onClose }: RowsDialogProps) {
  const t = useTexts(texts);
  const last = rows.at(-1);
  const form = useForm({
    initialValues: {
      first: last ? labelAfter(last.label) : 'A',
      count: 10 as number | string,
      seats: (last ? seatsIn(last) : 20) as number | string,
    },
    validate: {
      first: isNotEmpty(t.labelNeeded),
      count: (count, { first }) => {
        const problem = countProblem(t, count, MAX_ROWS);
        if (problem) return problem;
        const made = new Set(generateRows(first.trim(), Number(count), 1).map(({ label }) => label));
        const both = rows.find(({ label }) => made.has(label));
        return both ? t.labelTaken(both.label) : null;
      },
      seats: (seats, { count }) => countProblem(t, seats, Math.floor(MAX_SEATS / Math.max(1, Number(count)))),
    },
  });
  return (
    <DialogForm
      title={t.addRows}
      onClose={onClose}
      submit={t.apply}
      onSubmit={form.onSubmit(({ first, count, seats }) =>
        onDone(generateRows(first.trim(), Number(count), Number(seats))),
      )}
    >
      <TextInput label={t.firstRow} required maxLength={200} data-autofocus {...form.getInputProps('first')} />
      <NumberInput
        label={t.rowCount}
        required
        min={1}
        max={MAX_ROWS}
        clampBehavior="blur"
        allowDecimal={false}
        {...form.getInputProps('count')}
      />
      <NumberInput
        label={t.seatsPerRow}
        required
        min={1}
        max={MAX_SEATS}
        clampBehavior="blur"
        allowDecimal={false}
        {...form.getInputProps('seats')}
      />
    </DialogForm>
  );
}
