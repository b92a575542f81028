import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useState } from 'react';
import { useTexts } from '../language/language.tsx';
import { useAskBeforeLeaving } from './ask-before-leaving.ts';
import { texts } from './texts.ts';

const COPIED_FOR_MS = 1000;

interface SecretOnceProps {
  label: string;
  secret: string;
  /**
   * For a secret without which a person may be locked out: the page asks `question` before it is left, until the secret
   * was copied, or the button `saved` was pressed.
   */
  unsaved?: { question: string; saved: string };
}

/** A key or a secret that is shown only once. */
export function SecretOnce({ label, secret, unsaved }: SecretOnceProps) {
  const t = useTexts(texts);
  const { copied, copy } = useClipboard({ timeout: COPIED_FOR_MS });
  const [isSaved, setSaved] = useState(unsaved === undefined);
  if (copied && !isSaved) setSaved(true);
  useAskBeforeLeaving(() => !isSaved, unsaved?.question ?? '');
  return (
    <Alert color="yellow" title={label} role="status">
      <Stack gap="xs">
        <Text size="sm">{t.shownOnce}</Text>
        <Code block>{secret}</Code>
        <Group>
          <Button size="compact-sm" onClick={() => copy(secret)}>
            {copied ? t.copied : t.copy}
          </Button>
          {isSaved ? null : (
            <Button size="compact-sm" variant="default" onClick={() => setSaved(true)}>
              {unsaved?.saved}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
