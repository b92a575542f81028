import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { queryClient } from './api/query-client.ts';
import { analyticsSearch } from './features/analytics/analytics-search.ts';
import { attendeesSearch } from './features/attendees/attendees-search.ts';
import { auditLogSearch } from './features/audit-log/audit-log-search.ts';
import { closingSearch } from './features/box-office/closing-search.ts';
import { eventsSearch } from './features/events/events-search.ts';
import { LogInPage } from './features/log-in/log-in-page.tsx';
import { liveSeatsSearch } from './features/seating/live-seats-search.ts';
import { settingsSearch } from './features/settings/settings-search.ts';
import { subscriptionsSearch } from './features/subscriptions/subscriptions-search.ts';
import { meQuery } from './session/me-query.ts';
import { lacksFactor } from './session/second-factor.ts';
import { DashboardLayout } from './shell/dashboard-layout.tsx';
import { lazyPage } from './shell/lazy-page.ts';
import { NotFoundPage, ProblemPage } from './shell/problem-page.tsx';
import { Waiting } from './shell/waiting.tsx';
import { eventSearch } from './table/event-search.ts';
import { listSearch } from './table/list-search.ts';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({});

/** The pages before the log-in. */
const outside = [
  createRoute({
    getParentRoute: () => root,
    path: '/log-in',
    // Only paths of this site: a foreign link must not lead elsewhere after the log-in.
    validateSearch: ({ next }: Record<string, unknown>): { next?: string } => ({
      next: typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : undefined,
    }),
    component: LogInPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/set-up',
    component: lazyPage(() => import('./features/log-in/set-up-page.tsx'), 'SetUpPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset',
    component: lazyPage(() => import('./features/log-in/reset-page.tsx'), 'ResetPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/invitation',
    component: lazyPage(() => import('./features/log-in/invitation-page.tsx'), 'InvitationPage'),
  }),
] as const;

/** The pages after the log-in. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: DashboardLayout,
  beforeLoad: async ({ context, location }) => {
    const me = await context.queryClient.ensureQueryData(meQuery);
    if (!me) throw redirect({ to: '/log-in', search: location.pathname === '/' ? {} : { next: location.href } });
    if (lacksFactor(me) && location.pathname !== '/settings') throw redirect({ to: '/settings' });
  },
});
const getParentRoute = () => inside;

const pages = [
  createRoute({
    getParentRoute,
    path: '/',
    // Door staff cannot read the overview, so they start at the check-in.
    beforeLoad: async ({ context }) => {
      const me = await context.queryClient.ensureQueryData(meQuery);
      if (me?.access.includes('door') && !me.access.includes('read')) throw redirect({ to: '/check-in' });
    },
    component: lazyPage(() => import('./features/home/home-page.tsx'), 'HomePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events',
    validateSearch: eventsSearch,
    component: lazyPage(() => import('./features/events/events-page.tsx'), 'EventsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/new',
    component: lazyPage(() => import('./features/events/new-event-page.tsx'), 'NewEventPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/$eventId',
    component: lazyPage(() => import('./features/events/event-page.tsx'), 'EventPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/$eventId/attendees',
    validateSearch: attendeesSearch,
    component: lazyPage(() => import('./features/attendees/attendees-page.tsx'), 'AttendeesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/$eventId/questions',
    component: lazyPage(() => import('./features/questions/questions-page.tsx'), 'QuestionsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/$eventId/seat-map',
    component: lazyPage(() => import('./features/seating/seat-map-page.tsx'), 'SeatMapPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/$eventId/live',
    validateSearch: liveSeatsSearch,
    component: lazyPage(() => import('./features/seating/live-seats-page.tsx'), 'LiveSeatsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/orders',
    validateSearch: listSearch,
    component: lazyPage(() => import('./features/orders/orders-page.tsx'), 'OrdersPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/orders/$orderId',
    component: lazyPage(() => import('./features/orders/order-page.tsx'), 'OrderPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/box-office',
    validateSearch: eventSearch,
    component: lazyPage(() => import('./features/box-office/box-office-page.tsx'), 'BoxOfficePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/box-office/closing',
    validateSearch: closingSearch,
    component: lazyPage(() => import('./features/box-office/closing-page.tsx'), 'ClosingPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/check-in',
    validateSearch: eventSearch,
    component: lazyPage(() => import('./features/check-in/check-in-page.tsx'), 'CheckInPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/promo-codes',
    validateSearch: listSearch,
    component: lazyPage(() => import('./features/promo-codes/promo-codes-page.tsx'), 'PromoCodesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/subscriptions',
    validateSearch: subscriptionsSearch,
    component: lazyPage(() => import('./features/subscriptions/subscriptions-page.tsx'), 'SubscriptionsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/analytics',
    validateSearch: analyticsSearch,
    component: lazyPage(() => import('./features/analytics/analytics-page.tsx'), 'AnalyticsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/webhooks',
    validateSearch: listSearch,
    component: lazyPage(() => import('./features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/webhooks/$webhookId',
    validateSearch: listSearch,
    component: lazyPage(() => import('./features/webhooks/webhook-page.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/keys',
    validateSearch: listSearch,
    component: lazyPage(() => import('./features/keys/keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/team',
    component: lazyPage(() => import('./features/team/team-page.tsx'), 'TeamPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/payments',
    component: lazyPage(() => import('./features/payments/payments-page.tsx'), 'PaymentsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/audit-log',
    validateSearch: auditLogSearch,
    component: lazyPage(() => import('./features/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings',
    validateSearch: settingsSearch,
    component: lazyPage(() => import('./features/settings/settings-page.tsx'), 'SettingsPage'),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren([...outside, inside.addChildren(pages)]),
  basepath: '/dashboard',
  // Search parameters that no route validates are dropped: neither pages nor links see them.
  search: { strict: true },
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
