/** How the window is paid, in the order in which it is asked. */
export const METHODS = ['CASH', 'EXTERNAL', 'COMP'] as const;
export type ManualMethod = (typeof METHODS)[number];
