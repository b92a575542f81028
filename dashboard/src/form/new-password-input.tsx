import { PasswordInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';

/** The server's minimum. */
const MIN_PASSWORD_LENGTH = 10;

/** Asks for a new password: password managers offer to generate one. */
export function NewPasswordInput(props: ComponentProps<typeof PasswordInput>) {
  const t = useTexts(texts);
  return (
    <PasswordInput
      description={t.passwordHint(MIN_PASSWORD_LENGTH)}
      required
      minLength={MIN_PASSWORD_LENGTH}
      autoComplete="new-password"
      {...props}
    />
  );
}
