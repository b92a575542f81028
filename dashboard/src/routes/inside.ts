import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { logInAddress } from '../session/log-in-address.ts';
import { meQuery } from '../session/me-query.ts';
import { linkSearch, openOrganization, withoutOrganization } from '../session/open-organization.ts';
import { isToldByPayments, paymentsQuery } from '../session/payments-query.ts';
import { lacksFactor } from '../session/second-factor.ts';
import { DashboardLayout } from '../shell/dashboard-layout.tsx';

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({});

/** After this time a page is shown without its band. */
const BAND_WITHIN_MS = 5000;

/** The pages after the log-in. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: DashboardLayout,
  validateSearch: linkSearch,
  beforeLoad: async ({ context: { queryClient }, location, search: { organization } }) => {
    const me = await queryClient.ensureQueryData(meQuery);
    if (!me) throw redirect({ href: logInAddress(location), reloadDocument: true });
    if (organization !== undefined) {
      await openOrganization(queryClient, me, organization);
      throw redirect({ href: withoutOrganization(location), replace: true });
    }
    if (lacksFactor(me) && location.pathname !== '/settings') throw redirect({ to: '/settings' });
  },
  // What the band above a page needs: one that comes later moves what is being pressed. Without it the page works.
  loader: async ({ context: { queryClient } }) => {
    const me = queryClient.getQueryData(meQuery.queryKey);
    if (!me || !isToldByPayments(me)) return;
    const answered = queryClient.ensureQueryData({ ...paymentsQuery, retry: false }).catch(() => {});
    await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, BAND_WITHIN_MS))]);
  },
});
