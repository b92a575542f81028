import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';

/** A key or a secret that is shown only once. */
export function SecretOnce({ label, secret }: { label: string; secret: string }) {
  const t = useTexts(texts);
  return (
    <Alert color="yellow" title={label} role="status">
      <Stack gap="xs">
        <Text size="sm">{t.shownOnce}</Text>
        <Code block>{secret}</Code>
        <Group>
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button size="compact-sm" onClick={copy}>
                {copied ? t.copied : t.copy}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Alert>
  );
}
