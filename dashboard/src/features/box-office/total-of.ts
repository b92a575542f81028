/** What these tickets cost in pesos, to the centavo: sums of floating-point numbers are a little off. */
export const totalOf = (lines: readonly { price: number; quantity: number }[]): number =>
  Math.round(lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0) * 100) / 100;
