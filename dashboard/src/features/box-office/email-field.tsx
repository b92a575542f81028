import { Button, Stack, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTexts } from '../../language/language.tsx';
import { useMe } from '../../session/me.ts';
import { texts } from './texts.ts';

interface EmailFieldProps {
  field: GetInputPropsReturnType;
  /** Another one shows a value that was set: an uncontrolled form knows what is typed alone. */
  version: string;
  /** Absent: the buyer has an address. */
  onOwn?: ((email: string) => void) | undefined;
}

/** Where the tickets go; with one tap to the cashier, who prints them or shows their code. */
export function EmailField({ field, version, onOwn }: EmailFieldProps) {
  const t = useTexts(texts);
  const { user } = useMe();
  return (
    <Stack gap={4} align="flex-start">
      <TextInput key={version} w="100%" type="email" description={t.emailHint} required maxLength={254} {...field} />
      {onOwn ? (
        <Button variant="subtle" size="compact-sm" onClick={() => onOwn(user.email)}>
          {t.useOwn}
        </Button>
      ) : null}
    </Stack>
  );
}
