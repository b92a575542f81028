import { Alert } from '@mantine/core';
import type { Labels } from '../refusals/refusal-words.ts';
import { useProblemWords } from '../refusals/use-problem-words.ts';

interface ProblemAlertProps {
  error: Error | null;
  /** Labels of the form that was sent. */
  labels?: Labels | undefined;
}

/** An error of the server, announced by screen readers when it appears. */
export function ProblemAlert({ error, labels }: ProblemAlertProps) {
  const wordsOf = useProblemWords();
  return error ? (
    <Alert color="red" role="alert">
      {wordsOf(error, labels)}
    </Alert>
  ) : null;
}
