import { translations } from '../language/translations.ts';

export const csvTexts = translations({
  en: { csv: 'Download CSV', withoutSearch: 'Download CSV without the search' },
  fil: { csv: 'I-download ang CSV', withoutSearch: 'I-download ang CSV nang walang paghahanap' },
});
