import type { Me } from './me-query.ts';

/** The organization requires a second factor, and the user has none: only the settings work until they set one up. */
export const lacksFactor = ({ organization, user }: Me): boolean =>
  organization.two_factor_required && !user.totp_enabled;
