import { sentences } from '../../language/sentences.ts';

export const texts = sentences({
  en: { title: 'Check-in' },
  fil: { title: 'Check-in' },
});
