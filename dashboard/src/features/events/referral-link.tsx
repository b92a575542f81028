import { Button, CopyButton, Group, Text, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTexts } from '../../language/language.tsx';
import { texts } from './texts.ts';

/** As long as the API keeps. */
const MAX_LENGTH = 100;

/** Makes the event's link for one person or partner: orders that come by it have their code. */
export function ReferralLink({ url }: { url: string }) {
  const t = useTexts(texts);
  const [code, setCode] = useState('');
  const hint = useId();
  const link = `${url}?${new URLSearchParams({ ref: code.trim() })}`;
  const isEmpty = code.trim() === '';
  return (
    <>
      <Group gap="xs" align="flex-end">
        <TextInput
          label={t.referralCode}
          aria-describedby={hint}
          maxLength={MAX_LENGTH}
          value={code}
          onChange={({ currentTarget: { value } }) => setCode(value)}
        />
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button variant="default" disabled={isEmpty} onClick={copy}>
              {copied ? t.referralCopied : t.referralCopy}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text size="sm" c="dimmed" id={hint}>
        {t.referralHint}
      </Text>
      {isEmpty ? null : (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {link}
        </Text>
      )}
    </>
  );
}
