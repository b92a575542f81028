import { ACCESS, type Access } from '../platform/http/callers/access.ts';

/** From the fewest rights to the most. */
export const ROLES = ['viewer', 'door', 'cashier', 'manager', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_ACCESS: Record<Role, ReadonlySet<Access>> = {
  viewer: new Set(['read']),
  door: new Set(['door']),
  cashier: new Set(['read', 'door', 'box_office', 'hand_out']),
  manager: new Set(['read', 'sell', 'door', 'box_office', 'hand_out', 'manage']),
  owner: new Set(ACCESS),
};

/** The access of a member without the second factor that the organization requires. */
export const NO_ACCESS: ReadonlySet<Access> = new Set();

/**
 * The access of a session whose last proof is too long ago: a stranger at an open screen does not own the organization.
 */
export const unprovenAccess = (role: Role): ReadonlySet<Access> =>
  new Set([...ROLE_ACCESS[role]].filter((access) => access !== 'secure'));
