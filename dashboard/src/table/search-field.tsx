import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { texts } from '../form/texts.ts';
import { useTexts } from '../language/language.tsx';

/** About the time between two keystrokes, so that a word is one request. */
const PAUSE_MS = 250;
/** The server's maximum. */
const MAX_LENGTH = 200;

interface SearchFieldProps {
  /** From the address, so that going back restores the search. */
  value: string | undefined;
  hint: string;
  onSearch: (q: string | undefined) => void;
}

export function SearchField({ value, hint, onSearch }: SearchFieldProps) {
  const t = useTexts(texts);
  const search = useDebouncedCallback((text: string) => onSearch(text.trim() || undefined), PAUSE_MS);
  return (
    <TextInput
      type="search"
      label={t.search}
      placeholder={hint}
      defaultValue={value}
      maxLength={MAX_LENGTH}
      miw={280}
      onChange={(event) => search(event.currentTarget.value)}
    />
  );
}
