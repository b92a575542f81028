import type { texts } from './texts.ts';

/** How an order was paid. A method that has no words yet is named as in the API. */
export const methodWords = ({ methods }: typeof texts.en, method: string): string =>
  methods[method as keyof typeof methods] ?? method;
