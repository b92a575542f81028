import { useLanguage } from '../language/language.tsx';
import { formatsFor } from '../language/make-formats.ts';
import type { Door } from './door.ts';

/** In the time zone of the organization; until its list is read, in that of the Philippines. */
export function useDoorFormats(list: Door | undefined) {
  const { language } = useLanguage();
  return formatsFor(language, list?.organization.time_zone ?? 'Asia/Manila');
}
