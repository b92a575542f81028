import { ACCESS, type Access } from '../platform/http/callers/access.ts';

/** From the fewest rights to the most. */
export const ROLES = ['viewer', 'door', 'manager', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_ACCESS: Record<Role, ReadonlySet<Access>> = {
  viewer: new Set(['read']),
  door: new Set(['door']),
  manager: new Set(['read', 'sell', 'door', 'manage']),
  owner: new Set(ACCESS),
};
