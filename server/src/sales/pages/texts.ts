import type { Language } from '../../values/language.ts';
import { type CheckoutTexts, english } from './english.ts';
import { filipino } from './filipino.ts';

export const checkoutTexts: Record<Language, CheckoutTexts> = { en: english, fil: filipino };
