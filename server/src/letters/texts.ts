import type { Language } from '../values/language.ts';
import { english, type LetterTexts } from './english.ts';
import { filipino } from './filipino.ts';

export const letterTexts: Record<Language, LetterTexts> = { en: english, fil: filipino };
