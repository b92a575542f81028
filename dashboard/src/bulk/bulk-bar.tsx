import { Button, Checkbox, Group, Text } from '@mantine/core';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { GatedButton } from '../form/gated-button.tsx';
import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';

// Most lists are read without refunding anything.
const RefundQuestion = lazy(() =>
  import('./refund-question.tsx').then(({ RefundQuestion }) => ({ default: RefundQuestion })),
);

interface BulkBarProps {
  /** Label of the box that chooses all rows. */
  all: string;
  chosen: number;
  /** How many there are to choose. */
  rows: number;
  onAll: (isChosen: boolean) => void;
  /** Rows whose tickets can be sent again. */
  resendable: number;
  onResend: () => void;
  refund: Omit<ComponentProps<typeof RefundQuestion>, 'onClose'>;
  /** Address of the chosen rows as CSV. */
  csv: string;
  isRunning: boolean;
}

/** Above a list: chooses all rows, and what can be done with those that are chosen. */
export function BulkBar({ all, chosen, rows, onAll, resendable, onResend, refund, csv, isRunning }: BulkBarProps) {
  const t = useTexts(texts);
  const [asking, setAsking] = useState(false);
  if (rows === 0) return null;
  return (
    <Group gap="xs" mb="xs" mih={36}>
      <Checkbox
        label={all}
        checked={chosen > 0 && chosen === rows}
        indeterminate={chosen > 0 && chosen < rows}
        onChange={(event) => onAll(event.currentTarget.checked)}
      />
      {chosen === 0 ? null : (
        <>
          <Text size="sm" role="status">
            {t.chosen(chosen)}
          </Text>
          <GatedButton
            needs="manage"
            size="compact-sm"
            variant="default"
            disabled={isRunning || resendable === 0}
            onClick={onResend}
          >
            {t.resend}
          </GatedButton>
          <GatedButton
            needs="manage"
            size="compact-sm"
            variant="default"
            disabled={isRunning || refund.count === 0}
            onClick={() => setAsking(true)}
          >
            {t.refund}
          </GatedButton>
          <Button size="compact-sm" variant="default" component="a" href={csv} download>
            {t.csv}
          </Button>
        </>
      )}
      {asking ? (
        <Suspense>
          <RefundQuestion {...refund} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </Group>
  );
}
