import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { queryClient } from './api/query-client.ts';
import { LogInPage } from './features/log-in/log-in-page.tsx';
import { meQuery } from './session/me-query.ts';
import { DashboardLayout } from './shell/dashboard-layout.tsx';
import { NotFoundPage, ProblemPage } from './shell/problem-page.tsx';
import { Waiting } from './shell/waiting.tsx';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({});

/** Outside: who comes here is not logged in. */
const logIn = createRoute({
  getParentRoute: () => root,
  path: '/log-in',
  // Only addresses of ours: a link of somebody else's must not lead away after the log-in.
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } =>
    typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {},
  component: LogInPage,
});

/** Inside: every other page. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: DashboardLayout,
  beforeLoad: async ({ context, location }) => {
    if (!(await context.queryClient.ensureQueryData(meQuery)))
      throw redirect({ to: '/log-in', search: location.pathname === '/' ? {} : { next: location.href } });
  },
});
const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  component: lazyRouteComponent(() => import('./features/home/home-page.tsx'), 'HomePage'),
});
const checkIn = createRoute({
  getParentRoute: () => inside,
  path: '/check-in',
  component: lazyRouteComponent(() => import('./features/check-in/check-in-page.tsx'), 'CheckInPage'),
});
const seatMap = createRoute({
  getParentRoute: () => inside,
  path: '/events/$eventId/seat-map',
  component: lazyRouteComponent(() => import('./features/seating/seat-map-page.tsx'), 'SeatMapPage'),
});
const liveSeats = createRoute({
  getParentRoute: () => inside,
  path: '/events/$eventId/live',
  component: lazyRouteComponent(() => import('./features/seating/live-seats-page.tsx'), 'LiveSeatsPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([logIn, inside.addChildren([home, checkIn, seatMap, liveSeats])]),
  basepath: '/dashboard',
  context: { queryClient },
  defaultPreload: 'intent',
  defaultErrorComponent: ProblemPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingComponent: Waiting,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
