/** An amount in pesos without what a sum of floating-point numbers is off by. */
export const toCentavo = (pesos: number): number => Math.round(pesos * 100) / 100;

export const sumOf = (amounts: readonly number[]): number =>
  toCentavo(amounts.reduce((sum, amount) => sum + amount, 0));
