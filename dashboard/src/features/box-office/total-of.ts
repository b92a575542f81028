import { sumOf } from '../../api/to-centavo.ts';

/** What these tickets cost in pesos. */
export const totalOf = (lines: readonly { price: number; quantity: number }[]): number =>
  sumOf(lines.map(({ price, quantity }) => price * quantity));
