import type { Language } from '../values/language.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Role } from './roles.ts';

export interface User {
  id: Uuid;
  email: string;
  name: string;
  language: Language;
  totpEnabled: boolean;
  hasPasskey: boolean;
}

/** Whether a log-in needs more than the password. */
export const hasSecondFactor = ({ totpEnabled, hasPasskey }: Pick<User, 'totpEnabled' | 'hasPasskey'>): boolean =>
  totpEnabled || hasPasskey;

/** A user's role in one organization. */
export interface Membership {
  organization: { id: Uuid; name: string; timeZone: string; twoFactorRequired: boolean; testOf: Uuid | null };
  role: Role;
}

/** Addresses that differ only in case or outer spaces belong to the same account. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();
