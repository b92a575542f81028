import type { Language } from '../../values/language.ts';
import { english, type ShopTexts } from './english.ts';
import { filipino } from './filipino.ts';

export const shopTexts: Record<Language, ShopTexts> = { en: english, fil: filipino };
