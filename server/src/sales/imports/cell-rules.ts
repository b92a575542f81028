import { type TSchema, Type } from 'typebox';
import { MAX_NOTE_LENGTH, MAX_REFERENCE_LENGTH } from '../../orders/order.ts';
import { Email, MAX_PHONE_LENGTH, Name, PersonName, Pesos, Text } from '../../platform/http/contract/fields.ts';
import { checkField } from '../../platform/http/contract/validation.ts';
import type { Refusal } from '../../platform/refusals/refusal.ts';
import { centavosFromText } from '../../values/money.ts';
import type { ImportField } from './columns.ts';

/**
 * Tickets of one import. All of them are created at once under the event's lock: see decision 64.
 */
export const MAX_TICKETS = 2_000;

/** The rules of `POST /orders`, for the cells whose text is stored. */
const RULES = {
  name: PersonName(),
  email: Email(),
  phone: Text(MAX_PHONE_LENGTH),
  quantity: Type.Integer({ minimum: 1, maximum: MAX_TICKETS }),
  price: Pesos(),
  reference: Name(MAX_REFERENCE_LENGTH),
  note: Text(MAX_NOTE_LENGTH),
  attendee_name: PersonName(),
  attendee_email: Email(),
} as const satisfies Partial<Record<ImportField, TSchema>>;
export type RuledField = keyof typeof RULES;

const INTEGER = /^\d{1,9}$/;

/** @returns why the cell breaks the rule of its field; undefined if it does not, or is empty */
export function problemOfCell(field: RuledField, cell: string): Refusal | undefined {
  if (cell === '') return undefined;
  return checkField(field, RULES[field], valueIn(field, cell));
}

/** The text itself if it is no number, so that the rule names what it must be. */
function valueIn(field: RuledField, cell: string): unknown {
  if (field === 'quantity' && INTEGER.test(cell)) return Number(cell);
  const centavos = field === 'price' ? centavosFromText(cell) : undefined;
  return centavos === undefined ? cell : centavos / 100;
}
