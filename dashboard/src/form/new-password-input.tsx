import { PasswordInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';

/** The server takes no shorter ones. */
const LEAST_CHARACTERS = 10;

/** Where a password is chosen: managers of passwords offer to make one. */
export function NewPasswordInput(props: ComponentProps<typeof PasswordInput>) {
  const t = useTexts(texts);
  return (
    <PasswordInput
      description={t.passwordHint(LEAST_CHARACTERS)}
      required
      minLength={LEAST_CHARACTERS}
      autoComplete="new-password"
      {...props}
    />
  );
}
