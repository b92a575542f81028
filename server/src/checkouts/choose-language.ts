import type { Database } from '../platform/database/database.ts';
import type { Language } from '../values/language.ts';
import type { Checkout } from './checkout.ts';
import { saveLanguage } from './queries.ts';

/** Saves the language that the buyer chose for the page and e-mails. The last choice wins. */
export async function chooseLanguage(db: Database, checkout: Checkout, language: Language): Promise<void> {
  if (checkout.language !== language) await saveLanguage(db, checkout, language);
}
