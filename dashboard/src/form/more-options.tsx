import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';

interface MoreOptionsProps {
  /** Whether they are shown from the start. */
  opened: boolean;
  children: ReactNode;
}

/** Fields of a form that are right as they are for most people, below the fields that all people fill in. */
export function MoreOptions({ opened, children }: MoreOptionsProps) {
  const t = useTexts(texts);
  return (
    <details
      open={opened}
      // A browser does not send a form with a wrong field, and cannot point at one that is folded away.
      onInvalidCapture={({ currentTarget }) => {
        currentTarget.open = true;
      }}
    >
      <summary>{t.moreOptions}</summary>
      <Stack mt="md">{children}</Stack>
    </details>
  );
}
