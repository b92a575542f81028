import { Alert } from '@mantine/core';

/** What the server said no to, in its words, read out when it appears. */
export const ProblemAlert = ({ error }: { error: Error | null }) =>
  error ? (
    <Alert color="red" role="alert">
      {error.message}
    </Alert>
  ) : null;
