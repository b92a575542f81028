import { useQuery } from '@tanstack/react-query';
import { type Access, type Me, meQuery } from './me-query.ts';

/** Who looks. Pages behind the log-in alone ask: the route above them has seen to it. */
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (!data) throw new Error('Nobody is logged in');
  return data;
}

/** Whether whoever looks may do that; the server has the last word. */
export const useMay = (access: Access): boolean => useMe().access.includes(access);
