export const MAX_SEARCH_LENGTH = 200;

const PHONE = /^\+?[\d\s()./-]{4,}$/;
/** The end of a telephone number, without the 0, 63 or +63 that people write before it. */
const NATIONAL_DIGITS = 10;

/** Splits a search text: `words` are folded before they are compared, `literals` are not. */
export function parseWords(text: string): { words: string[]; literals: string[] } {
  if (PHONE.test(text)) return { words: [], literals: [nationalNumber(text)] };
  const words: string[] = [];
  const literals: string[] = [];
  for (const word of text.split(/\s+/)) {
    const [local = '', ...rest] = word.split('@');
    if (local !== '') words.push(local);
    // E-mail addresses have none of these after the @.
    const domain = rest.join('@').replaceAll(/['\\]/g, '').toLowerCase();
    if (domain !== '') literals.push(`@${domain}`);
  }
  return { words, literals };
}

function nationalNumber(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  // Mobile numbers begin with 9.
  return digits.replace(/^(?:63|0)(?=9)/, '').slice(0, NATIONAL_DIGITS);
}
