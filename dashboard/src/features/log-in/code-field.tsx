import { TextInput, type TextInputProps } from '@mantine/core';
import { useTexts } from '../../language/language.tsx';
import { texts } from './texts.ts';

/** Appears, with the focus, when the password was right and the account needs a code. */
export function CodeField(props: TextInputProps) {
  const t = useTexts(texts);
  return (
    <TextInput
      label={t.code}
      description={t.codeHint}
      autoComplete="one-time-code"
      inputMode="numeric"
      required
      ref={(input) => input?.focus()}
      {...props}
    />
  );
}
