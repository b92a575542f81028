/**
 * How a buyer pays, in the order of the page: the wallets that most Filipino buyers have come first. `FREE` is an order
 * without a payment.
 */
export const PAYMENT_METHODS = ['GCASH', 'MAYA', 'GRABPAY', 'QRPH', 'CARD', 'BANK_TRANSFER'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const NO_PAYMENT = 'FREE';

/** How an order of the box office is paid: in cash, elsewhere, or given away. No provider takes part. */
export const MANUAL_METHODS = ['CASH', 'COMP', 'EXTERNAL'] as const;
export type ManualMethod = (typeof MANUAL_METHODS)[number];
/** How an order is paid. */
export type OrderMethod = PaymentMethod | ManualMethod | typeof NO_PAYMENT;

/** Whether an order of this method is of the box office. */
export const isManual = (method: string): method is ManualMethod => MANUAL_METHODS.some((manual) => manual === method);

/** Whether the organizer took the money, and gives it back. */
export const isPaidByHand = (method: string): boolean => method === 'CASH' || method === 'EXTERNAL';

/** All methods: those that the organizer wants first, then the others. */
export const inOrganizersOrder = (first: readonly PaymentMethod[]): PaymentMethod[] => [
  ...new Set([...first, ...PAYMENT_METHODS]),
];
