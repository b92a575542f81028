import { useMe } from '../session/me.ts';
import { useLanguage } from './language.tsx';
import { formatsFor } from './make-formats.ts';

/** Formats money, numbers and times for the language of the page. Times are in the organization's time zone. */
export const useFormats = () => formatsFor(useLanguage().language, useMe().organization.time_zone);
