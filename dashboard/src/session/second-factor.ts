import type { Me } from './me-query.ts';

/** Whether a log-in needs more than the password. */
export const hasSecondFactor = ({ totp_enabled, has_passkey }: Me['user']): boolean => totp_enabled || has_passkey;

/** The organization requires a second factor, and the user has none: only the settings work until they set one up. */
export const lacksFactor = ({ organization, user }: Me): boolean =>
  organization.two_factor_required && !hasSecondFactor(user);
