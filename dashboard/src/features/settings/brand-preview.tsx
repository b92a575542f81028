import { SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { shownAddress } from '../../api/shown-for.ts';
import { useTexts } from '../../language/language.tsx';
import classes from './brand-preview.module.css';
import { brandTexts } from './brand-texts.ts';

const PREVIEWS = ['shop', 'mail', 'ticket'] as const;
type Preview = (typeof PREVIEWS)[number];

/** A colour that is being chosen changes many times a second; each preview counts towards the rate limit. */
const QUIET_MS = 400;

/** What buyers would see, written by the server with the colour that is not saved yet. Nothing in it can be pressed. */
export function BrandPreview({ color, logoUrl }: { color: string; logoUrl: string | null }) {
  const t = useTexts(brandTexts);
  const [shown, setShown] = useState<Preview>('shop');
  const [settled] = useDebouncedValue(color, QUIET_MS);
  return (
    <Stack gap="sm">
      <Title order={3}>{t.preview}</Title>
      <Text size="sm" c="dimmed">
        {t.previewHint}
      </Text>
      <SegmentedControl
        aria-label={t.preview}
        transitionDuration={0}
        value={shown}
        onChange={(value) => setShown(value as Preview)}
        data={PREVIEWS.map((value) => ({ value, label: t.previews[value] }))}
      />
      <iframe
        // The server knows the logo, and is asked again for another one.
        key={`${shown} ${logoUrl}`}
        className={classes.frame}
        title={t.previewOf(t.previews[shown])}
        src={shownAddress(`/dashboard/api/brand-preview/${shown}`, settled ? { color: settled } : {})}
        // Scripts of the page run without the rights of this site.
        sandbox="allow-scripts"
        inert
      />
    </Stack>
  );
}
