import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { queryClient } from './api/query-client.ts';
import { analyticsSearch } from './features/analytics/analytics-search.ts';
import { attendeesSearch } from './features/attendees/attendees-search.ts';
import { auditLogSearch } from './features/audit-log/audit-log-search.ts';
import { closingSearch } from './features/box-office/closing-search.ts';
import { doorOf } from './features/check-in/door-of.ts';
import { eventQuery, eventsQuery } from './features/events/event-queries.ts';
import { eventsSearch } from './features/events/events-search.ts';
import { overviewQuery } from './features/home/home-queries.ts';
import { mailsQuery, orderQuery, ordersQuery } from './features/orders/order-queries.ts';
import { liveSeatsSearch } from './features/seating/live-seats-search.ts';
import { settingsSearch } from './features/settings/settings-search.ts';
import { subscriptionsSearch } from './features/subscriptions/subscriptions-search.ts';
import { logInAddress } from './session/log-in-address.ts';
import { meQuery } from './session/me-query.ts';
import { lacksFactor } from './session/second-factor.ts';
import { lazyPage } from './shell/lazy-page.ts';
import { NotFoundPage, ProblemPage } from './shell/problem-page.tsx';
import { Waiting } from './shell/waiting.tsx';
import { eventSearch } from './table/event-search.ts';
import { listSearch } from './table/list-search.ts';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({});

/** The pages after the log-in. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: lazyPage(() => import('./shell/dashboard-layout.tsx'), 'DashboardLayout'),
  beforeLoad: async ({ context, location }) => {
    const me = await context.queryClient.ensureQueryData(meQuery);
    if (!me) throw redirect({ href: logInAddress(location), reloadDocument: true });
    if (lacksFactor(me) && location.pathname !== '/settings') throw redirect({ to: '/settings' });
  },
});
const getParentRoute = () => inside;

/** A loader starts the request for the data while the code of the page is loaded. It fails in the page, never here. */
const pages = [
  createRoute({
    getParentRoute,
    path: '/',
    // Door staff cannot read the overview, so they start at the check-in.
    beforeLoad: async ({ context }) => {
      const me = await context.queryClient.ensureQueryData(meQuery);
      if (me?.access.includes('door') && !me.access.includes('read')) throw redirect({ to: '/check-in' });
    },
    loader: ({ context }) => context.queryClient.prefetchQuery(overviewQuery),
    component: lazyPage(() => import('./features/home/home-page.tsx'), 'HomePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events',
    validateSearch: eventsSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => context.queryClient.prefetchQuery(eventsQuery(deps)),
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
    loader: ({ context, params }) => context.queryClient.prefetchQuery(eventQuery(params.eventId)),
    component: lazyPage(() => import('./features/events/event-page.tsx'), 'EventPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/$eventId/edit',
    loader: ({ context, params }) => context.queryClient.prefetchQuery(eventQuery(params.eventId)),
    component: lazyPage(() => import('./features/events/event-edit-page.tsx'), 'EventEditPage'),
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
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => context.queryClient.prefetchQuery(ordersQuery(deps)),
    component: lazyPage(() => import('./features/orders/orders-page.tsx'), 'OrdersPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/orders/$orderId',
    loader: ({ context, params }) =>
      Promise.all([
        context.queryClient.prefetchQuery(orderQuery(params.orderId)),
        context.queryClient.prefetchQuery(mailsQuery(params.orderId)),
      ]),
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
    // Door staff have nothing to prepare: they go to the door, which is a page outside of the dashboard.
    beforeLoad: async ({ context, search }) => {
      const me = await context.queryClient.ensureQueryData(meQuery);
      if (me?.access.includes('door') && !me.access.includes('manage'))
        throw redirect({ href: doorOf(search.event_id), reloadDocument: true });
    },
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
  routeTree: root.addChildren([inside.addChildren(pages)]),
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
});

/** The session ended while a page was open: its route, asked again, leads to the log-in. */
queryClient.getQueryCache().subscribe(({ type, query: { queryKey, state } }) => {
  if (type === 'updated' && queryKey[0] === meQuery.queryKey[0] && state.data === null) void router.invalidate();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
