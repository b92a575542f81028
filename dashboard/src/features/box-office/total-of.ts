import { toCentavo } from '../../api/to-centavo.ts';

/** What these tickets cost in pesos. */
export const totalOf = (lines: readonly { price: number; quantity: number }[]): number =>
  toCentavo(lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0));
