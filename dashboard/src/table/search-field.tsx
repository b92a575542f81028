import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { texts } from '../form/texts.ts';
import { useTexts } from '../language/language.tsx';

/** Who types needs about this long for the next letter: one request for a word, not for each letter. */
const PAUSE_MS = 250;
/** The server takes no longer ones. */
const MAX_LENGTH = 200;

interface SearchFieldProps {
  /** From the address, so that going back finds what was searched for. */
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
