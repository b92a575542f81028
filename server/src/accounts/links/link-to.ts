import type { Uuid } from '../../values/uuid.ts';

/** What a one-time link opens. */
export type LinkTo =
  | { purpose: 'set_up' }
  | { purpose: 'password_reset'; userId: Uuid }
  | { purpose: 'invitation'; organizationId: Uuid; invitationId: Uuid };
