import { Problem } from '../api/problem.ts';
import { useLanguage } from '../language/language.tsx';
import { type Labels, refusalWords } from './refusal-words.ts';

/** @returns a function that words an error for the reader. Errors of the page itself have their words already. */
export function useProblemWords() {
  const { language } = useLanguage();
  return (error: Error, labels?: Labels): string =>
    error instanceof Problem ? refusalWords(language, error, labels) : error.message;
}
