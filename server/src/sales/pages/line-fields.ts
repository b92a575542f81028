import type { RequestedLine } from '../../checkouts/checkout-request.ts';

const NAME = /^quantity_([\da-f-]{36})(?:_([\da-f-]{36}))?$/;
const QUANTITY = /^\d{1,6}$/;

/** The lines of a form by the names of their fields, without those of 0; undefined when one is not a number. */
export function linesFrom(quantities: ReadonlyMap<string, string>): RequestedLine[] | undefined {
  const lines = [...quantities].map(([name, text]) => {
    const [, tierId = null, sectionId = null] = NAME.exec(name) ?? [];
    const quantity = text === '' ? 0 : QUANTITY.test(text) ? Number(text) : undefined;
    return quantity === undefined ? undefined : { tierId, sectionId, quantity };
  });
  if (lines.includes(undefined)) return undefined;
  return lines.filter((line) => line !== undefined).filter(({ quantity }) => quantity > 0);
}
