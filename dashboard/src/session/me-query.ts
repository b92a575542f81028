import { queryOptions } from '@tanstack/react-query';
import type { OwnModel } from '../api/models.ts';
import { isProblem } from '../api/problem.ts';
import { readMe } from '../api/read-me.ts';
import { showFor } from '../api/shown-for.ts';
import { hasUnsavedInput } from '../form/has-unsaved-input.ts';

export type Me = OwnModel<'Me'>;
export type Role = Me['role'];
export type Access = Me['access'][number];
export const ROLES = ['owner', 'manager', 'cashier', 'door', 'viewer'] as const satisfies Role[];

/** The logged-in user; null when there is none. While a page has input that is not saved it stays, with the error. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ client, queryKey, signal }): Promise<Me | null> => {
    const me = await readMe().catch((error: unknown) => {
      const stays = client.getQueryData(queryKey) && hasUnsavedInput();
      if (isProblem(error, 401) && !stays) return null;
      throw error;
    });
    // It was cancelled: the tab shows another organization since.
    if (!signal.aborted) showFor(me);
    return me;
  },
  staleTime: 60_000,
});
