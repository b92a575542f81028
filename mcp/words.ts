import type { Account } from './account.ts';

/** A name in a question that a person confirms is shorter than this; the rest hides nothing that matters. */
const MAX_QUOTED_LENGTH = 100;

/**
 * A text that a buyer or a colleague wrote, on one line and in quotes, so that it cannot pass for a part of the
 * question.
 */
export function quoted(text: string): string {
  const line = text
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replaceAll(/[“”]/g, '"')
    .trim();
  return `“${line.length > MAX_QUOTED_LENGTH ? `${line.slice(0, MAX_QUOTED_LENGTH)}…` : line}”`;
}

const PESOS = new Intl.NumberFormat('en-PH', { style: 'currency', currency: 'PHP' });
export const pesos = (amount: number): string => PESOS.format(amount);

/** A sum of amounts in pesos, without the errors of binary fractions. */
export const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((centavos, amount) => centavos + Math.round(amount * 100), 0) / 100;

/** In the time zone of the organization, which is named. */
export function dateTime(iso: string, { organization }: Account): string {
  const timeZone = organization?.time_zone ?? 'UTC';
  const text = new Date(iso).toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone });
  return `${text} (${timeZone})`;
}

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Only these fields, in this order. */
export const pick = <Value extends object, Name extends keyof Value>(value: Value, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, value[name]])) as Pick<Value, Name>;
