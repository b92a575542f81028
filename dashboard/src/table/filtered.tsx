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

/** Other failures are those of the page. A kept filter may name a tier that was deleted since. */
function Refused({ error }: ErrorComponentProps) {
  if (!isProblem(error, 400) && !isRefused(error, 'tier_not_found')) throw error;
  return <ProblemAlert error={error} />;
}
