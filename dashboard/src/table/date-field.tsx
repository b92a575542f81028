import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { dateSearch } from './date-search.ts';

interface DateFieldProps {
  label: string;
  value: string | undefined;
  /** Cannot be emptied. */
  required?: boolean;
  onFocus?: () => void;
  onChange: (date: string | undefined) => void;
}

/** A date that filters a list. While a year is typed, the browser has dates such as 0020-01-05; they filter nothing. */
export function DateField({ label, value = '', required = false, onFocus, onChange }: DateFieldProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      type="date"
      label={label}
      required={required}
      value={typed ?? value}
      onFocus={onFocus}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        const date = dateSearch(text);
        if (date || (text === '' && !required)) onChange(date);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
