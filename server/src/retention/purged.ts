import type { PurgeRow } from './tables.ts';

/** What is kept for a time. Orders, payments, refunds and tickets, which the books are made of, are kept for good. */
export type Purged = PurgeRow['what'];
