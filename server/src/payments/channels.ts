import type { PaymentMethod } from '../values/payment-method.ts';
import { accepts, type PaymentOffer } from './provider.ts';

/** A payment channel of a provider: its code, the payment method that buyers see, and the amounts that it accepts. */
export interface Channel extends PaymentOffer {
  code: string;
}

/** The channels that an account may use. */
export const offersOf = (channels: readonly Channel[], codes: readonly string[]): PaymentOffer[] =>
  channels.filter(({ code }) => codes.includes(code));

/** The codes of a method's channels that accept this amount. */
export const codesFor = (
  channels: readonly Channel[],
  codes: readonly string[],
  payment: { method: PaymentMethod; amountCentavos: number },
): string[] =>
  channels.filter((channel) => codes.includes(channel.code) && accepts(channel, payment)).map(({ code }) => code);
