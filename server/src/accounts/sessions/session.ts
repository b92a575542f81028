/** A phone at the door sleeps over the night between two days of a festival; whoever stays away longer logs in again. */
export const IDLE_SECONDS = 24 * 3_600;
/** However busy it is: a cookie that was stolen unseen is worth nothing after that. */
export const LASTS_SECONDS = 14 * 24 * 3_600;
/** How exact the time of the last request is: a write for each would cost more than the request. */
export const SEEN_EVERY_SECONDS = 60;
/** Pages ask often, and for themselves alone; a program has a key. */
export const SESSION_REQUESTS_PER_MINUTE = 600;
/** How long a log-in, or a password given again, counts as a proof of who is at the screen. */
export const PROVEN_SECONDS = 30 * 60;
