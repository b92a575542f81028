import { createHash } from 'node:crypto';
import { descriptionFromText, textOfDescription } from './description.ts';

/** House rules in short, or a waiver; what is longer is a page of the organizer's that the text names. */
export const MAX_CONSENT_LENGTH = 2_000;

/** What buyers agree to, as they read it: text alone, markup taken out. null: nothing is left to agree to. */
export const consentTextFrom = (sent: string | null): string | null =>
  sent === null ? null : textOfDescription(descriptionFromText(sent)) || null;

/** Stands for the words in the page's form: a ticked box means agreement to exactly this text. */
export const consentVersion = (text: string): string => createHash('sha256').update(text).digest('base64url');
