/**
 * How a buyer pays, in the order of the page: the wallets that most Filipino buyers have come first. `FREE` is an order
 * without a payment.
 */
export const PAYMENT_METHODS = ['GCASH', 'MAYA', 'GRABPAY', 'QRPH', 'CARD', 'BANK_TRANSFER'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const FREE = 'FREE';

/** All methods: those that the organizer wants first, then the others. */
export const inOrganizersOrder = (first: readonly PaymentMethod[]): PaymentMethod[] => [
  ...new Set([...first, ...PAYMENT_METHODS]),
];
