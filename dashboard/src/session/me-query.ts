import { queryOptions } from '@tanstack/react-query';
import { dataOf, own } from '../api/client.ts';
import type { OwnModel } from '../api/models.ts';
import { isProblem } from '../api/problem.ts';
import { showFor } from '../api/shown-for.ts';
import { hasUnsavedInput } from '../form/has-unsaved-input.ts';

export type Me = OwnModel<'Me'>;
export type Role = Me['role'];
export type Access = Me['access'][number];
export const ROLES = ['owner', 'manager', 'cashier', 'door', 'viewer'] as const satisfies Role[];

/** Names the mutation that changes the organization of the session. */
export const CHANGE_ORGANIZATION = ['change organization'];

/** The logged-in user; null when there is none. While a page has input that is not saved it stays, with the error. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ client, queryKey }): Promise<Me | null> => {
    const me = await dataOf(own.GET('/me')).catch((error: unknown) => {
      const stays = client.getQueryData(queryKey) && hasUnsavedInput();
      if (isProblem(error, 401) && !stays) return null;
      throw error;
    });
    showFor(me);
    return me;
  },
  staleTime: 60_000,
});
