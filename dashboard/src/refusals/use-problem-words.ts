import { Problem } from '../api/problem.ts';
import { useLanguage } from '../language/language.tsx';
import { type Labels, refusalWords } from './refusal-words.ts';

/** @returns an error in words for the reader. An error that is no answer of the server has the words of this page already. */
export function useProblemWords() {
  const { language } = useLanguage();
  return (error: Error, labels?: Labels): string =>
    error instanceof Problem ? refusalWords(language, error, labels) : error.message;
}
