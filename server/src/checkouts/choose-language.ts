import type { Database } from '../platform/database/database.ts';
import type { Language } from '../values/language.ts';
import type { Checkout } from './checkout.ts';
import { saveLanguage } from './queries.ts';

/** The buyer reads the page in this language, and gets letters in it. Of two choices the later one stands. */
export async function chooseLanguage(db: Database, checkout: Checkout, language: Language): Promise<void> {
  if (checkout.language !== language) await saveLanguage(db, checkout, language);
}
