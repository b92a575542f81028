import { Alert } from '@mantine/core';
import type { Labels } from '../refusals/refusal-words.ts';
import { useProblemWords } from '../refusals/use-problem-words.ts';

interface ProblemAlertProps {
  error: Error | null;
  /** Of the form that was sent. */
  labels?: Labels | undefined;
}

/** What the server said no to, read out when it appears. */
export function ProblemAlert({ error, labels }: ProblemAlertProps) {
  const wordsOf = useProblemWords();
  return error ? (
    <Alert color="red" role="alert">
      {wordsOf(error, labels)}
    </Alert>
  ) : null;
}
