import { createRoute, redirect } from '@tanstack/react-router';
import { salesQuery, seriesQuery } from '../features/analytics/analytics-queries.ts';
import { analyticsSearch } from '../features/analytics/analytics-search.ts';
import { rangeOf } from '../features/analytics/range-of.ts';
import { closingQuery } from '../features/box-office/closing-query.ts';
import { closingSearch } from '../features/box-office/closing-search.ts';
import { reservationsQuery } from '../features/box-office/reservation-queries.ts';
import { reservationsSearch } from '../features/box-office/reservations-search.ts';
import { checkInListsQuery } from '../features/check-in/check-in-list-queries.ts';
import { doorLinksQuery } from '../features/check-in/door-links-query.ts';
import { doorOf } from '../features/check-in/door-of.ts';
import { eventChoicesQuery, eventQuery } from '../features/events/event-queries.ts';
import { overviewQuery } from '../features/home/home-queries.ts';
import { mailsQuery, orderQuery, ordersQuery, refundRequestsQuery } from '../features/orders/order-queries.ts';
import { ordersSearch } from '../features/orders/orders-search.ts';
import { promoCodesQuery } from '../features/promo-codes/promo-code-queries.ts';
import { subscriptionsQuery, tiersQuery } from '../features/subscriptions/subscription-queries.ts';
import { subscriptionsSearch } from '../features/subscriptions/subscriptions-search.ts';
import { formatsFor } from '../language/make-formats.ts';
import { LANGUAGES } from '../language/translations.ts';
import { meQuery } from '../session/me-query.ts';
import { lazyPage } from '../shell/lazy-page.ts';
import { eventSearch } from '../table/event-search.ts';
import { listSearch } from '../table/list-search.ts';
import { inside } from './inside.ts';

const getParentRoute = () => inside;

/** Home, and what is sold. Loaders as in `event-pages.ts`. */
export const salesPages = [
  createRoute({
    getParentRoute,
    path: '/',
    // Door staff cannot read the overview, so they start at the check-in.
    beforeLoad: async ({ context }) => {
      const me = await context.queryClient.ensureQueryData(meQuery);
      if (me?.access.includes('door') && !me.access.includes('read')) throw redirect({ to: '/check-in' });
    },
    loader: ({ context }) => context.queryClient.prefetchQuery(overviewQuery),
    component: lazyPage(() => import('../features/home/home-page.tsx'), 'HomePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/orders',
    validateSearch: ordersSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) =>
      Promise.all([
        context.queryClient.prefetchQuery(ordersQuery(deps)),
        context.queryClient.prefetchQuery(refundRequestsQuery({ status: 'pending' }, 1)),
        context.queryClient.prefetchQuery(eventChoicesQuery),
      ]),
    component: lazyPage(() => import('../features/orders/orders-page.tsx'), 'OrdersPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/orders/$orderId',
    loader: ({ context: { queryClient }, params: { orderId } }) =>
      Promise.all([
        queryClient.prefetchQuery(orderQuery(orderId)),
        queryClient.prefetchQuery(mailsQuery(orderId)),
        queryClient.prefetchQuery(refundRequestsQuery({ order_id: orderId }, 1)),
      ]),
    component: lazyPage(() => import('../features/orders/order-page.tsx'), 'OrderPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/box-office',
    validateSearch: eventSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps: { event_id: eventId } }) =>
      Promise.all([
        context.queryClient.prefetchQuery(eventChoicesQuery),
        eventId && context.queryClient.prefetchQuery(eventQuery(eventId)),
      ]),
    component: lazyPage(() => import('../features/box-office/box-office-page.tsx'), 'BoxOfficePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/box-office/reservations',
    validateSearch: reservationsSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) =>
      Promise.all([
        context.queryClient.prefetchQuery(eventChoicesQuery),
        context.queryClient.prefetchQuery(reservationsQuery(deps)),
      ]),
    component: lazyPage(() => import('../features/box-office/reservations-page.tsx'), 'ReservationsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/box-office/closing',
    validateSearch: closingSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) =>
      Promise.all([
        context.queryClient.prefetchQuery(eventChoicesQuery),
        context.queryClient.prefetchQuery(closingQuery(deps)),
      ]),
    component: lazyPage(() => import('../features/box-office/closing-page.tsx'), 'ClosingPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/check-in',
    validateSearch: eventSearch,
    // Door staff have nothing to prepare: they go to the door, which is a page outside of the dashboard.
    beforeLoad: async ({ context, search }) => {
      const me = await context.queryClient.ensureQueryData(meQuery);
      if (me?.access.includes('door') && !me.access.includes('manage'))
        throw redirect({ href: doorOf(me, search.event_id), reloadDocument: true });
    },
    loaderDeps: ({ search }) => search,
    loader: ({ context: { queryClient }, deps: { event_id: eventId } }) => {
      // Not waited for: the link to the door is of the chosen event at once.
      void queryClient.prefetchQuery(eventChoicesQuery);
      if (!eventId) return;
      void queryClient.prefetchQuery(eventQuery(eventId));
      void queryClient.prefetchQuery(checkInListsQuery(eventId));
      void queryClient.prefetchQuery(doorLinksQuery(eventId, 1));
    },
    component: lazyPage(() => import('../features/check-in/check-in-page.tsx'), 'CheckInPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/promo-codes',
    validateSearch: listSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) =>
      Promise.all([
        context.queryClient.prefetchQuery(eventChoicesQuery),
        context.queryClient.prefetchQuery(promoCodesQuery(deps)),
      ]),
    component: lazyPage(() => import('../features/promo-codes/promo-codes-page.tsx'), 'PromoCodesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/subscriptions',
    validateSearch: subscriptionsSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) =>
      Promise.all([
        context.queryClient.prefetchQuery(subscriptionsQuery(deps)),
        context.queryClient.prefetchQuery(tiersQuery),
      ]),
    component: lazyPage(() => import('../features/subscriptions/subscriptions-page.tsx'), 'SubscriptionsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/analytics',
    validateSearch: analyticsSearch,
    loaderDeps: ({ search }) => search,
    loader: async ({ context, deps }) => {
      const me = await context.queryClient.ensureQueryData(meQuery);
      if (!me) return;
      const range = rangeOf(deps, formatsFor(LANGUAGES[0], me.organization.time_zone).dateInput);
      await Promise.all([
        context.queryClient.prefetchQuery(seriesQuery(range)),
        context.queryClient.prefetchQuery(salesQuery(range)),
      ]);
    },
    component: lazyPage(() => import('../features/analytics/analytics-page.tsx'), 'AnalyticsPage'),
  }),
] as const;
