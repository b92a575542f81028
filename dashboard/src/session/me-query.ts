import { queryOptions } from '@tanstack/react-query';
import { ask } from '../api/client.ts';
import { isProblem } from '../api/problem.ts';
import type { Language } from '../language/sentences.ts';

export const ROLES = ['owner', 'manager', 'door', 'viewer'] as const;
export type Role = (typeof ROLES)[number];
export type Access = 'read' | 'sell' | 'door' | 'manage' | 'own';

interface Organization {
  id: string;
  name: string;
  time_zone: string;
}

export interface Me {
  user: { id: string; name: string; email: string; language: Language; totp_enabled: boolean };
  organization: Organization;
  role: Role;
  access: Access[];
  /** Where else they work. */
  organizations: (Organization & { role: Role })[];
}

/** Who is logged in; null: nobody. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<Me | null> => {
    try {
      return await ask<Me>('GET', '/me');
    } catch (error) {
      if (isProblem(error, 401)) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});
