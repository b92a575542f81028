import { useQuery } from '@tanstack/react-query';
import { type Access, type Me, meQuery } from './me-query.ts';

/** The logged-in user. Only for pages after the log-in: their route ensures that there is one. */
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (!data) throw new Error('no user is logged in');
  return data;
}

/** Whether nothing on the pages is real: the organization is a test organization. */
export const useIsTest = (): boolean => useMe().organization.mode === 'test';

/** Whether the role of the user has this access. The server checks it again. */
export const useMay = (access: Access): boolean => useMe().access.includes(access);
