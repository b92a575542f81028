import { type Language, LOCALES } from './language.ts';

/** In the code, money is integer centavos; on the wire it is a JSON number of pesos with at most two decimals. */

export const centavosFromPesos = (pesos: number): number => Math.round(pesos * 100);

export const pesosFromCentavos = (centavos: number): number => centavos / 100;

/** Made with the first amount: the data of a language takes milliseconds of a start to load. */
const pesoFormats: { [Spoken in Language]?: Intl.NumberFormat } = {};

/** Formats an amount for display: `₱1,250.00`. */
export function formatPesos(language: Language, centavos: number): string {
  pesoFormats[language] ??= new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency: 'PHP' });
  return pesoFormats[language].format(centavos / 100);
}

/**
 * What a person typed: `250`, `1,250.50`, `₱ 1250`. @returns undefined for anything else, such as `1250,50`, which
 * would be a hundred times as much without its comma
 */
export function centavosFromText(typed: string): number | undefined {
  const [, whole = '', fraction = ''] =
    /^(?:₱|php)?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/i.exec(typed.trim()) ?? [];
  const pesos = whole.replaceAll(',', '');
  return pesos === '' ? undefined : Number(pesos) * 100 + Number(fraction.padEnd(2, '0'));
}
