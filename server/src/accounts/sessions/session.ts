/** A phone at the door stays logged in overnight between two festival days. Longer inactivity ends the session. */
export const IDLE_SECONDS = 24 * 3_600;
/** Applies to active sessions too: a stolen cookie stops working after this time. */
export const LASTS_SECONDS = 14 * 24 * 3_600;
/** Precision of `last_seen_at`: a write for each request would cost more than the request. */
export const SEEN_EVERY_SECONDS = 60;
/** Dashboard pages send many requests for one person. Programs use API keys instead. */
export const SESSION_REQUESTS_PER_MINUTE = 600;
/** How long a log-in, or entering the password again, proves that the account's owner is at the screen. */
export const PROVEN_SECONDS = 30 * 60;
