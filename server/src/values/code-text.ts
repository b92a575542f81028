/** Characters of a promo code as it is stored. */
export const MIN_CODE_LENGTH = 3;
export const MAX_CODE_LENGTH = 64;

/**
 * The form in which a code is stored and matched. A buyer may type lower-case letters or spaces around it, and phones
 * write Ñ as one character or as two.
 */
export const normalCode = (typed: string): string => typed.trim().normalize('NFC').toUpperCase();

/** Whether a code is as long as it may be when it is stored: ß becomes SS, and an accent part of its letter. */
export function hasCodeLength(typed: string): boolean {
  const { length } = [...normalCode(typed)];
  return length >= MIN_CODE_LENGTH && length <= MAX_CODE_LENGTH;
}
