import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { useLanguage, useTexts } from '../language/language.tsx';
import { LANGUAGES, type Language } from '../language/translations.ts';
import { texts } from './texts.ts';

const SCHEMES: MantineColorScheme[] = ['light', 'dark', 'auto'];

/** The menu entries for language and theme. */
export function PreferenceItems({ onLanguage }: { onLanguage?: (language: Language) => void }) {
  const t = useTexts(texts);
  const { language, setLanguage } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choose = (chosen: Language) => {
    setLanguage(chosen);
    onLanguage?.(chosen);
  };
  return (
    <>
      <Menu.Label>{t.language}</Menu.Label>
      <Menu.RadioGroup value={language} onChange={(value) => choose(value as Language)}>
        {LANGUAGES.map((one) => (
          <Menu.RadioItem key={one} value={one} lang={one}>
            {t.languages[one]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Label>{t.theme}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
        {SCHEMES.map((scheme) => (
          <Menu.RadioItem key={scheme} value={scheme}>
            {t.schemes[scheme]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
