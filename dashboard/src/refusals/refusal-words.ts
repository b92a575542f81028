import type { Refusal } from '../api/problem.ts';
import type { Language } from '../language/sentences.ts';
import { english } from './english.ts';
import { filipino } from './filipino.ts';
import type { RefusalTexts } from './refusal-texts.ts';

export const REFUSAL_TEXTS: Record<Language, RefusalTexts> = { en: english, fil: filipino };

/** Fields as the API names them, with the words that stand beside them on the page. */
export type Labels = Readonly<Record<string, string>>;

/** What the server said no to, in the reader's language and the words of the form that was sent. */
export function refusalWords(
  language: Language,
  { code, field, details, message }: Refusal,
  labels: Labels = {},
): string {
  const text = REFUSAL_TEXTS[language][code];
  if (text === undefined) return message;
  if (typeof text === 'string') return text;
  const called = (name: unknown) => (typeof name === 'string' && labels[name] ? `“${labels[name]}”` : name);
  return text({ ...details, field: called(field), other: called(details?.other) });
}
