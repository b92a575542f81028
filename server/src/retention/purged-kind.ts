import type { PurgeRow } from './tables.ts';

/** Kinds of rows that are kept for a limited time. Orders, payments, refunds and tickets are kept forever. */
export type PurgedKind = PurgeRow['what'];
