import type { Channel } from '../channels.ts';

/** Xendit's codes and their limits. QR Ph is left out because its payments cannot be refunded. */
export const XENDIT_CHANNELS: readonly Channel[] = [
  { code: 'CARDS', method: 'CARD', minCentavos: 2_000, maxCentavos: 70_000_000 },
  { code: 'GCASH', method: 'GCASH', minCentavos: 100, maxCentavos: 10_000_000 },
  { code: 'PAYMAYA', method: 'MAYA', minCentavos: 100, maxCentavos: 10_000_000 },
  { code: 'GRABPAY', method: 'GRABPAY', minCentavos: 100, maxCentavos: 10_000_000 },
  { code: 'BPI_DIRECT_DEBIT', method: 'BANK_TRANSFER', minCentavos: 1, maxCentavos: 50_000_000 },
];
