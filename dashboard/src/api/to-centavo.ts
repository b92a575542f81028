/** An amount in pesos without what a sum of floating-point numbers is off by. */
export const toCentavo = (pesos: number): number => Math.round(pesos * 100) / 100;
