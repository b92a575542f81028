import type { Channel } from '../channels.ts';

/** ₱20: PayMongo accepts no smaller payment. */
const MIN_CENTAVOS = 2_000;
/** Cards take less than ₱10,000,000. */
const CARD_MAX_CENTAVOS = 999_999_999;
/** ₱100,000 for e-wallets and UnionBank. */
const WALLET_MAX_CENTAVOS = 10_000_000;
/** ₱50,000: the limit of one InstaPay transfer, on which QR Ph and bank apps settle; BPI has the same limit. */
const INSTAPAY_MAX_CENTAVOS = 5_000_000;

const channel = (code: string, method: Channel['method'], maxCentavos: number): Channel => ({
  code,
  method,
  minCentavos: MIN_CENTAVOS,
  maxCentavos,
});

/** PayMongo's codes, with the limits from its help centre. */
export const PAYMONGO_CHANNELS: readonly Channel[] = [
  channel('card', 'CARD', CARD_MAX_CENTAVOS),
  channel('gcash', 'GCASH', WALLET_MAX_CENTAVOS),
  channel('paymaya', 'MAYA', WALLET_MAX_CENTAVOS),
  channel('grab_pay', 'GRABPAY', WALLET_MAX_CENTAVOS),
  channel('qrph', 'QRPH', INSTAPAY_MAX_CENTAVOS),
  channel('dob', 'BANK_TRANSFER', INSTAPAY_MAX_CENTAVOS),
  channel('dob_ubp', 'BANK_TRANSFER', WALLET_MAX_CENTAVOS),
  channel('brankas_bdo', 'BANK_TRANSFER', INSTAPAY_MAX_CENTAVOS),
  channel('brankas_landbank', 'BANK_TRANSFER', INSTAPAY_MAX_CENTAVOS),
  channel('brankas_metrobank', 'BANK_TRANSFER', INSTAPAY_MAX_CENTAVOS),
];
