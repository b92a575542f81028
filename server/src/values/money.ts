import { type Language, LOCALES } from './language.ts';

/** In the code, money is integer centavos; on the wire it is a JSON number of pesos with at most two decimals. */

export const centavosFromPesos = (pesos: number): number => Math.round(pesos * 100);

export const pesosFromCentavos = (centavos: number): number => centavos / 100;

const pesoFormat = (language: Language) =>
  new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency: 'PHP' });
const pesoFormats: Record<Language, Intl.NumberFormat> = { en: pesoFormat('en'), fil: pesoFormat('fil') };

/** Formats an amount for display: `₱1,250.00`. */
export const formatPesos = (language: Language, centavos: number): string =>
  pesoFormats[language].format(centavos / 100);
