import { queryOptions } from '@tanstack/react-query';
import { callDashboard } from '../api/client.ts';
import { isProblem } from '../api/problem.ts';
import type { Language } from '../language/translations.ts';

export const ROLES = ['owner', 'manager', 'door', 'viewer'] as const;
export type Role = (typeof ROLES)[number];
export type Access = 'read' | 'sell' | 'door' | 'box_office' | 'manage' | 'own';

interface Organization {
  id: string;
  name: string;
  mode: 'live' | 'test';
  /** The live organization, in test mode. */
  test_of: string | null;
  time_zone: string;
  two_factor_required: boolean;
}

export interface Me {
  user: {
    id: string;
    name: string;
    email: string;
    language: Language;
    totp_enabled: boolean;
    has_passkey: boolean;
    recovery_codes_left: number;
  };
  organization: Organization;
  role: Role;
  access: Access[];
  /** All organizations of the user. */
  organizations: (Organization & { role: Role })[];
}

/** The logged-in user; null when there is none. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<Me | null> => {
    try {
      return await callDashboard<Me>('GET', '/me');
    } catch (error) {
      if (isProblem(error, 401)) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});
