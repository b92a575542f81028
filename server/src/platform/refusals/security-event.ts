/** What an operator watches for attacks: the kinds of lines in the security log. */
// biome-ignore format: several a line
export const SECURITY_EVENTS = [
  'log_in_failed', 'second_factor_failed', 'log_in_throttled', 'reset_requested',
  'credential_refused', 'access_refused', 'rate_limited', 'forged_webhook',
] as const;
export type SecurityEvent = (typeof SECURITY_EVENTS)[number];
