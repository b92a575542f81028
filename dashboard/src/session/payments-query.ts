import { queryOptions } from '@tanstack/react-query';
import { dataOf, own } from '../api/client.ts';
import type { Me } from './me-query.ts';
import { lacksFactor } from './second-factor.ts';

export const paymentsQuery = queryOptions({
  queryKey: ['payments'],
  queryFn: () => dataOf(own.GET('/me/payments')),
});

/** Whether only the payments tell if money is taken: a test organization takes none. */
export const isToldByPayments = (me: Me): boolean => me.organization.mode !== 'test' && !lacksFactor(me);
