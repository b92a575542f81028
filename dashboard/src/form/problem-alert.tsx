import { Alert } from '@mantine/core';
import { useCallback } from 'react';
import type { Labels } from '../refusals/refusal-words.ts';
import { useProblemWords } from '../refusals/use-problem-words.ts';
import { markAsShown } from './shown-problems.ts';

interface ProblemAlertProps {
  error: Error | null;
  /** Labels of the form that was sent. */
  labels?: Labels | undefined;
}

/**
 * An error of the server, announced by screen readers when it appears. A button that was pressed loses the focus to the
 * page or dialog around it while it waits: then the keyboard goes on from here, and a long form scrolls to the reason.
 */
export const ProblemAlert = ({ error, labels }: ProblemAlertProps) =>
  error ? <Reason error={error} labels={labels} /> : null;

function Reason({ error, labels }: ProblemAlertProps & { error: Error }) {
  const wordsOf = useProblemWords();
  const appear = useCallback(
    (alert: HTMLElement | null) => {
      const focused = document.activeElement;
      if (alert && focused !== alert && focused?.contains(alert)) alert.focus();
      return markAsShown(error);
    },
    [error],
  );
  return (
    <Alert color="red" role="alert" ref={appear} tabIndex={-1}>
      {wordsOf(error, labels)}
    </Alert>
  );
}
