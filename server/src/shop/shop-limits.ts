/** From this number on the page says how many are left. A larger number would not make a buyer hurry. */
export const FEW_LEFT = 10;
/** Events on a page of a shop, the next ones first: a festival of a month. */
export const MOST_LISTED = 100;
/** Pages of a shop: three events a day for eleven months. It bounds what a stranger's request reads. */
export const MOST_PAGES = 10;
/** Earlier events: enough to show who the organizer is. */
export const MOST_PAST = 12;
/**
 * Dates that the page of an event names, besides the link to all of them: as many as stand on the screen of a phone.
 */
export const MOST_OTHER_DATES = 5;
/**
 * Tiers, or tiers of sections, on the page of an event: a longer list is not read to its end. Sold-out tiers are left
 * out first.
 */
export const MOST_OFFERS = 200;
/** Events in the sitemap of a server: search engines read at most 50,000 addresses of one file. */
export const MOST_IN_SITEMAP = 10_000;
