/** What the buyer has just done, in the query of the page that says so. */
const DONE = [
  'bought',
  'attendees',
  'resent',
  'named',
  'passed',
  'refunded',
  'refunded_free',
  'requested',
  'withdrawn',
] as const;
export type Done = (typeof DONE)[number];

export const parseDone = (text: unknown): Done | undefined => DONE.find((one) => one === text);
