import { Button, Stack, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTexts } from '../../language/language.tsx';
import { useMe } from '../../session/me.ts';
import { texts } from './texts.ts';

interface EmailFieldProps {
  field: GetInputPropsReturnType;
  onOwn: (email: string) => void;
}

/** Where the tickets go; with one tap to the cashier, who prints them. */
export function EmailField({ field, onOwn }: EmailFieldProps) {
  const t = useTexts(texts);
  const { user } = useMe();
  return (
    <Stack gap={4} align="flex-start">
      <TextInput w="100%" type="email" description={t.emailHint} required maxLength={254} {...field} />
      <Button variant="subtle" size="compact-sm" onClick={() => onOwn(user.email)}>
        {t.useOwn}
      </Button>
    </Stack>
  );
}
