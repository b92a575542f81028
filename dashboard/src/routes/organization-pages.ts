import { createRoute } from '@tanstack/react-router';
import { changesQuery } from '../features/audit-log/audit-log-queries.ts';
import { auditLogSearch } from '../features/audit-log/audit-log-search.ts';
import { keysQuery } from '../features/keys/keys-query.ts';
import { accountsQuery } from '../features/payments/accounts-query.ts';
import { settingsSearch } from '../features/settings/settings-search.ts';
import { teamQuery } from '../features/team/team-query.ts';
import { deliveriesSearch } from '../features/webhooks/deliveries-search.ts';
import { deliveriesQuery, webhookQuery, webhooksQuery } from '../features/webhooks/webhook-queries.ts';
import { paymentsQuery } from '../session/payments-query.ts';
import { lazyPage } from '../shell/lazy-page.ts';
import { listSearch } from '../table/list-search.ts';
import { inside } from './inside.ts';

const getParentRoute = () => inside;

/** What belongs to the organization itself. Loaders as in `event-pages.ts`. */
export const organizationPages = [
  createRoute({
    getParentRoute,
    path: '/webhooks',
    validateSearch: listSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => context.queryClient.prefetchQuery(webhooksQuery(deps)),
    component: lazyPage(() => import('../features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/webhooks/deliveries',
    validateSearch: deliveriesSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => context.queryClient.prefetchQuery(deliveriesQuery(deps)),
    component: lazyPage(() => import('../features/webhooks/deliveries-page.tsx'), 'DeliveriesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/webhooks/$webhookId',
    validateSearch: deliveriesSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, params, deps }) =>
      Promise.all([
        context.queryClient.prefetchQuery(webhookQuery(params.webhookId)),
        context.queryClient.prefetchQuery(deliveriesQuery({ ...deps, webhook_id: params.webhookId })),
      ]),
    component: lazyPage(() => import('../features/webhooks/webhook-page.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/keys',
    validateSearch: listSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => context.queryClient.prefetchQuery(keysQuery(deps)),
    component: lazyPage(() => import('../features/keys/keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/team',
    loader: ({ context }) => context.queryClient.prefetchQuery(teamQuery),
    component: lazyPage(() => import('../features/team/team-page.tsx'), 'TeamPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/payments',
    loader: ({ context }) =>
      Promise.all([context.queryClient.prefetchQuery(accountsQuery), context.queryClient.prefetchQuery(paymentsQuery)]),
    component: lazyPage(() => import('../features/payments/payments-page.tsx'), 'PaymentsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/audit-log',
    validateSearch: auditLogSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) =>
      Promise.all([
        context.queryClient.prefetchQuery(changesQuery(deps)),
        context.queryClient.prefetchQuery(teamQuery),
      ]),
    component: lazyPage(() => import('../features/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings',
    validateSearch: settingsSearch,
    component: lazyPage(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
  }),
] as const;
