import { Anchor, Button, CopyButton, Group } from '@mantine/core';
import { useTexts } from '../language/language.tsx';
import { OnlyHere } from './only-here.tsx';
import { texts } from './texts.ts';

/** The address of a public page of the shop: to look at, to share, and as a QR code to print. */
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
      {(['svg', 'png'] as const).map((format) => (
        <Button key={format} component="a" href={`${url}/qr.${format}`} download variant="default" size="compact-sm">
          {t.qrCode(format.toUpperCase())}
        </Button>
      ))}
      <OnlyHere url={url} />
    </Group>
  );
}
