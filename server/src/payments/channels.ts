import type { Offer, PaymentMethod } from './provider.ts';

/** A provider's own way to pay: its code, what it is to our buyers, and the amounts that it takes. */
export interface Channel extends Offer {
  code: string;
}

/** What an account may use of a provider's channels. */
export const offersOf = (channels: readonly Channel[], codes: readonly string[]): Offer[] =>
  channels.filter(({ code }) => codes.includes(code));

/** The codes of a method that take this amount. */
export const codesFor = (
  channels: readonly Channel[],
  codes: readonly string[],
  { method, amountCentavos }: { method: PaymentMethod; amountCentavos: number },
): string[] =>
  channels
    .filter(
      (channel) =>
        channel.method === method &&
        codes.includes(channel.code) &&
        channel.minCentavos <= amountCentavos &&
        amountCentavos <= channel.maxCentavos,
    )
    .map(({ code }) => code);
