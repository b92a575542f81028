import { createRouter } from '@tanstack/react-router';
import { queryClient } from './api/query-client.ts';
import { eventPages } from './routes/event-pages.ts';
import { inside, root } from './routes/inside.ts';
import { organizationPages } from './routes/organization-pages.ts';
import { salesPages } from './routes/sales-pages.ts';
import { meQuery } from './session/me-query.ts';
import { followLogOuts } from './session/set-session.ts';
import { NotFoundPage, ProblemPage } from './shell/problem-page.tsx';
import { Waiting } from './shell/waiting.tsx';

const PENDING_AFTER_MS = 1000;

export const router = createRouter({
  routeTree: root.addChildren([inside.addChildren([...salesPages, ...eventPages, ...organizationPages])]),
  basepath: '/dashboard',
  // Search parameters that no route validates are dropped: neither pages nor links see them.
  search: { strict: true },
  context: { queryClient },
  defaultPreload: 'intent',
  // The query cache decides what is fresh.
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: ProblemPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingComponent: Waiting,
  scrollRestoration: true,
  // The page of another event, order or webhook begins anew: an open question about one is never asked about the other.
  defaultRemountDeps: ({ params }) => params,
});

/**
 * A search or a filter changes the page that is open: it stays, with the focus and what is typed, until the answer is
 * there. Another page is replaced by its wait after a second.
 */
router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
  router.options.defaultPendingMs = pathChanged ? PENDING_AFTER_MS : Number.POSITIVE_INFINITY;
});

/**
 * The code of the first page is loaded while the server is asked who is logged in. If that fails, the page loads it
 * again, and says so.
 */
const [firstRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
for (const route of firstRoutes) void router.loadRouteChunk(route)?.catch(() => {});

followLogOuts(queryClient);

/** The session ended while a page was open: its route, asked again, leads to the log-in. */
queryClient.getQueryCache().subscribe(({ type, query: { queryKey, state } }) => {
  if (type === 'updated' && queryKey[0] === meQuery.queryKey[0] && state.data === null) void router.invalidate();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
