import { type ComponentType, lazy, Suspense } from 'react';
import { Waiting } from '../../shell/waiting.tsx';
import { useLinkToken } from './link-token.ts';
import { LogInPage } from './log-in-page.tsx';

/** By their addresses: server/src/platform/http/pages/dashboard-files.ts answers these with the document for them. */
const PAGES: Record<string, ComponentType> = {
  '/dashboard/set-up': lazy(() => import('./set-up-page.tsx').then((page) => ({ default: page.SetUpPage }))),
  '/dashboard/reset': lazy(() => import('./reset-page.tsx').then((page) => ({ default: page.ResetPage }))),
  '/dashboard/invitation': lazy(() =>
    import('./invitation-page.tsx').then((page) => ({ default: page.InvitationPage })),
  ),
};

/** The page before the log-in at this address. Another link opened in the same tab begins its page anew. */
export function OutsideRoutes() {
  const Page = PAGES[window.location.pathname];
  const token = useLinkToken();
  return <Suspense fallback={<Waiting />}>{Page ? <Page key={token} /> : <LogInPage />}</Suspense>;
}
