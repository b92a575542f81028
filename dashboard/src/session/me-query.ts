import { queryOptions } from '@tanstack/react-query';
import { dataOf, own } from '../api/client.ts';
import type { OwnModel } from '../api/models.ts';
import { isProblem } from '../api/problem.ts';
import { showFor } from '../api/shown-for.ts';

export type Me = OwnModel<'Me'>;
export type Role = Me['role'];
export type Access = Me['access'][number];
export const ROLES = ['owner', 'manager', 'door', 'viewer'] as const satisfies Role[];

/** The logged-in user; null when there is none. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<Me | null> => {
    const me = await dataOf(own.GET('/me')).catch((error: unknown) => {
      if (isProblem(error, 401)) return null;
      throw error;
    });
    showFor(me);
    return me;
  },
  staleTime: 60_000,
});
