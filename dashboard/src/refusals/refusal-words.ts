import type { Refusal } from '../api/problem.ts';
import type { Language } from '../language/translations.ts';
import { english } from './english.ts';
import { filipino } from './filipino.ts';
import type { RefusalTexts } from './refusal-texts.ts';

export const REFUSAL_TEXTS: Record<Language, RefusalTexts> = { en: english, fil: filipino };

/** Labels of a form, by the names that the API gives its fields. That of a list names its items, too. */
export type Labels = Readonly<Record<string, string>>;

/** A refusal in the language of the page, with the labels of the form that was sent. */
export function refusalWords(
  language: Language,
  { code, field, details, message }: Refusal,
  labels: Labels = {},
): string {
  const text = REFUSAL_TEXTS[language][code];
  if (text === undefined) return message;
  if (typeof text === 'string') return text;
  const labelled = (name: unknown) => {
    const label = typeof name === 'string' ? (labels[name] ?? labels[name.replace(/\[\d+\]$/, '')]) : undefined;
    return label ? `“${label}”` : name;
  };
  return text({ ...details, field: labelled(field), other: labelled(details?.other) });
}
