import type { Uuid } from '../values/uuid.ts';

/** A page of the dashboard, which shows this organization to a member who looks at another one. */
export const dashboardUrl = (publicUrl: string, organizationId: Uuid, path: string): string =>
  `${publicUrl}/dashboard${path}?organization=${organizationId}`;
