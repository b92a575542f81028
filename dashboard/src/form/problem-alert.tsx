import { Alert } from '@mantine/core';
import { inLabels, type Labels } from './in-labels.ts';

interface ProblemAlertProps {
  error: Error | null;
  /** Of the form that was sent. */
  labels?: Labels | undefined;
}

/** What the server said no to, in its words, read out when it appears. */
export const ProblemAlert = ({ error, labels = {} }: ProblemAlertProps) =>
  error ? (
    <Alert color="red" role="alert">
      {inLabels(error.message, labels)}
    </Alert>
  ) : null;
