/** Behind the `#` of a link that was mailed or printed: browsers send that part to nobody. */
export const linkToken = (): string => window.location.hash.slice(1);

/** What the server makes; anything else was cut on its way, or has grown. */
const WHOLE = /^[\w-]{43}$/;
export const isWhole = (token: string): boolean => WHOLE.test(token);
