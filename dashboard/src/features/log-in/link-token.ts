/** Behind the `#` of a link that was mailed or printed: browsers send that part to nobody. */
export const linkToken = (): string => window.location.hash.slice(1);
