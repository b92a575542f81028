import type { Uuid } from '../../values/uuid.ts';

/** The target of a one-time link. */
export type LinkTo =
  | { purpose: 'set_up' }
  | { purpose: 'password_reset'; userId: Uuid }
  | { purpose: 'invitation'; organizationId: Uuid; invitationId: Uuid };
