import { createContext, type PropsWithChildren, useContext, useLayoutEffect, useState } from 'react';
import { LANGUAGES, type Language } from './sentences.ts';

/** Before anybody logged in: what this browser was set to last, or what it asks for. */
const KEPT_AS = 'takilya-language';

const LanguageContext = createContext<{ language: Language; setLanguage: (language: Language) => void }>({
  language: 'en',
  setLanguage: () => {},
});

export function LanguageProvider({ children }: PropsWithChildren) {
  const [language, setState] = useState(languageOfBrowser);
  // Screen readers choose their voice by it.
  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const setLanguage = (chosen: Language) => {
    localStorage.setItem(KEPT_AS, chosen);
    setState(chosen);
  };
  return <LanguageContext value={{ language, setLanguage }}>{children}</LanguageContext>;
}

export const useLanguage = () => useContext(LanguageContext);

/** @returns the sentences in the language of whoever looks */
export const useTexts = <Texts,>(each: { en: Texts; fil: NoInfer<Texts> }): Texts => each[useLanguage().language];

function languageOfBrowser(): Language {
  const wanted = [localStorage.getItem(KEPT_AS), ...navigator.languages];
  for (const tag of wanted) {
    const [first = ''] = (tag ?? '').toLowerCase().split('-');
    const found = LANGUAGES.find((language) => language === (first === 'tl' ? 'fil' : first));
    if (found) return found;
  }
  return 'en';
}
