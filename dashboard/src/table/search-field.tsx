import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
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
  const [field, setField] = useState({ text: value ?? '', asked: value, seen: value });
  // Another search than the one that was asked for comes from a link, a view or the way back.
  if (value !== field.seen)
    setField({ ...(value === field.asked ? field : { text: value ?? '', asked: value }), seen: value });
  const search = useDebouncedCallback((text: string) => {
    const asked = text.trim() || undefined;
    setField((before) => ({ ...before, asked }));
    onSearch(asked);
  }, PAUSE_MS);
  return (
    <TextInput
      type="search"
      label={t.search}
      placeholder={hint}
      value={field.text}
      maxLength={MAX_LENGTH}
      miw={280}
      onChange={({ currentTarget: { value: text } }) => {
        setField((before) => ({ ...before, text }));
        search(text);
      }}
    />
  );
}
