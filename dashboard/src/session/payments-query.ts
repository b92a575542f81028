import { queryOptions } from '@tanstack/react-query';
import { callDashboard } from '../api/client.ts';

interface Payments {
  /** Nothing is paid for real. */
  sandbox: boolean;
  /** Whether the operator of the installation made it possible to connect an account. */
  can_connect: boolean;
}

export const paymentsQuery = queryOptions({
  queryKey: ['payments'],
  queryFn: () => callDashboard<Payments>('GET', '/me/payments'),
});
