import { Alert } from '@mantine/core';
import type { Labels } from '../refusals/refusal-words.ts';
import { useProblemWords } from '../refusals/use-problem-words.ts';

interface ProblemAlertProps {
  error: Error | null;
  /** Labels of the form that was sent. */
  labels?: Labels | undefined;
}

/**
 * An error of the server, announced by screen readers when it appears. A button that was pressed loses the focus while
 * it waits: then the keyboard goes on from here, and a long form scrolls to the reason.
 */
export function ProblemAlert({ error, labels }: ProblemAlertProps) {
  const wordsOf = useProblemWords();
  return error ? (
    <Alert color="red" role="alert" ref={focusIfLost} tabIndex={-1}>
      {wordsOf(error, labels)}
    </Alert>
  ) : null;
}

const focusIfLost = (alert: HTMLElement | null) => {
  if (document.activeElement === document.body) alert?.focus();
};
