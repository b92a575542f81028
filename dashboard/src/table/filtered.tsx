import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isProblem, isRefused } from '../api/problem.ts';
import { ProblemAlert } from '../form/problem-alert.tsx';

/**
 * What the filters above it found. When the server refuses a filter, the reason takes its place, and the filters stay.
 */
export function Filtered({ by, children }: { by: object; children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => JSON.stringify(by)} errorComponent={Refused}>
      {children}
    </CatchBoundary>
  );
}

/** What a link names may be gone, or of another organization: a kept filter may name a tier that was deleted since. */
const NOT_FOUND = ['tier_not_found', 'event_not_found', 'series_not_found', 'webhook_not_found'];

/** Other failures are those of the page. */
function Refused({ error }: ErrorComponentProps) {
  if (!isProblem(error, 400) && !isRefused(error, ...NOT_FOUND)) throw error;
  return <ProblemAlert error={error} />;
}
