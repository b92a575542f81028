import { createHash } from 'node:crypto';
import { descriptionFromText, textOfDescription } from './description.ts';

/**
 * Room for short house rules or a waiver. A longer text belongs on a page of the organizer's that this one links to.
 */
export const MAX_CONSENT_LENGTH = 2_000;

/** The text that buyers agree to, without markup; null when no text is left. */
export const consentTextFrom = (sent: string | null): string | null =>
  sent === null ? null : textOfDescription(descriptionFromText(sent)) || null;

/** Identifies the text in the page's form, which proves that the buyer agreed to exactly this text. */
export const consentVersion = (text: string): string => createHash('sha256').update(text).digest('base64url');
