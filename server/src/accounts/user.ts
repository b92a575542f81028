import type { Language } from '../values/language.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Role } from './roles.ts';

export interface User {
  id: Uuid;
  email: string;
  name: string;
  language: Language;
  totpEnabled: boolean;
}

/** What somebody is in one organization. */
export interface Membership {
  organization: { id: Uuid; name: string; timeZone: string };
  role: Role;
}

/** One address is one person, however it is typed. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();
