import { Anchor, Stack, TextInput, type TextInputProps } from '@mantine/core';
import { useToggle } from '@mantine/hooks';
import { useTexts } from '../../language/language.tsx';
import { texts } from './texts.ts';

/** Appears, with the focus, when the password was right and the account needs a code. */
export function CodeField({ hasNoApp, ...props }: TextInputProps & { hasNoApp: boolean }) {
  const t = useTexts(texts);
  const [kind, toggle] = useToggle(hasNoApp ? ['recovery', 'app'] : ['app', 'recovery']);
  const words: TextInputProps =
    kind === 'app'
      ? { label: t.code, description: t.codeHint, inputMode: 'numeric', autoComplete: 'one-time-code' }
      : { label: t.recoveryCode, description: t.recoveryCodeHint, autoComplete: 'off' };
  return (
    <Stack gap="xs" align="flex-start">
      <TextInput w="100%" required ref={(input) => input?.focus()} {...words} {...props} />
      <Anchor component="button" type="button" size="sm" onClick={() => toggle()}>
        {kind === 'app' ? t.useRecoveryCode : t.useApp}
      </Anchor>
    </Stack>
  );
}
