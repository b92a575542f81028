import type { Model } from '../../api/models.ts';

/** How the window is paid, in the order in which it is asked. */
export const METHODS = ['CASH', 'EXTERNAL', 'COMP'] as const satisfies Model<'ManualPaymentMethod'>[];
export type ManualMethod = (typeof METHODS)[number];
