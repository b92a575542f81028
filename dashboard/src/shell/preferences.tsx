import { Button, Group, type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useLanguage, useTexts } from '../language/language.tsx';
import { LANGUAGES, type Language } from '../language/translations.ts';
import { texts } from './texts.ts';

const SCHEMES: MantineColorScheme[] = ['light', 'dark', 'auto'];

export function LanguageChoice({ onLanguage }: { onLanguage?: (language: Language) => void }) {
  const t = useTexts(texts);
  const { language, setLanguage } = useLanguage();
  const choose = (chosen: Language) => {
    setLanguage(chosen);
    onLanguage?.(chosen);
  };
  return <Choice label={t.language} names={t.languages} values={LANGUAGES} chosen={language} onChoose={choose} />;
}

export function SchemeChoice() {
  const t = useTexts(texts);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return <Choice label={t.theme} names={t.schemes} values={SCHEMES} chosen={colorScheme} onChoose={setColorScheme} />;
}

interface ChoiceProps<Value extends string> {
  label: string;
  names: Record<Value, string>;
  values: readonly Value[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

const Choice = <Value extends string>({ label, names, values, chosen, onChoose }: ChoiceProps<Value>) => (
  <Group gap={2} role="group" aria-label={label} wrap="nowrap">
    {values.map((value) => (
      <Button
        key={value}
        variant={value === chosen ? 'light' : 'subtle'}
        size="compact-sm"
        aria-pressed={value === chosen}
        onClick={() => onChoose(value)}
      >
        {names[value]}
      </Button>
    ))}
  </Group>
);
