import { formatsFor } from '../language/make-formats.ts';
import type { Language } from '../language/translations.ts';

/** The details of a refusal. `field` and `other` are the labels of the form. */
export type Facts = Readonly<Record<string, unknown>>;

/** Sentences by error code. A code without one is shown with the server's message. */
export type RefusalTexts = Readonly<Record<string, string | ((facts: Facts) => string)>>;

/** Writes an amount among the details as the pages do. The time zone does not matter. */
export const pesos = (language: Language, amount: unknown): string => formatsFor(language, 'UTC').pesos(Number(amount));
