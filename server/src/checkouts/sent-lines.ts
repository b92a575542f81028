import type { Static } from 'typebox';
import { requestRefusals } from '../platform/refusals/request-refusals.ts';
import { centavosFromPesos } from '../values/money.ts';
import { type CheckoutRequest, itemField, type RequestedLine } from './checkout-request.ts';
import { holdRefusals } from './refusals.ts';
import type { NewCheckout } from './request-schemas.ts';
import { seatField } from './seats-of-line.ts';

type Form = Pick<
  Static<typeof NewCheckout>,
  'tier_id' | 'section_id' | 'quantity' | 'seat_ids' | 'unit_price' | 'items'
>;

/** @throws Refusal 400 with both forms, without a quantity, or with a seat named twice */
export function linesFrom(body: Form): Pick<CheckoutRequest, 'lines' | 'isItemized'> {
  if (!body.items) return { lines: [lineFrom(body, '')], isItemized: false };
  for (const field of ['tier_id', 'section_id', 'quantity', 'seat_ids', 'unit_price'] as const)
    if (body[field] !== undefined && body[field] !== null) throw holdRefusals.items_and_single_form({ field });
  return { lines: itemsFrom(body.items), isItemized: true };
}

/** @throws Refusal 400 without a quantity, or with a seat named twice */
export function itemsFrom(items: NonNullable<Form['items']>): RequestedLine[] {
  const seen = new Set<string>();
  return items.map((item, index) => lineFrom(item, `${itemField(index)}.`, seen));
}

/** @param path what the names of fields begin with @param seen the seats of the lines before */
function lineFrom(line: Omit<Form, 'items'>, path: string, seen = new Set<string>()): RequestedLine {
  const place = {
    tierId: line.tier_id ?? null,
    sectionId: line.section_id ?? null,
    ...(line.unit_price == null ? {} : { unitPriceCentavos: centavosFromPesos(line.unit_price) }),
  };
  const seatIds = line.seat_ids ?? [];
  if (seatIds.length === 0) {
    if (line.quantity == null) throw requestRefusals.missing_field({ field: `${path}quantity` });
    return { ...place, quantity: line.quantity };
  }
  if (line.quantity != null && line.quantity !== seatIds.length)
    throw holdRefusals.wrong_number_of_seats({ seats: seatIds.length, field: `${path}quantity` });
  for (const [index, id] of seatIds.entries()) {
    if (seen.has(id)) throw holdRefusals.seat_named_twice({ field: path + seatField(index) });
    seen.add(id);
  }
  return { ...place, quantity: seatIds.length, seatIds };
}
