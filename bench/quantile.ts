/** NaN if there are no numbers. */
export function quantile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * sorted.length)] ?? Number.NaN;
}

export const median = (numbers: number[]): number => quantile(numbers, 0.5);
