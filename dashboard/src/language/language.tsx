import { createContext, type PropsWithChildren, useContext, useLayoutEffect, useState } from 'react';
import { LANGUAGES, type Language } from './translations.ts';

/** The language last chosen in this browser, for the pages before the log-in. */
const STORAGE_KEY = 'takilya-language';

const LanguageContext = createContext<{ language: Language; setLanguage: (language: Language) => void }>({
  language: 'en',
  setLanguage: () => {},
});

export function LanguageProvider({ children }: PropsWithChildren) {
  const [language, setState] = useState(languageOfBrowser);
  // Screen readers choose their voice by this attribute.
  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const setLanguage = (chosen: Language) => {
    localStorage.setItem(STORAGE_KEY, chosen);
    setState(chosen);
  };
  return <LanguageContext value={{ language, setLanguage }}>{children}</LanguageContext>;
}

export const useLanguage = () => useContext(LanguageContext);

/** @returns the texts in the language of the page */
export const useTexts = <Texts,>(each: { en: Texts; fil: NoInfer<Texts> }): Texts => each[useLanguage().language];

function languageOfBrowser(): Language {
  const wanted = [localStorage.getItem(STORAGE_KEY), ...navigator.languages];
  for (const tag of wanted) {
    const [first = ''] = (tag ?? '').toLowerCase().split('-');
    const found = LANGUAGES.find((language) => language === (first === 'tl' ? 'fil' : first));
    if (found) return found;
  }
  return 'en';
}
