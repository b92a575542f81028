import { Anchor, Button, CopyButton, Group } from '@mantine/core';
import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';

/** The address of a page that everyone can open, to look at and to share. */
export function PublicLink({ url }: { url: string }) {
  const t = useTexts(texts);
  return (
    <Group gap="xs">
      <Anchor href={url} target="_blank" rel="noreferrer" style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Anchor>
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button variant="default" size="compact-sm" onClick={copy}>
            {copied ? t.copied : t.copyLink}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
